import { BusinessError } from '../runtime/step.ts'
import type { MediaFile } from './media-file.ts'
import type { Sound } from './mp4/sound.ts'
import { soundFileBytes, soundFileHeader } from './mp4/sound-file.ts'

/** Bytes per request, and the distance over which reading on is cheaper than another request. */
const WINDOW = 8 * 1024 ** 2
const SKIP = 512 * 1024
/** Windows read concurrently; bounds the memory. */
const AHEAD = 3

export interface SoundFile {
  /** Bytes of the file. */
  size: number
  /** The file in pieces, each read on demand. */
  content: AsyncIterable<Uint8Array>
}

/**
 * The sound of a video as a separate file that contains exactly the counted frames. Only this file is transcribed, never
 * the upload, so no box of the upload can make Amazon transcribe more than was charged for.
 * Reading throws BusinessError DAMAGED_VIDEO at a sample that is not one frame.
 */
export function soundFile(file: MediaFile, sound: Sound): SoundFile {
  const header = soundFileHeader(sound)
  return { size: soundFileBytes(header), content: readContent(file, sound, header) }
}

async function* readContent(file: MediaFile, sound: Sound, header: Buffer): AsyncGenerator<Uint8Array> {
  yield header
  let unreadable = 0
  for await (const { window, bytes } of windowsRead(file, planWindows(sound))) {
    const cut = cutFrames(window, bytes, sound)
    unreadable += cut.unreadable
    // Thrown before the last piece, with which the object would be complete.
    if (unreadable > sound.samples.count * UNREADABLE_SHARE)
      throw new BusinessError('DAMAGED_VIDEO', 'too many samples cannot be read')
    yield cut.content
  }
}

/** A damaged recording may have this share of samples that cannot be read. */
const UNREADABLE_SHARE = 0.1

/** Frames that are close together in the file. */
interface Window {
  first: number
  /** Index after the last frame. */
  end: number
  start: number
  stop: number
  /** Bytes of the frames, which may overlap in the file. */
  bytes: number
}

function* planWindows({ samples }: Sound): Generator<Window> {
  let window: Window | undefined
  for (let i = 0; i < samples.count; i += 1) {
    const start = samples.positions[i] ?? 0
    const stop = start + (samples.sizes[i] ?? 0)
    const bytes = stop - start
    const isNear = window && start >= window.start && start <= window.stop + SKIP && stop <= window.start + WINDOW
    if (window && isNear && window.bytes + bytes <= WINDOW) {
      window.end = i + 1
      window.bytes += bytes
      window.stop = Math.max(window.stop, stop)
      continue
    }
    if (window) yield window
    window = { first: i, end: i + 1, start, stop, bytes }
  }
  if (window) yield window
}

/** Reads windows in order, prefetching the next ones while one is in use. */
async function* windowsRead(
  file: MediaFile,
  windows: Iterable<Window>,
): AsyncGenerator<{ window: Window; bytes: Uint8Array }> {
  const underWay: { window: Window; bytes: Promise<Uint8Array> }[] = []
  for (const window of windows) {
    const bytes = window.stop > window.start ? file.read(window.start, window.stop) : Promise.resolve(new Uint8Array())
    // A consumer that awaits it gets the error; an unhandled rejection must not end the process.
    bytes.catch(() => undefined)
    underWay.push({ window, bytes })
    const oldest = underWay.length > AHEAD ? underWay.shift() : undefined
    if (oldest) yield { window: oldest.window, bytes: await oldest.bytes }
  }
  for (const { window, bytes } of underWay) yield { window, bytes: await bytes }
}

/**
 * The frames of a window, concatenated without the bytes between them. Silence replaces a sample that cannot be read,
 * because another decoder might find several frames in it.
 */
function cutFrames(
  { first, end, start }: Window,
  bytes: Uint8Array,
  { samples, coding }: Sound,
): { content: Uint8Array; unreadable: number } {
  const frames = samples.sizes.subarray(first, end)
  const content = new Uint8Array(frames.reduce((sum, size) => sum + size, 0))
  let [at, unreadable] = [0, 0]
  for (const [i, size] of frames.entries()) {
    const from = (samples.positions[first + i] ?? 0) - start
    const frame = bytes.subarray(from, from + size)
    const found = frame.length === size ? coding.contentOf(frame) : 'more'
    if (found === 'more' || (found === 'unreadable' && !coding.silence))
      throw new BusinessError('DAMAGED_VIDEO', `sample ${first + i} is not one frame`)
    if (found === 'block') content.set(frame, at)
    else {
      unreadable += 1
      if (coding.silence && coding.silence.length <= size) content.set(coding.silence, at)
    }
    at += size
  }
  return { content, unreadable }
}
