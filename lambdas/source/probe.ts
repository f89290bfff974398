import type { MediaProbe } from '../contract/media-objects.ts'
import { BusinessError } from '../runtime/step.ts'
import { forwardReader, type MediaFile } from './media-file.ts'
import { boxBudget, boxesAt, fourCharacters, HEADER_BYTES, MalformedError } from './mp4/box.ts'
import { addFragment } from './mp4/fragment.ts'
import { type Movie, readMovie, type Track } from './mp4/movie.ts'
import { readSampleTables } from './mp4/sample-tables.ts'
import { sampleBudget } from './mp4/samples.ts'
import { findSound, type Sound } from './mp4/sound.ts'

/** Total bytes of headers: four hours of sound and pictures take about 20 MB. */
const LARGEST_HEADERS = 128 * 1024 ** 2

/** Maximum bytes of a fragment, which is read whole: one fragment of four hours takes 10 MB. */
const LARGEST_FRAGMENT = 32 * 1024 ** 2

/** Maximum boxes in the movie header; recorders write a few hundred. */
const MOVIE_BOXES = 20_000
/** Maximum boxes in the file and its fragments: four hours in fragments of half a second take 350,000. */
const FILE_BOXES = 500_000

/** Most frames of encoder priming that an edit list may hide from the charge; they are hidden in the rebuilt file too. */
const PRIMING_FRAMES = 3

export interface ProbedMedia extends MediaProbe {
  sound: Sound
}

/**
 * Measures an MP4 file by the frames of its sound and the samples of its video. Durations in headers and edit lists
 * cannot shorten the result: they are only claims, while the frames are what is transcribed. Reads only headers; the
 * work is bounded by their size.
 * @param maxSeconds longest accepted length
 * @throws BusinessError NOT_A_VIDEO, DAMAGED_VIDEO, NO_AUDIO, UNSUPPORTED_AUDIO or TOO_LONG
 */
export async function probeMedia(file: MediaFile, maxSeconds: number): Promise<ProbedMedia> {
  try {
    const movie = await walk(file)
    if (!movie.tracks.some(track => track.kind === 'sound' && track.samples > 0))
      throw new BusinessError('NO_AUDIO', 'the file has no sound')
    const sound = await findSound(file, movie)
    const seconds = Math.max(soundSeconds(sound), ...movie.tracks.map(claimedSeconds))
    if (!(seconds > 0)) throw new BusinessError('DAMAGED_VIDEO', 'the samples have no length')
    if (seconds >= maxSeconds + 1) throw new BusinessError('TOO_LONG', `more than ${maxSeconds} seconds`)
    refuseOutside(sound, file.size)
    return { durationMs: Math.round(seconds * 1000), sound }
  } catch (cause) {
    // DataView throws a RangeError if a number extends beyond the end of its box.
    if (cause instanceof MalformedError || cause instanceof RangeError)
      throw new BusinessError('DAMAGED_VIDEO', 'the file contradicts itself', { cause })
    throw cause
  }
}

function claimedSeconds({ units, timescale }: Track): number {
  return units / timescale
}

function soundSeconds({ delay, skipped, end, coding }: Sound): number {
  return (delay + end - Math.min(skipped, PRIMING_FRAMES * coding.frameUnits)) / coding.rate
}

/** Maximum backward jumps from one frame to the next. Each costs a request, and recorders write frames in order. */
const MOST_JUMPS = 1000

/**
 * Maximum bytes per second of sound, whatever its codec and rate: twice what AAC carries in stereo at 48,000 Hz (ISO/IEC
 * 14496-3, 4.5.1.1: 6,144 bits a channel and frame). Single frames of real encoders exceed that, so only their sum is
 * bounded.
 */
const MOST_BYTES_PER_SECOND = 144_000
/** Maximum bytes of a sample, which is read whole. */
const LARGEST_SAMPLE = 1024 ** 2

function refuseOutside({ samples, coding }: Sound, fileSize: number): void {
  const seconds = 1 + (samples.count * coding.frameUnits) / coding.rate
  let bytes = 0
  let jumps = 0
  let previous = 0
  for (let i = 0; i < samples.count; i += 1) {
    const position = samples.positions[i] ?? 0
    const size = samples.sizes[i] ?? 0
    if (position < 0 || position + size > fileSize) throw new MalformedError('the sound lies outside of the file')
    bytes += size
    if (size > LARGEST_SAMPLE || bytes > seconds * MOST_BYTES_PER_SECOND)
      throw new MalformedError(`${bytes} bytes of sound in ${seconds} seconds`)
    if (position < previous) jumps += 1
    if (jumps > MOST_JUMPS) throw new MalformedError('the sound is scattered over the file')
    previous = position
  }
}

/** Reads the top-level boxes. A truncated file ends in the middle of one. */
async function walk(file: MediaFile): Promise<Movie> {
  if (file.size < HEADER_BYTES) throw new BusinessError('NOT_A_VIDEO', `a file of ${file.size} bytes`)
  const read = forwardReader(file)
  refuseOthers(await read(0, HEADER_BYTES))
  const budget = boxBudget(FILE_BOXES)
  let movie: Movie | undefined
  let headers = 0
  for await (const box of boxesAt(read, { start: 0, end: file.size }, budget)) {
    const bytes = box.end - box.start
    if (box.type === 'moov' || box.type === 'moof') headers += bytes
    if (headers > LARGEST_HEADERS) throw new MalformedError(`headers of ${headers} bytes`)
    if (box.type === 'moov' && !movie) {
      movie = await readMovie(read, box, boxBudget(MOVIE_BOXES), sampleBudget(file.size))
      for (const [track, tables] of movie.tables) await readSampleTables(read, tables, track)
    }
    if (box.type === 'moof') {
      if (bytes > LARGEST_FRAGMENT) throw new MalformedError(`a fragment of ${bytes} bytes`)
      const tracks = new Map((movie?.tracks ?? []).map(track => [track.id, track]))
      addFragment(await read(box.start, bytes), box.start - box.headerSize, tracks, budget)
    }
  }
  if (!movie) throw new MalformedError('there is no moov')
  return movie
}

/**
 * Refuses files without the `ftyp` brand of MP4. QuickTime's brand is a different format, which Amazon Transcribe does
 * not guarantee to accept.
 */
function refuseOthers(start: DataView): void {
  const isMp4 = ['ftyp', 'styp'].includes(fourCharacters(start, 4)) && fourCharacters(start, 8) !== 'qt  '
  if (!isMp4) throw new BusinessError('NOT_A_VIDEO', 'the file does not begin like an MP4 file')
}
