import type { MediaBytes } from './bytes.ts'
import type { SoundCoding } from './coding.ts'
import { MalformedError } from './errors.ts'
import type { Frames, SoundTrack } from './track.ts'

/** Bytes per request, and the distance over which reading on is cheaper than another request. */
const WINDOW = 8 * 1024 ** 2
const SKIP = 512 * 1024
/** Windows read concurrently; bounds the memory. */
const AHEAD = 3
/** A damaged recording may have this share of samples that cannot be read. */
const UNREADABLE_SHARE = 0.1

/**
 * Reads the bytes of frames from `first` up to but excluding `end`, without the bytes between them. Cuts every sample to
 * the one frame that is counted.
 */
export async function* readFrames(
  file: MediaBytes,
  { frames, coding }: SoundTrack,
  first: number,
  end: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let unreadable = 0
  for await (const { window, bytes } of windowsRead(file, planWindows(frames, first, end))) {
    const content = cutFrames(window, bytes, frames)
    if (coding) unreadable += countedFrames(content, frames.sizes.subarray(window.first, window.end), coding)
    // Thrown before the last piece, with which the object would be complete.
    if (unreadable > (end - first) * UNREADABLE_SHARE) throw new MalformedError('too many samples cannot be read')
    yield content
  }
}

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

function* planWindows({ positions, sizes }: Frames, first: number, end: number): Generator<Window> {
  let window: Window | undefined
  for (let i = first; i < end; i += 1) {
    const start = positions[i] ?? 0
    const stop = start + (sizes[i] ?? 0)
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
  file: MediaBytes,
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

/** The frames of a window, concatenated without the bytes between them. */
function cutFrames({ first, end, start, bytes }: Window, read: Uint8Array, { positions, sizes }: Frames) {
  const content = new Uint8Array(bytes)
  let at = 0
  for (let i = first; i < end; i += 1) {
    const [from, size] = [(positions[i] ?? 0) - start, sizes[i] ?? 0]
    const frame = read.subarray(from, from + size)
    if (frame.length < size) throw new MalformedError(`the file ends within frame ${i}`)
    content.set(frame, at)
    at += size
  }
  return content
}

/** Overwrites everything but the counted frame of each sample; returns the number of unreadable samples. */
function countedFrames(content: Uint8Array, sizes: Uint32Array, { frameIn, silence }: SoundCoding): number {
  let [at, unreadable] = [0, 0]
  for (const size of sizes) {
    const sample = content.subarray(at, at + size)
    const frame = frameIn(sample)
    if (frame && hasFrame(sample.subarray(frame.bytes), frameIn))
      throw new MalformedError('a sample holds several frames')
    // Zeros after a frame are padding, which no decoder plays.
    sample.fill(0, frame?.bytes ?? 0)
    if (!frame) {
      unreadable += 1
      if (silence.length <= size) sample.set(silence)
    }
    at += size
  }
  return unreadable
}

/** Zeros with which a frame may begin. */
const LEADING_ZEROS = 3

/** Whether the bytes after a frame are another frame, rather than padding or an encoder's own data. */
function hasFrame(bytes: Uint8Array, frameIn: SoundCoding['frameIn']): boolean {
  const next = bytes.findIndex(byte => byte !== 0)
  for (let at = Math.max(0, next - LEADING_ZEROS); at <= next; at += 1) if (frameIn(bytes.subarray(at))) return true
  return false
}
