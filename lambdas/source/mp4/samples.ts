import { BusinessError } from '../../runtime/step.ts'
import { MalformedError } from './box.ts'

/** Four hours of the shortest frames (576 samples at 48,000 Hz) are 1.2 million. */
const MOST_SAMPLES = 1_300_000

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

export function sampleBudget(fileSize: number): SampleBudget {
  let left = fileSize * SAMPLES_PER_BYTE
  return {
    take() {
      left -= 1
      if (left < 0) throw new MalformedError('more samples than the file can hold')
    },
  }
}

/** The samples of a sound track in order: the position of their bytes and their declared start times. */
export class SampleList {
  sizes = new Uint32Array(1024)
  /** Positions in the file. */
  positions = new Float64Array(1024)
  /** Seconds from time 0 of the track. */
  starts = new Float64Array(1024)
  count = 0
  readonly #budget: SampleBudget

  constructor(budget: SampleBudget) {
    this.#budget = budget
  }

  /** @throws BusinessError TOO_LONG; MalformedError if the time is not a number, or once the budget is spent */
  add(position: number, size: number, start: number): void {
    if (this.count === MOST_SAMPLES) throw new BusinessError('TOO_LONG', `more than ${MOST_SAMPLES} samples of sound`)
    if (!Number.isFinite(start)) throw new MalformedError('a sample has no time')
    this.#budget.take()
    if (this.count === this.sizes.length) this.#grow()
    this.sizes[this.count] = size
    this.positions[this.count] = position
    this.starts[this.count] = start
    this.count += 1
  }

  /** The samples from `first` up to but excluding `end`, sharing the memory of the list. */
  slice(first: number, end: number): SampleList {
    const part = new SampleList(this.#budget)
    part.sizes = this.sizes.subarray(first, end)
    part.positions = this.positions.subarray(first, end)
    part.starts = this.starts.subarray(first, end)
    part.count = end - first
    return part
  }

  #grow(): void {
    const capacity = this.count * 2
    const [sizes, positions, starts] = [this.sizes, this.positions, this.starts]
    this.sizes = new Uint32Array(capacity)
    this.sizes.set(sizes)
    this.positions = new Float64Array(capacity)
    this.positions.set(positions)
    this.starts = new Float64Array(capacity)
    this.starts.set(starts)
  }
}
