import { BlobSource, Input, type VideoSample, VideoSampleSink } from 'mediabunny'
import { decodeFewPictures } from '../../shared/few-pictures.ts'
import { readPlanes, shrinkPlane } from '../../shared/own-video/shrink-picture.ts'
import { OWN_FORMATS } from './waveform-data.ts'

/** Frames are compared at this size: enough to tell a cut from a movement. */
const SIZE = { width: 32, height: 18 } as const
/** Rows and columns that are read of each block. */
const POINTS = 4
/** Mean difference of brightness, which video stores as 16 to 235, from which two frames may be of two shots. */
const CUT = 19
/** A cut differs this many times more than the frames around it; a pan or a flicker does not. */
const STANDS_OUT = 3

/** Moments of a stretch, in ms, at which another shot begins. */
export async function findShots(file: Blob, fromMs: number, toMs: number, signal: AbortSignal): Promise<number[]> {
  const input = new Input({ source: new BlobSource(file), formats: OWN_FORMATS })
  try {
    const track = await input.getPrimaryVideoTrack()
    if (!track || !(await track.canDecode())) return []
    decodeFewPictures()
    const frames: Frame[] = []
    const read = brightnessReader()
    for await (const sample of new VideoSampleSink(track).samples(fromMs / 1000, toMs / 1000)) {
      const ms = Math.round(sample.timestamp * 1000)
      const brightness = await read(sample).finally(() => sample.close())
      if (signal.aborted) return []
      frames.push({ ms, brightness })
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

/**
 * Reads small frames from the decoder's brightness plane. A canvas serves only other formats, because Chromium without
 * a GPU keeps a copy of every frame that it draws: 8 MB each at 1080p, up to 500 MB.
 */
function brightnessReader(): (sample: VideoSample) => Promise<Uint8Array> {
  let buffer: Uint8Array<ArrayBuffer> | undefined
  return async sample => {
    const planes = await readPlanes(sample, buffer)
    if (!planes) return drawnBrightness(sample)
    buffer = planes.bytes
    return shrinkPlane(planes.bytes, planes.brightness, SIZE, POINTS)
  }
}

function drawnBrightness(sample: VideoSample): Uint8Array {
  const context = new OffscreenCanvas(SIZE.width, SIZE.height).getContext('2d', { willReadFrequently: true })
  if (!context) return new Uint8Array()
  sample.draw(context, 0, 0, SIZE.width, SIZE.height)
  const { data } = context.getImageData(0, 0, SIZE.width, SIZE.height)
  return Uint8Array.from({ length: data.length / 4 }, (_, i) => {
    const [red = 0, green = 0, blue = 0] = data.subarray(i * 4, i * 4 + 3)
    return Math.round(red * 0.299 + green * 0.587 + blue * 0.114)
  })
}
