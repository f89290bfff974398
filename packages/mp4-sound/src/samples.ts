import type { Budget } from './box.ts'
import { MalformedError, Mp4Error } from './errors.ts'

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
