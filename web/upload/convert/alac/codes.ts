import type { Bits } from './bits.ts'
import type { AlacSettings } from './settings.ts'

const MEAN_SHIFT = 9
const LARGEST_MEAN = 0xffff
/** Below this mean, the next code is the number of zeros that follow. */
const ZEROS_BELOW = 1 << (MEAN_SHIFT - 2)

/** Reads adaptive Golomb codes: the running mean of the values determines the length of the next code. */
export function readErrors(
  bits: Bits,
  length: number,
  { pb, mb, kb }: Pick<AlacSettings, 'pb' | 'mb' | 'kb'>,
  depth: number,
): Int32Array {
  const errors = new Int32Array(length)
  let mean = mb
  let afterZeros = 0
  for (let i = 0; i < length; ) {
    const size = Math.min(kb, 31 - Math.clz32((mean >> MEAN_SHIFT) + 3))
    const code = readCode(bits, size, (1 << size) - 1, depth)
    const value = code + afterZeros
    errors[i++] = (value & 1) === 1 ? -((value + 1) >>> 1) : value >>> 1
    mean = code > LARGEST_MEAN ? LARGEST_MEAN : (Math.imul(pb, value) + mean - (Math.imul(pb, mean) >> MEAN_SHIFT)) | 0
    afterZeros = 0
    if (mean >= ZEROS_BELOW || i >= length) continue
    const zerosSize = Math.clz32(mean) - 24 + ((mean + 16) >> 6)
    const zeros = readCode(bits, zerosSize, ((1 << zerosSize) - 1) & ((1 << kb) - 1), 16)
    if (i + zeros > length) throw new RangeError('a run of zeros is longer than its frame')
    i += zeros
    afterZeros = zeros < LARGEST_MEAN ? 1 : 0
    mean = 0
  }
  return errors
}

const LONGEST_PREFIX = 9

function readCode(bits: Bits, size: number, factor: number, rawBits: number): number {
  const ones = bits.readOnes(LONGEST_PREFIX)
  if (ones === LONGEST_PREFIX) return bits.read(rawBits)
  if (size <= 1) return ones * factor
  const rest = bits.read(size - 1)
  // A remainder of zero is coded without its last bit.
  return rest === 0 ? ones * factor : ones * factor + 2 * rest + bits.read(1) - 1
}
