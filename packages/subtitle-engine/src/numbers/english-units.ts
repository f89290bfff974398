import { bare, type Read, round, SCALES, type SourceNumber } from './english-words.ts'

/** Units that a Korean text converts to metric ones. */
const CONVERTED =
  /^(?:miles?|mph|feet|foot|inch(?:es)?|yards?|acres?|pounds?|lbs?|ounces?|oz|gallons?|pints?|quarts?|fahrenheit|degrees?|square)$/
const SMALLER_UNITS: readonly (readonly [unit: RegExp, size: number])[] = [
  [/^minutes?$/, 60],
  [/^hours?$/, 60],
  [/^days?$/, 24],
  [/^weeks?$/, 7],
  [/^years?$/, 12],
]

const LARGEST_FIRST = [1e12, 1e9, 1e6, 1e3]

/** `two and a half meters`, `three and a quarter million`. */
export function fractionAfter(
  words: readonly string[],
  at: number,
  read: Read,
): { number: SourceNumber; words: number } | undefined {
  const [whole] = read.values
  const [and, article, share] = [0, 1, 2].map(i => bare(words[at + read.words + i] ?? ''))
  if (whole === undefined || read.values.length > 1 || and !== 'and' || article !== 'a') return undefined
  const fraction = share === 'half' ? 0.5 : share === 'quarter' ? 0.25 : undefined
  if (fraction === undefined || bare(words[at + read.words - 1] ?? '') === 'dozen') return undefined
  const unit = bare(words[at + read.words + 3] ?? '')
  const scale = SCALES.get(unit)
  // A million and a half is 1.5 million.
  const size = whole > 0 ? (LARGEST_FIRST.find(each => whole % each === 0) ?? 1) : 1
  const amount = round((whole + fraction * size) * (scale ?? 1))
  const smaller = SMALLER_UNITS.find(([pattern]) => pattern.test(unit))?.[1] ?? 1
  // 2시간 반, 2시간 30분, 2년 6개월, 2미터 50
  const rest = [fraction, fraction * 60, fraction * 12, fraction * 100]
  return {
    number: {
      values: [amount, round(amount * smaller)],
      at,
      parts: { whole, rest },
      ...(CONVERTED.test(unit) && { loose: true as const }),
    },
    words: read.words + 3 + (scale === undefined ? 0 : 1),
  }
}

/** Builds a number with the values that it may have in other units. */
export function sourceNumber(
  words: readonly string[],
  at: number,
  { values, words: count, loose }: Read,
): SourceNumber {
  const after = bare(words[at + count] ?? '')
  const isLoose = loose || CONVERTED.test(after) || isNaturallyLeftOut(words, at, count)
  // Korean may use the 24-hour clock.
  const hours = /^p\.?m/.test(after) ? values.filter(hour => hour < 12).map(hour => hour + 12) : []
  // 1500 hours is three in the afternoon.
  const clock = /^hours?$/.test(after) && /^(?:at|by|until|till|from|before|after)$/.test(bare(words[at - 1] ?? ''))
  if (clock)
    hours.push(...values.filter(isClockTime).flatMap(time => [Math.floor(time / 100), Math.floor(time / 100) - 12]))
  // 90 % is nine out of ten.
  const isShare = /^percent/.test(after) || /%\W*$/.test(words[at] ?? '')
  const tenths = isShare ? values.filter(value => value % 10 === 0).map(value => value / 10) : []
  const pixels = /^megapixels?$/.test(after) ? values.map(value => value * 1e6) : []
  // Two hundred grand are dollars, two grand pianos are two.
  const grand = after === 'grand' ? values.map(value => value * 1000) : []
  // `oh eight` is a year.
  const years = /^(?:oh|o|aught)$/.test(bare(words[at - 1] ?? ''))
    ? values.filter(isDigit).map(year => year + 2000)
    : []
  const all = [...values, ...years, ...hours, ...tenths, ...grand, ...pixels, ...inOtherUnits(values, after)]
  return isLoose ? { values: all, at, loose: true } : { values: all, at }
}

function isDigit(value: number): boolean {
  return value < 10
}

/** 0900 to 2359, in full quarters of an hour. */
function isClockTime(value: number): boolean {
  return value >= 100 && value < 2400 && [0, 15, 30, 45].includes(value % 100)
}

/** Sizes of larger units of time: Korean says 2주 for fourteen days and 1분 for sixty seconds. */
const LARGER_UNITS: readonly (readonly [unit: RegExp, sizes: readonly number[]])[] = [
  [/^seconds?$/, [60]],
  [/^minutes?$/, [60]],
  [/^hours?$/, [24]],
  [/^days?$/, [7, 30, 365]],
  [/^weeks?$/, [4, 1 / 7]],
  [/^months?$/, [12]],
  [/^years?$/, [10, 100]],
]

function inOtherUnits(values: readonly number[], unit: string): number[] {
  const sizes = LARGER_UNITS.find(([pattern]) => pattern.test(unit))?.[1] ?? []
  return sizes.flatMap(size =>
    values.flatMap(value => {
      const whole = round(value / size)
      // Ninety minutes become 1시간 반, which states the half on its own.
      return Number.isInteger(whole) ? [whole] : Number.isInteger(whole * 2) ? [whole, 0.5] : []
    }),
  )
}

/** A sentence of at least this many words often leaves out a small count: these three things. */
const LONG_SENTENCE = 14

/**
 * `the two of them`, `these two`, `between the two`, `a hundred percent`, `a quarter to five`: rarely translated with a
 * number.
 */
function isNaturallyLeftOut(words: readonly string[], at: number, count: number): boolean {
  const before = bare(words[at - 1] ?? '')
  const number = bare(words[at] ?? '')
  // `six foot two` becomes centimeters.
  if (/^(?:foot|feet)$/.test(before)) return true
  const after = bare(words[at + count] ?? '')
  // Tenth grade is the first year of a Korean high school, and to the third power is 세제곱.
  if (/^(?:grade(?:s|rs?)?|power)$/.test(after)) return true
  // Oven temperatures are in Fahrenheit, which Korean converts.
  if (words.some(word => /^(?:oven|preheat\w*|baked?|broil\w*)$/i.test(bare(word)))) return true
  if (words.length >= LONG_SENTENCE && count === 1 && /^(?:two|three|four)$/.test(number)) return true
  if (number === 'two' && count === 1) {
    return (
      /^(?:the|these|those|you|us|them|we|our|my|your|their|his|her|or)$/.test(before) ||
      bare(words[at + 1] ?? '') === 'of'
    )
  }
  if (/^(?:to|past|till)$/.test(before) && /^(?:quarter|half)$/.test(bare(words[at - 2] ?? ''))) return true
  if (/^(?:100|hundred)$/.test(number) && (/^percent/.test(after) || /%/.test(words[at] ?? ''))) return true
  // Like the word `one`, the digit 1 is often not translated as a number.
  return number === '1' && count === 1
}
