import { MalformedError, Mp4Error } from './errors.ts'

/** Four hours of the shortest frames (576 samples at 48,000 Hz) are 1.2 million. */
export const MOST_SAMPLES = 1_300_000

/** Limits the samples of all tracks by the size of their file. */
export interface SampleBudget {
  /** @throws MalformedError once there are more samples than the file can hold */
  take(): void
}

/**
 * A sample takes at least one byte of the file, or half a byte in the size table if it is empty. A file that states
 * more samples than that would cost more work than its size justifies.
 */
const SAMPLES_PER_BYTE = 2
/** Maximum samples of all tracks together, because they take memory. */
const MOST_OF_ALL = 4 * MOST_SAMPLES

export function sampleBudget(fileSize: number): SampleBudget {
  let left = Math.min(fileSize * SAMPLES_PER_BYTE, MOST_OF_ALL)
  return {
    take() {
      left -= 1
      if (left < 0) throw new MalformedError('more samples than the file can hold')
    },
  }
}

/** The samples of a sound track in the order of the file: the position of their bytes and their stated start times. */
export class SampleList {
  sizes = new Uint32Array(1024)
  /** Positions in the file. */
  positions = new Float64Array(1024)
  /** Units of the track's timescale, never decreasing. */
  times = new Float64Array(1024)
  count = 0
  readonly #budget: SampleBudget

  constructor(budget: SampleBudget) {
    this.#budget = budget
  }

  /** @throws Mp4Error TOO_LONG; MalformedError if the time is not a number, or once the budget is spent */
  add(position: number, size: number, time: number): void {
    if (this.count === MOST_SAMPLES) throw new Mp4Error('TOO_LONG', `more than ${MOST_SAMPLES} samples of sound`)
    if (!Number.isFinite(time)) throw new MalformedError('a sample has no time')
    this.#budget.take()
    if (this.count === this.sizes.length) this.#grow()
    this.sizes[this.count] = size
    this.positions[this.count] = position
    this.times[this.count] = time
    this.count += 1
  }

  #grow(): void {
    const capacity = this.count * 2
    const [sizes, positions, times] = [this.sizes, this.positions, this.times]
    this.sizes = new Uint32Array(capacity)
    this.sizes.set(sizes)
    this.positions = new Float64Array(capacity)
    this.positions.set(positions)
    this.times = new Float64Array(capacity)
    this.times.set(times)
  }
}
