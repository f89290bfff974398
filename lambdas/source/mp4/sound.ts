import { BusinessError } from '../../runtime/step.ts'
import type { MediaFile } from '../media-file.ts'
import { MalformedError } from './box.ts'
import type { Movie, Track } from './movie.ts'
import { MP3_HEADER_BYTES } from './mp3.ts'
import type { SampleList } from './samples.ts'
import { mp3Coding, type SoundCoding } from './sound-coding.ts'

/** Smaller gaps between frames are rounding errors of the file. */
const GAP_SECONDS = 0.05

/** A stretch without sound before a frame, in units of the coding's rate. */
export interface Gap {
  frame: number
  units: number
}

/**
 * The sound of a video by its frames. A frame always counts for at least the duration that its codec defines; the
 * file's timestamps can only add gaps between frames. All times are in units of the coding's rate.
 */
export interface Sound {
  coding: SoundCoding
  /** One sample per frame. */
  samples: SampleList
  /** Time before the first frame. */
  delay: number
  /** Encoder priming at the start, which players skip. */
  skipped: number
  gaps: Gap[]
  /** End of the last frame relative to the start of the first, including gaps. */
  end: number
}

/** Tracks of one recording, such as its languages, differ by less than this share of their length. */
const SAME_LENGTH = 0.9

/**
 * Finds the sound to transcribe: the first enabled track whose frames can be counted, but not one that is much shorter
 * than another. A second of sound before the real track would otherwise be all that is transcribed.
 * @throws BusinessError UNSUPPORTED_AUDIO if no track can be counted
 */
export async function findSound(file: MediaFile, movie: Movie): Promise<Sound> {
  const counted: { track: Track; coding: SoundCoding; seconds: number }[] = []
  for (const track of movie.tracks) {
    const coding = track.sound.count > 0 ? await readCoding(file, track) : undefined
    if (coding) counted.push({ track, coding, seconds: (track.sound.count * coding.frameUnits) / coding.rate })
  }
  const enabled = counted.filter(({ track }) => track.isEnabled)
  const wanted = enabled.length > 0 ? enabled : counted
  const longest = Math.max(...wanted.map(({ seconds }) => seconds))
  const found = wanted.find(({ seconds }) => seconds >= longest * SAME_LENGTH)
  if (!found) throw new BusinessError('UNSUPPORTED_AUDIO', 'the frames of the sound cannot be counted')
  return timed(found.track, found.coding, movie)
}

async function readCoding(file: MediaFile, track: Track): Promise<SoundCoding | undefined> {
  const described = track.descriptions[(track.description ?? 1) - 1]
  if (described?.kind !== 'mp3') return described?.coding
  const first = track.sound.positions[0] ?? 0
  if (first < 0 || first + MP3_HEADER_BYTES > file.size) throw new MalformedError('the sound lies outside of the file')
  return mp3Coding(await file.read(first, first + MP3_HEADER_BYTES))
}

function timed(track: Track, coding: SoundCoding, movie: Movie): Sound {
  const { rate, frameUnits } = coding
  const samples = track.sound
  const gaps: Gap[] = []
  let end = 0
  for (let frame = 0; frame < samples.count; frame += 1) {
    const start = (samples.starts[frame] ?? 0) * rate
    if (start > end + GAP_SECONDS * rate) {
      gaps.push({ frame, units: Math.round(start - end) })
      end += Math.round(start - end)
    }
    end += frameUnits
  }
  // All tracks of a recording cut from a longer one start late.
  const origin = Math.min(
    ...movie.tracks.filter(({ samples }) => samples > 0).map(({ firstSeconds = 0 }) => firstSeconds),
  )
  const delaySeconds = track.edits.delay / Math.max(1, movie.timescale) + (track.firstSeconds ?? 0) - origin
  const skipped = Math.round((track.edits.mediaTime / track.timescale) * rate)
  if (skipped >= end) throw new MalformedError('the edit list shows nothing')
  return { coding, samples, delay: Math.round(delaySeconds * rate), skipped, gaps, end }
}
