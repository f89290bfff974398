import type { MediaProbe } from '../contract/media-objects.ts'
import { BusinessError } from '../runtime/step.ts'
import { forwardReader, type MediaFile } from './media-file.ts'
import { boxHeader, fourCharacters, HEADER_BYTES, MalformedError, part } from './mp4/box.ts'
import { addFragment, type Track, tracksOf } from './mp4/movie.ts'

/** Larger headers are rejected: four hours of sound and pictures take about 20 MB. */
const LARGEST_HEADER = 128 * 1024 ** 2

/** Frames at start and end that carry no sound; recorders rightly leave them out of the durations. */
const PADDING_FRAMES = 3

/**
 * Length of an MP4 file by the samples of its sound and pictures. The duration in the header and edit lists are ignored,
 * and AAC is also counted by its frames, because sample durations are only the file's claim. Only headers are read, and
 * the work is bounded by their size.
 * @param maxSeconds longest accepted length
 * @throws BusinessError NOT_A_VIDEO, DAMAGED_VIDEO, NO_AUDIO or TOO_LONG
 */
export async function probeMedia(file: MediaFile, maxSeconds: number): Promise<MediaProbe> {
  const tracks = await readTracks(file)
  if (!tracks.some(track => track.kind === 'sound' && track.samples > 0))
    throw new BusinessError('NO_AUDIO', 'the file has no sound')
  const seconds = Math.max(...tracks.map(secondsOf))
  if (!(seconds > 0)) throw new BusinessError('DAMAGED_VIDEO', 'the samples have no length')
  if (seconds >= maxSeconds + 1) throw new BusinessError('TOO_LONG', `more than ${maxSeconds} seconds`)
  return { durationMs: Math.round(seconds * 1000) }
}

function secondsOf({ units, timescale, samples, frameSeconds }: Track): number {
  return Math.max(units / timescale, (samples - PADDING_FRAMES) * frameSeconds)
}

async function readTracks(file: MediaFile): Promise<Track[]> {
  try {
    return await walk(file)
  } catch (cause) {
    // DataView throws a RangeError if a number lies beyond the end of its box.
    if (cause instanceof MalformedError || cause instanceof RangeError)
      throw new BusinessError('DAMAGED_VIDEO', 'the file contradicts itself', { cause })
    throw cause
  }
}

/** Walks the boxes of the top level; a truncated file ends in the middle of one. */
async function walk(file: MediaFile): Promise<Track[]> {
  if (file.size < HEADER_BYTES) throw new BusinessError('NOT_A_VIDEO', `a file of ${file.size} bytes`)
  const read = forwardReader(file)
  let tracks: Map<number, Track> | undefined
  for (let at = 0; at < file.size; ) {
    const start = await read(at, HEADER_BYTES)
    if (at === 0) refuseOthers(start)
    const header = boxHeader(start, file.size - at)
    // Trailing bytes that are not a box, such as padding, are harmless.
    if (!header) break
    const { type, headerSize, size } = header
    if (type === 'moov' || type === 'moof') {
      if (size > LARGEST_HEADER) throw new MalformedError(`${type} of ${size} bytes`)
      const content = part(await read(at, size), headerSize, size - headerSize)
      if (type === 'moov') tracks ??= new Map(tracksOf(content).map(track => [track.id, track]))
      else addFragment(content, tracks ?? new Map())
    }
    at += size
  }
  if (!tracks) throw new MalformedError('there is no moov')
  return [...tracks.values()]
}

/** An MP4 file begins with its brand. QuickTime's brand is another format, which Amazon Transcribe does not promise to accept. */
function refuseOthers(start: DataView): void {
  const isMp4 = ['ftyp', 'styp'].includes(fourCharacters(start, 4)) && fourCharacters(start, 8) !== 'qt  '
  if (!isMp4) throw new BusinessError('NOT_A_VIDEO', 'the file does not begin like an MP4 file')
}
