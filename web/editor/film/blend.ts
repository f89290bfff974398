import type { CaptionPixels } from './draw-caption.ts'

/** A caption's pixels for pictures with separate brightness and colour planes, which decoders output. */
export interface CaptionPlanes {
  /** Rows of the picture that it covers: [first, end). */
  x: number
  y: number
  width: number
  height: number
  /** Each pixel's opacity, 0 to 255, and brightness. */
  alpha: Uint8Array
  luma: Uint8Array
  /** Opacity of each block of two by two pixels; captions have no colour. */
  chromaAlpha: Uint8Array
}

/** A picture's planes: `I420` has two for colour, `NV12` has one that interleaves both. */
export interface Planes {
  format: 'I420' | 'NV12'
  data: Uint8Array
  layout: readonly { offset: number; stride: number }[]
}

/** Brightness of black and white: most video leaves both ends of the range unused. */
const RANGES = { limited: [16, 235], full: [0, 255] } as const
const NEUTRAL = 128

/** Prepares a caption of grey pixels for pictures with full or limited brightness range. */
export function captionPlanes(pixels: CaptionPixels, isFullRange: boolean): CaptionPlanes {
  const { x, y, width, height, data } = pixels
  const [black, white] = RANGES[isFullRange ? 'full' : 'limited']
  const alpha = new Uint8Array(width * height)
  const luma = new Uint8Array(width * height)
  for (let i = 0; i < alpha.length; i += 1) {
    alpha[i] = data[i * 4 + 3] ?? 0
    luma[i] = Math.round(black + ((white - black) * (data[i * 4] ?? 0)) / 255)
  }
  const half = width / 2
  const chromaAlpha = new Uint8Array(half * (height / 2))
  for (let i = 0; i < chromaAlpha.length; i += 1) {
    const at = Math.floor(i / half) * 2 * width + (i % half) * 2
    const sum = (alpha[at] ?? 0) + (alpha[at + 1] ?? 0) + (alpha[at + width] ?? 0) + (alpha[at + width + 1] ?? 0)
    chromaAlpha[i] = (sum + 2) >> 2
  }
  return { x, y, width, height, alpha, luma, chromaAlpha }
}

/** Blends a caption into a picture. Pixels that it does not cover stay identical to the bit. */
export function blend({ format, data, layout }: Planes, caption: CaptionPlanes): void {
  const { x, y, width, height, alpha, luma, chromaAlpha } = caption
  const [bright, ...colours] = layout
  if (bright) blendPlane(data, bright, { x, y, width, height }, alpha, luma)
  const half = { x: x / 2, y: y / 2, width: width / 2, height: height / 2 }
  if (format === 'NV12') for (const first of [0, 1]) blendPlane(data, colours[0], half, chromaAlpha, NEUTRAL, 2, first)
  else for (const plane of colours) blendPlane(data, plane, half, chromaAlpha, NEUTRAL)
}

function blendPlane(
  data: Uint8Array,
  plane: { offset: number; stride: number } | undefined,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  alpha: Uint8Array,
  value: Uint8Array | number,
  step = 1,
  first = 0,
): void {
  if (!plane) return
  for (let row = 0; row < height; row += 1) {
    let at = plane.offset + (y + row) * plane.stride + x * step + first
    for (let i = row * width; i < (row + 1) * width; i += 1, at += step) {
      const opacity = alpha[i] ?? 0
      if (opacity === 0) continue
      const to = typeof value === 'number' ? value : (value[i] ?? 0)
      const from = data[at] ?? 0
      data[at] = from + Math.round(((to - from) * opacity) / 255)
    }
  }
}
