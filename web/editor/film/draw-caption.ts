import type { Cue, Profile } from '#subtitle-engine'
import { type FilmStyle, lookIn } from './style.ts'

/** A film's picture: its size as stored, and as shown, which is rotated and has square pixels. */
export interface PictureShape {
  width: number
  height: number
  shownWidth: number
  shownHeight: number
  /** Degrees clockwise by which players rotate the stored picture. */
  rotation: number
}

/** A caption's pixels and their position in the stored picture. */
export interface CaptionPixels {
  x: number
  y: number
  width: number
  height: number
  /** RGBA, not premultiplied. */
  data: Uint8ClampedArray<ArrayBuffer>
}

type Context = Pick<
  CanvasRenderingContext2D,
  'fillText' | 'strokeText' | 'measureText' | 'fillRect' | 'setTransform' | 'getImageData'
> &
  Pick<CanvasRenderingContext2D, 'font' | 'fillStyle' | 'strokeStyle' | 'lineWidth' | 'lineJoin'> &
  Pick<CanvasRenderingContext2D, 'textAlign' | 'textBaseline'>

/** As in the page's styles. The first font has only letters of the page's own texts, so subtitles need the second. */
const FAMILY = '"Jamak Sans", "Pretendard Variable", sans-serif'
const WEIGHTS = { bold: 700, regular: 500 } as const
/** Width of the outline as a share of the em, as in the ASS file: 3 of 55 on either side. */
const OUTLINE = 0.11
/** Position of the baseline in a line of `lineHeight`, as a share of the em. */
const BASELINE = 0.93
const BOX = 'rgba(0, 0, 0, 0.72)'
const BOX_PADDING = 0.24

/** The CSS font of a film's captions. */
export function captionFont({ weight }: FilmStyle, em: number): string {
  return `${WEIGHTS[weight]} ${em}px ${FAMILY}`
}

/** Draws a cue into a context whose coordinates are those of the shown picture. */
export function drawCaption(
  context: Omit<Context, 'setTransform' | 'getImageData'>,
  { lines, place }: Pick<Cue, 'lines' | 'place'>,
  profile: Profile,
  style: FilmStyle,
  picture: { width: number; height: number },
): void {
  const look = lookIn(profile, style, picture, place === 'top')
  context.font = captionFont(style, look.em)
  const widest = Math.max(...lines.map(line => context.measureText(line).width))
  const em = look.em * Math.min(1, look.mostWidth / widest)
  context.font = captionFont(style, em)
  context.textAlign = 'center'
  context.textBaseline = 'alphabetic'
  const line = em * look.lineHeight
  const top = look.from === 'top' ? look.margin : picture.height - look.margin - line * lines.length
  const middle = picture.width / 2
  for (const [n, text] of lines.entries()) {
    const y = top + n * line
    if (style.back === 'box') {
      const width = context.measureText(text).width + 2 * BOX_PADDING * em
      context.fillStyle = BOX
      context.fillRect(middle - width / 2, y, width, line)
    } else {
      context.lineJoin = 'round'
      context.lineWidth = em * OUTLINE
      context.strokeStyle = '#000'
      context.strokeText(text, middle, y + BASELINE * em)
    }
    context.fillStyle = '#fff'
    context.fillText(text, middle, y + BASELINE * em)
  }
}

/** Draws a cue for a stored picture, counter-rotated because players rotate it, and returns the area that it covers. */
export function captionPixels(
  context: Context,
  cue: Pick<Cue, 'lines' | 'place'>,
  profile: Profile,
  style: FilmStyle,
  shape: PictureShape,
): CaptionPixels | undefined {
  const { width, height, shownWidth, shownHeight, rotation } = shape
  const isTurned = rotation % 180 !== 0
  const [across, down] = isTurned ? [shownHeight, shownWidth] : [shownWidth, shownHeight]
  const matrix = new DOMMatrix()
    .scale(width / across, height / down)
    .translate(across / 2, down / 2)
    .rotate(-rotation)
    .translate(-shownWidth / 2, -shownHeight / 2)
  context.setTransform(matrix)
  drawCaption(context, cue, profile, style, { width: shownWidth, height: shownHeight })
  context.setTransform(1, 0, 0, 1, 0, 0)
  return covered(context, width, height)
}

/** The smallest area of the canvas, aligned to even pixels, that contains everything drawn. */
function covered(context: Context, width: number, height: number): CaptionPixels | undefined {
  const { data } = context.getImageData(0, 0, width, height)
  let [left, top, right, bottom] = [width, height, 0, 0]
  for (let y = 0, at = 3; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 4) {
      if (data[at] === 0) continue
      left = Math.min(left, x)
      right = Math.max(right, x + 1)
      top = Math.min(top, y)
      bottom = y + 1
    }
  if (right === 0) return undefined
  // Video stores one colour per block of two by two pixels.
  const [x, y] = [left & ~1, top & ~1]
  const [w, h] = [Math.min(width, (right + 1) & ~1) - x, Math.min(height, (bottom + 1) & ~1) - y]
  return { x, y, width: w, height: h, data: context.getImageData(x, y, w, h).data }
}
