import { BlobSource, CanvasSink, Input } from 'mediabunny'
import { OWN_FORMATS } from './waveform-data.ts'

/** Frames are compared at this size: enough to tell a cut from a movement. */
const SIZE = { width: 32, height: 18 } as const
/** Mean difference of brightness, of 255, from which two frames may be of two shots. */
const CUT = 22
/** A cut differs this many times more than the frames around it; a pan or a flicker does not. */
const STANDS_OUT = 3

/** Moments of a stretch, in ms, at which another shot begins. */
export async function findShots(file: Blob, fromMs: number, toMs: number, signal: AbortSignal): Promise<number[]> {
  const input = new Input({ source: new BlobSource(file), formats: OWN_FORMATS })
  try {
    const track = await input.getPrimaryVideoTrack()
    if (!track || !(await track.canDecode())) return []
    const frames: Frame[] = []
    const sink = new CanvasSink(track, { ...SIZE, fit: 'fill', poolSize: 2 })
    for await (const { canvas, timestamp } of sink.canvases(fromMs / 1000, toMs / 1000)) {
      if (signal.aborted) return []
      frames.push({ ms: Math.round(timestamp * 1000), brightness: readBrightness(canvas) })
    }
    return chooseShots(frames)
  } finally {
    input.dispose()
  }
}

interface Frame {
  ms: number
  brightness: Uint8Array
}

/** The frames that begin a shot: they differ much from the frame before, and far more than their neighbours do. */
export function chooseShots(frames: readonly Frame[]): number[] {
  const steps = frames.map((frame, i) => differenceBetween(frames[i - 1], frame))
  return frames.flatMap(({ ms }, i) => {
    const step = steps[i] ?? 0
    const around = Math.max(steps[i - 1] ?? 0, steps[i + 1] ?? 0)
    return step >= CUT && step >= around * STANDS_OUT ? [ms] : []
  })
}

function differenceBetween(before: Frame | undefined, { brightness }: Frame): number {
  if (!before) return 0
  const sum = brightness.reduce((total, value, i) => total + Math.abs(value - (before.brightness[i] ?? 0)), 0)
  return sum / Math.max(1, brightness.length)
}

function readBrightness(canvas: HTMLCanvasElement | OffscreenCanvas): Uint8Array {
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context || !('getImageData' in context)) return new Uint8Array()
  const { data } = context.getImageData(0, 0, SIZE.width, SIZE.height)
  return Uint8Array.from({ length: data.length / 4 }, (_, i) => {
    const [red = 0, green = 0, blue = 0] = data.subarray(i * 4, i * 4 + 3)
    return Math.round(red * 0.299 + green * 0.587 + blue * 0.114)
  })
}
