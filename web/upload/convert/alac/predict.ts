import type { Bits } from './bits.ts'

/** How the prediction errors of one channel were coded. */
export interface Predictor {
  /** Whether the errors were coded as differences of each other. */
  isRepeated: boolean
  /** The coefficients are divided by 2 to this power. */
  shift: number
  /** Factor of the settings' `pb`, in quarters. */
  pbFactor: number
  coefficients: Int16Array
}

export function readPredictor(bits: Bits): Predictor {
  const isRepeated = bits.read(4) !== 0
  const shift = bits.read(4)
  const pbFactor = bits.read(3)
  const coefficients = Int16Array.from({ length: bits.read(5) }, () => bits.read(16))
  return { isRepeated, shift, pbFactor, coefficients }
}

/** Adds up values that are differences from the one before, in place. */
export function sumUp(errors: Int32Array, depth: number): Int32Array {
  const shift = 32 - depth
  for (let i = 1; i < errors.length; i += 1) errors[i] = (((errors[i] ?? 0) + (errors[i - 1] ?? 0)) << shift) >> shift
  return errors
}

/** With this order, the errors are plain differences and the coefficients are unused. */
const PLAIN_DIFFERENCES = 31

/** Undoes the linear prediction, whose coefficients adapt to the sign of each error. */
export function predict(errors: Int32Array, { coefficients, shift: scale }: Predictor, depth: number): Int32Array {
  const order = coefficients.length
  if (order === 0) return errors
  if (order === PLAIN_DIFFERENCES) return sumUp(errors, depth)
  const shift = 32 - depth
  const half = scale > 0 ? 1 << (scale - 1) : 0
  const values = errors
  for (let i = 1; i <= order && i < values.length; i += 1)
    values[i] = (((values[i] ?? 0) + (values[i - 1] ?? 0)) << shift) >> shift
  for (let i = order + 1; i < values.length; i += 1) {
    const base = values[i - order - 1] ?? 0
    let sum = 0
    for (let k = 0; k < order; k += 1)
      sum = (sum + Math.imul(coefficients[k] ?? 0, (values[i - 1 - k] ?? 0) - base)) | 0
    const error = values[i] ?? 0
    values[i] = ((error + base + ((sum + half) >> scale)) << shift) >> shift
    let rest = Math.abs(error)
    for (let k = order - 1; k >= 0 && rest > 0; k -= 1) {
      const distance = base - (values[i - 1 - k] ?? 0)
      const step = Math.sign(distance) * Math.sign(error)
      coefficients[k] = (coefficients[k] ?? 0) - step
      // Rounds a negative error away from zero, as the encoder does.
      const size = error > 0 ? Math.abs(distance) >> scale : -(-Math.abs(distance) >> scale)
      rest -= (order - k) * size
    }
  }
  return values
}

/** Restores left and right from their weighted sum and difference, in place. */
export function unmix(sums: Int32Array, differences: Int32Array, mixBits: number, mixShare: number): void {
  for (let i = 0; i < sums.length; i += 1) {
    const difference = differences[i] ?? 0
    const left = ((sums[i] ?? 0) + difference - (Math.imul(mixShare, difference) >> mixBits)) | 0
    sums[i] = left
    differences[i] = (left - difference) | 0
  }
}
