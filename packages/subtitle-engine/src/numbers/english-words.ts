/** English number words and how to read one of them. */

/** A number of the source. */
export interface SourceNumber {
  /** The values that a translation may state. */
  values: readonly number[]
  /** Index of its word. */
  at: number
  /** Translators may omit it (24/7, a thousand times) or convert it (miles). */
  loose?: true
  /** `two and a half` may be stated in two parts: the whole number and one of the values in `rest`. */
  parts?: { whole: number; rest: readonly number[] }
}

/** A number read from some words. */
export type Read = { values: number[]; words: number; loose?: true }

export const UNITS = new Map(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
    .split(' ')
    .map((word, value) => [word, value]),
)
export const TENS = new Map(
  'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ').map((word, i) => [word, (i + 2) * 10]),
)
export const DECADES = new Map([...TENS].map(([word, value]) => [word.replace(/y$/, 'ies'), value]))
DECADES.set('tens', 10)
/** "second" is more often a unit of time, and "first" rarely a number. */
export const ORDINALS = new Map(
  'third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'
    .split(' ')
    .map((word, i) => [word, i + 3]),
)
export const SCALES = new Map([
  ['hundred', 100],
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
  ['trillion', 1e12],
  ['k', 1e3],
  ['m', 1e6],
  ['bn', 1e9],
])
/** The value of a number word below 100. */
export function simple(word: string): number | undefined {
  const direct = UNITS.get(word) ?? TENS.get(word)
  if (direct !== undefined) return direct
  const [ten, unit, more] = word.split('-')
  if (more !== undefined) return undefined
  const high = TENS.get(ten ?? '')
  const low = UNITS.get(unit ?? '')
  return high !== undefined && low !== undefined && low > 0 && low < 10 ? high + low : undefined
}

export function bare(word: string): string {
  return word.toLowerCase().replace(/^[^\p{L}\d]+|[^\p{L}\d]+$/gu, '')
}

export function round(value: number): number {
  return Math.round(value * 1e6) / 1e6
}
