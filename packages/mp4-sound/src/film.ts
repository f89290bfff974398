import { type Showing, showings } from './edits.ts'
import { MalformedError, Mp4Error } from './errors.ts'
import { MOST_SAMPLES, type StatedTrack } from './stated-track.ts'
import type { Frames } from './track.ts'

/** The frames of a track as the film shows them. */
export interface Shown {
  frames: Frames
  /** Seconds of the film: the first and last audible moment of the sound, and the end of the track. */
  from: number
  to: number
  end: number
  /** Samples that lie outside of the file. */
  missing: number
}

/** A sound clock may be this much faster than the frames. Faster ones are wrong: no player plays sound in less time. */
const FASTEST = 0.9
/** Seconds of a frame that must be shown for the frame to count: time units are rounded. */
const LEAST_SHOWN = 0.001
/** A stated duration above this multiple of the usual one contains a gap. */
const GAP = 1.5

/**
 * Puts the samples of a track on the film's clock: the edit list decides which of them are shown and when. Frames are
 * kept whole; `from` and `to` state where the first and the last are cut.
 * @param frameSeconds length of a frame if the codec fixes it
 * @param zero the film's time zero, in seconds of the media
 */
export function showFrames(
  track: StatedTrack,
  frameSeconds: number | undefined,
  zero: number,
  fileSize: number,
): Shown {
  const { sound: samples, timescale, units, edits } = track
  const lengths = frameLengths(track, frameSeconds)
  const starts = startTimes(track, lengths)
  const last = samples.count - 1
  const wholeEnd = Math.max((starts[last] ?? 0) + lengths(last), units / timescale)
  const { shown, end } = showings(edits, starts[0] ?? 0, wholeEnd)
  const frames = new FrameList()
  let missing = 0
  let to = 0
  for (const [n, showing] of shown.entries()) {
    const shownEnd = Math.min(showing.to, wholeEnd)
    for (let i = firstShown(starts, lengths, showing, samples.count); i < samples.count; i += 1) {
      const start = starts[i] ?? 0
      if (start > shownEnd - LEAST_SHOWN) break
      const [position, size] = [samples.positions[i] ?? 0, samples.sizes[i] ?? 0]
      if (position < 0 || position + size > fileSize) {
        missing += 1
        continue
      }
      const film = showing.at + start - showing.from - zero
      frames.add(position, size, n === 0 ? film : Math.max(film, showing.at - zero), lengths(i))
      to = Math.min(film + lengths(i), showing.at + shownEnd - showing.from - zero)
    }
  }
  const [first] = shown
  // An edit list that shows no sound at all is wrong, so it is ignored.
  if (frames.count === 0 && missing === 0 && edits.length > 0)
    return showFrames({ ...track, edits: [] }, frameSeconds, zero, fileSize)
  if (!first || frames.count === 0) throw new MalformedError('the sound is outside of the file')
  return { frames: frames.finish(), from: Math.max(first.at - zero, frames.firstFilm), to, end: end - zero, missing }
}

function firstShown(starts: Float64Array, lengths: (i: number) => number, { from }: Showing, count: number): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) < from) low = middle + 1
    else high = middle
  }
  return low > 0 && (starts[low - 1] ?? 0) + lengths(low - 1) > from + LEAST_SHOWN ? low - 1 : low
}

/** Length of each frame in seconds: defined by its codec, else as stated, without the gap that a stated duration may contain. */
function frameLengths({ sound, timescale, units }: StatedTrack, fixed: number | undefined): (i: number) => number {
  if (fixed !== undefined) return () => fixed
  const stated = (i: number) =>
    Math.max(0, ((i + 1 < sound.count ? (sound.times[i + 1] ?? 0) : units) - (sound.times[i] ?? 0)) / timescale)
  const counts = new Map<number, number>()
  for (let i = 0; i < sound.count; i += 1) counts.set(stated(i), (counts.get(stated(i)) ?? 0) + 1)
  let usual = 0
  for (const [length, count] of counts) if (length > 0 && count > (counts.get(usual) ?? 0)) usual = length
  return i => (stated(i) > usual * GAP ? usual : stated(i))
}

/** Start times in seconds of the media: as stated, or one frame after another if the clock is far too fast. */
function startTimes({ sound, timescale }: StatedTrack, lengths: (i: number) => number): Float64Array {
  const starts = Float64Array.from(sound.times, units => units / timescale)
  const nominal = starts.reduce((sum, _, i) => sum + lengths(i), 0)
  const stated = (starts.at(-1) ?? 0) + lengths(starts.length - 1) - (starts[0] ?? 0)
  if (stated >= nominal * FASTEST) return starts
  for (let i = 1; i < starts.length; i += 1) starts[i] = Math.max(starts[i] ?? 0, (starts[i - 1] ?? 0) + lengths(i - 1))
  return starts
}

/** Collects frames; their times in the film never decrease. */
class FrameList {
  readonly #sizes: number[] = []
  readonly #positions: number[] = []
  /** Starts, and after the last frame the end. */
  readonly #sounds = [0]
  readonly #films: number[] = []
  #filmEnd = 0

  get count(): number {
    return this.#sizes.length
  }

  get firstFilm(): number {
    return this.#films[0] ?? 0
  }

  add(position: number, size: number, film: number, length: number): void {
    if (this.count === MOST_SAMPLES) throw new Mp4Error('TOO_LONG', `more than ${MOST_SAMPLES} frames are shown`)
    const at = Math.max(film, this.#films.at(-1) ?? film)
    this.#sizes.push(size)
    this.#positions.push(position)
    this.#sounds.push((this.#sounds.at(-1) ?? 0) + length)
    this.#films.push(at)
    this.#filmEnd = at + length
  }

  finish(): Frames {
    return {
      count: this.count,
      sizes: Uint32Array.from(this.#sizes),
      positions: Float64Array.from(this.#positions),
      sounds: Float64Array.from(this.#sounds),
      films: Float64Array.from([...this.#films, this.#filmEnd]),
    }
  }
}

/**
 * Finds when the film shows a video track. Returns the track's stretches in the film's time, and their end. The media's
 * end is computed from decoding times: if the frame rate varies, the last picture may begin after it.
 */
export function showPictures(
  { units, offset, timescale, edits, firstUnits = 0 }: StatedTrack,
  zero: number,
): { shown: Showing[]; end: number } {
  const delay = Math.max(0, offset) / timescale
  const { shown, end } = showings(edits, firstUnits / timescale, units / timescale + delay)
  // Without an edit list, players compute the film's length from decoding times.
  return {
    shown: shown.map(each => ({ ...each, at: each.at - zero })),
    end: end - zero - (edits.length > 0 ? 0 : delay),
  }
}

/**
 * The film's time zero: the start of the first fragment of a recording that was cut from a longer one, in seconds. A
 * delay that an edit list states remains.
 */
export function filmZero(tracks: readonly StatedTrack[]): number {
  const starts = tracks
    .filter(({ samples }) => samples > 0)
    .map(({ firstUnits = 0, timescale, edits }) => {
      const from = edits.find(edit => edit.from !== undefined)?.from ?? 0
      return firstUnits / timescale - from
    })
  return Math.max(0, Math.min(...starts))
}
