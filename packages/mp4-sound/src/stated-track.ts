import type { Budget, PlacedBox } from './box.ts'
import type { Edit } from './edits.ts'
import { MalformedError, Mp4Error } from './errors.ts'
import type { Labels } from './labels.ts'
import type { SampleEntry } from './sample-entry.ts'

/** A sound or picture track as the header and the fragments state it. */
export interface StatedTrack {
  id: number
  /** False for a track that players leave out, such as another language. */
  isEnabled: boolean
  kind: 'sound' | 'pictures'
  labels: Labels
  /** Time units per second. */
  timescale: number
  /** Number of samples, and the sum of their durations in time units. */
  samples: number
  units: number
  /** Units by which the first picture is shown after its decoding time. */
  offset: number
  edits: Edit[]
  /** Defaults for samples of a fragment that does not state its own. */
  defaults: SampleDefaults
  /** Time of the first fragment; `undefined` if samples precede it. */
  firstUnits: number | undefined
  /** Sample descriptions of sound, and how many samples refer to each number (from 1). */
  entries: SampleEntry[]
  used: Map<number, number>
  /** The samples of sound. */
  sound: SampleList
}

export interface SampleDefaults {
  description: number
  units: number
  bytes: number
}

/** The boxes of a track by type, the first of each. */
export type TrackBoxes = ReadonlyMap<string, PlacedBox>

/** Four hours of the shortest frames (576 samples at 48,000 Hz) are 1.2 million. */
export const MOST_SAMPLES = 1_300_000

/** The samples of a sound track in the order of the file: the position of their bytes and their stated start times. */
export class SampleList {
  readonly sizes: number[] = []
  /** Positions in the file. */
  readonly positions: number[] = []
  /** Units of the track's timescale, never decreasing. */
  readonly times: number[] = []
  readonly #budget: Budget

  /** @param budget limits the samples of all tracks of a file */
  constructor(budget: Budget) {
    this.#budget = budget
  }

  get count(): number {
    return this.sizes.length
  }

  /** @throws Mp4Error TOO_LONG; MalformedError if the time is not a number, or once the budget is spent */
  add(position: number, size: number, time: number): void {
    if (this.count === MOST_SAMPLES) throw new Mp4Error('TOO_LONG', `more than ${MOST_SAMPLES} samples of sound`)
    if (!Number.isFinite(time)) throw new MalformedError('a sample has no time')
    this.#budget.take()
    this.sizes.push(size)
    this.positions.push(position)
    this.times.push(time)
  }
}
