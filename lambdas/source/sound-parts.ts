import { MOST_PARTS, OVERLAP_SECONDS, PART_SECONDS, type SoundSpan } from '../contract/media-objects.ts'
import type { Sound } from './mp4/sound.ts'

/** Maximum distance of a cut from an even division, in seconds. */
const REACH_SECONDS = 60
/** Length of the quiet stretch to look for, in seconds. */
const QUIET_SECONDS = 0.6

/** A section of the sound as a separate sound. */
export interface SoundPart {
  span: SoundSpan
  sound: Sound
}

/**
 * Divides a sound into overlapping parts of ten to twenty minutes that are transcribed in parallel. Returns no parts if
 * it is shorter than `fromSeconds` (0 for never). Nothing is decoded: encoders spend the fewest bytes on silence, so
 * each cut is in the 0.6 seconds with the fewest bytes near the even position, or in a gap. Sound with frames of
 * constant size is cut evenly. Lengths count frames, so that no part consists of gaps only, which Amazon Transcribe
 * would refuse.
 */
export function divideSound(sound: Sound, fromSeconds: number): SoundPart[] {
  const { coding, samples } = sound
  const seconds = (samples.count * coding.frameUnits) / coding.rate
  if (fromSeconds === 0 || seconds < fromSeconds) return []
  const count = Math.min(MOST_PARTS, Math.floor(seconds / PART_SECONDS))
  if (count < 2) return []
  const starts = frameStarts(sound)
  const even = samples.count / count
  const cuts = Array.from({ length: count - 1 }, (_, i) => quietestPlace(sound, starts, Math.round(even * (i + 1))))
  return Array.from({ length: count }, (_, i) => {
    const [from, to] = [cuts[i - 1], cuts[i]]
    const first = from === undefined ? 0 : frameAt(starts, from - OVERLAP_SECONDS * coding.rate)
    const end = to === undefined ? samples.count : frameAt(starts, to + OVERLAP_SECONDS * coding.rate)
    return { span: spanOf(sound, starts, first, end), sound: slice(sound, starts, first, end) }
  })
}

/** Start of each frame, in units from the first, including gaps. */
function frameStarts({ samples, coding, gaps }: Sound): Float64Array {
  const starts = new Float64Array(samples.count)
  let at = 0
  let gap = 0
  for (let frame = 0; frame < samples.count; frame += 1) {
    if (gaps[gap]?.frame === frame) {
      at += gaps[gap]?.units ?? 0
      gap += 1
    }
    starts[frame] = at
    at += coding.frameUnits
  }
  return starts
}

/** The first frame that begins at or after a time. */
function frameAt(starts: Float64Array, units: number): number {
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) < units) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * The middle of the stretch with the fewest bytes near a frame, the nearest one if several are equal; in units from the
 * first frame.
 */
function quietestPlace({ samples, coding }: Sound, starts: Float64Array, even: number): number {
  const framesIn = (seconds: number) => Math.max(1, Math.round((seconds * coding.rate) / coding.frameUnits))
  const [width, reach] = [framesIn(QUIET_SECONDS), framesIn(REACH_SECONDS)]
  let best = { at: starts[even] ?? 0, cost: Number.POSITIVE_INFINITY, distance: Number.POSITIVE_INFINITY }
  let bytes = 0
  for (let frame = even - reach; frame < even + reach; frame += 1) {
    bytes += samples.sizes[frame] ?? 0
    const first = frame - width + 1
    if (first < even - reach) continue
    const begins = starts[first] ?? 0
    const lasts = (starts[frame] ?? 0) + coding.frameUnits - begins
    // Bytes per unit of time: a gap makes a stretch longer and therefore cheaper.
    const cost = bytes / lasts
    const distance = Math.abs(first + width / 2 - even)
    if (cost < best.cost || (cost === best.cost && distance < best.distance))
      best = { at: begins + lasts / 2, cost, distance }
    bytes -= samples.sizes[first] ?? 0
  }
  return best.at
}

function spanOf({ coding, delay, skipped, end: whole }: Sound, starts: Float64Array, first: number, end: number) {
  const transcriptMs = (units: number) => Math.max(0, Math.round(((delay - skipped + units) / coding.rate) * 1000))
  return { startMs: first === 0 ? 0 : transcriptMs(starts[first] ?? 0), endMs: transcriptMs(starts[end] ?? whole) }
}

/**
 * The frames from `first` up to but excluding `end`. Delay and encoder priming belong to the first part; a gap before a
 * part is dropped.
 */
function slice(sound: Sound, starts: Float64Array, first: number, end: number): Sound {
  const { coding, samples, gaps } = sound
  const origin = starts[first] ?? 0
  const isFirst = first === 0
  return {
    coding,
    samples: samples.slice(first, end),
    delay: isFirst ? sound.delay : 0,
    skipped: isFirst ? sound.skipped : 0,
    gaps: gaps
      .filter(({ frame }) => frame < end && (isFirst ? frame >= first : frame > first))
      .map(({ frame, units }) => ({ frame: frame - first, units })),
    end: (starts[end - 1] ?? 0) + coding.frameUnits - (isFirst ? 0 : origin),
  }
}
