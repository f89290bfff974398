import type { SoundTrack } from '#mp4-sound'
import { OVERLAP_SECONDS, PART_SECONDS } from '../contract/media-objects.ts'

/** Maximum distance of a cut from an even division, in seconds. */
const REACH_SECONDS = 60
/** Length of the quiet stretch to look for, in seconds. */
const QUIET_SECONDS = 0.6

/** Frames from `first` up to but excluding `end`, and where they are in the sound. */
export interface SoundPart {
  first: number
  end: number
  span: { startMs: number; endMs: number }
}

/** How sound is divided into parts. */
export interface Division {
  /** Sound of at least this many seconds is divided. 0 means never. */
  fromSeconds: number
  mostParts: number
}

/**
 * Divides a sound into overlapping parts of ten to twenty minutes that are transcribed in parallel. Returns no parts if
 * the sound is too short. The sound need not be decoded to find pauses, because encoders spend the fewest bytes on
 * silence. Each cut is therefore in the 0.6 seconds with the fewest bytes near the even position. Sound with frames of
 * constant size is cut evenly.
 */
export function divideSound({ frames }: Pick<SoundTrack, 'frames'>, { fromSeconds, mostParts }: Division): SoundPart[] {
  const { count, sounds } = frames
  const seconds = sounds[count] ?? 0
  if (fromSeconds === 0 || seconds < fromSeconds) return []
  const parts = Math.min(mostParts, Math.floor(seconds / PART_SECONDS))
  if (parts < 2) return []
  const frameSeconds = seconds / count
  const framesIn = (length: number) => Math.max(1, Math.round(length / frameSeconds))
  const cuts = Array.from({ length: parts - 1 }, (_, i) =>
    quietestFrame(
      frames.sizes,
      Math.round((count * (i + 1)) / parts),
      framesIn(REACH_SECONDS),
      framesIn(QUIET_SECONDS),
    ),
  )
  const ms = (frame: number) => Math.round((sounds[frame] ?? 0) * 1000)
  return Array.from({ length: parts }, (_, i) => {
    const [from, to] = [cuts[i - 1], cuts[i]]
    const first = from === undefined ? 0 : from - framesIn(OVERLAP_SECONDS)
    const end = to === undefined ? count : to + framesIn(OVERLAP_SECONDS)
    return { first, end, span: { startMs: ms(first), endMs: ms(end) } }
  })
}

/** The middle of the stretch with the fewest bytes within reach of a frame, the nearest one if several are equal. */
function quietestFrame(sizes: Uint32Array, even: number, reach: number, width: number): number {
  let best = { frame: even, bytes: Number.POSITIVE_INFINITY, distance: Number.POSITIVE_INFINITY }
  let bytes = 0
  for (let frame = even - reach; frame < even + reach; frame += 1) {
    bytes += sizes[frame] ?? 0
    const first = frame - width + 1
    if (first < even - reach) continue
    const middle = first + (width >> 1)
    const distance = Math.abs(middle - even)
    if (bytes < best.bytes || (bytes === best.bytes && distance < best.distance))
      best = { frame: middle, bytes, distance }
    bytes -= sizes[first] ?? 0
  }
  return best.frame
}
