import { type Codebook, SCALE_FACTORS, SPECTRAL } from './aac-codebooks.ts'

/** Thrown where the bits of a sample cannot be an AAC block. */
export class UnreadableBlock extends Error {}

/** Code words of at most this many bits are found by one look into a table. */
const FAST_BITS = 10
/** Bits of the longest code word. */
const LONGEST = 19
/** Longest prefix of an escape sequence: values have at most 13 bits. */
const ESCAPE_PREFIX = 8

/** A codebook prepared for skipping code words: bits to skip in the low byte, escape sequences above it. */
interface SkipTable {
  lines: number
  fast: Uint16Array
  words: Uint16Array
  lengths: readonly number[]
}

export const SCALE_FACTOR_WORDS = skipTable(SCALE_FACTORS)
export const SPECTRAL_WORDS = SPECTRAL.map(skipTable)

function skipTable({ lines, lengths, signs, escapes }: Codebook): SkipTable {
  const fast = new Uint16Array(1 << FAST_BITS)
  const words = new Uint16Array(lengths.reduce((sum, count) => sum + count, 0))
  let [word, code] = [0, 0]
  for (const [i, count] of lengths.entries()) {
    const length = i + 1
    code *= 2
    for (let n = 0; n < count; n += 1) {
      words[word] = (length + Number(signs?.[word] ?? 0)) | (Number(escapes?.[word] ?? 0) << 8)
      const spread = FAST_BITS - length
      if (spread >= 0) fast.fill(words[word] ?? 0, code << spread, (code + 1) << spread)
      word += 1
      code += 1
    }
  }
  return { lines, fast, words, lengths }
}

/** Reads bits in order. Bits past the end are 0; `isPastEnd` reports that some were read. */
export class BitCursor {
  at = 0
  readonly #bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get isPastEnd(): boolean {
    return this.at > this.#bytes.length * 8
  }

  /** The next bits, at most 24, without moving. */
  peek(count: number): number {
    const bytes = this.#bytes
    const i = this.at >> 3
    const four =
      ((bytes[i] ?? 0) << 24) | ((bytes[i + 1] ?? 0) << 16) | ((bytes[i + 2] ?? 0) << 8) | (bytes[i + 3] ?? 0)
    return (four << (this.at & 7)) >>> (32 - count)
  }

  /** Reads up to 24 bits. */
  read(count: number): number {
    const value = this.peek(count)
    this.at += count
    return value
  }

  skip(count: number): void {
    this.at += count
  }

  align(): void {
    this.at = (this.at + 7) & ~7
  }

  /** Skips one code word with its sign bits and escape sequences. */
  skipWord({ fast, words, lengths }: SkipTable): void {
    const bits = this.peek(LONGEST)
    const word = fast[bits >>> (LONGEST - FAST_BITS)] || slowWord(bits, words, lengths)
    this.at += word & 255
    for (let left = word >> 8; left > 0; left -= 1) this.#skipEscape()
  }

  /** A prefix of ones and a zero, then four bits more than the prefix has ones. */
  #skipEscape(): void {
    let ones = 0
    while (this.read(1) === 1) {
      ones += 1
      if (ones > ESCAPE_PREFIX) throw new UnreadableBlock('an escape sequence is too long')
    }
    this.at += ones + 4
  }
}

/** Finds a code word that is longer than the fast table's: words of a length are consecutive numbers. */
function slowWord(bits: number, words: Uint16Array, lengths: readonly number[]): number {
  let [first, word] = [0, 0]
  for (const [i, count] of lengths.entries()) {
    first *= 2
    const offset = (bits >>> (LONGEST - i - 1)) - first
    if (offset < count) return words[word + offset] ?? 0
    first += count
    word += count
  }
  throw new UnreadableBlock('a code word does not exist')
}
