/** A number of the source: the values that a translation may state, and the index of its word. */
export type SourceNumber = { values: readonly number[]; at: number }

const UNITS = new Map(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
    .split(' ')
    .map((word, value) => [word, value]),
)
const TENS = new Map(
  'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ').map((word, i) => [word, (i + 2) * 10]),
)
const SCALES = new Map([
  ['hundred', 100],
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
  ['trillion', 1e12],
  ['k', 1e3],
  ['m', 1e6],
  ['bn', 1e9],
])
const DIGITS = /^[^\p{L}\d]*(\d[\d,]*(?:\.\d+)?)(?:-?(?:st|nd|rd|th|s|'s|%|[KMB]|bn)?)[^\p{L}\d]*$/u
const SMALLEST = 2

/** The numbers of English words: digits (`1,000`, `3.5`, `$5 million`, `1990s`, `10:30`) and number words from two. */
export function numbersIn(words: readonly string[]): SourceNumber[] {
  const found: SourceNumber[] = []
  for (let i = 0; i < words.length; ) {
    const digit = digitsAt(words, i) ?? spelledAt(words, i)
    if (digit) {
      if (digit.values.length > 0) found.push({ values: digit.values, at: i })
      i += digit.words
    } else {
      for (const part of compound(words[i] ?? '')) found.push({ values: [part], at: i })
      i += 1
    }
  }
  return found
}

type Read = { values: number[]; words: number }

function digitsAt(words: readonly string[], at: number): Read | undefined {
  const match = DIGITS.exec(words[at] ?? '')?.[1]
  if (match === undefined) return undefined
  const value = Number(match.replaceAll(',', ''))
  const scale = SCALES.get(bare(words[at + 1] ?? ''))
  if (scale === undefined) return { values: [value], words: 1 }
  return { values: [round(value * scale)], words: 2 }
}

/** The numbers inside one written word, such as `10:30`, `24/7`, `9-11` and `B52`. */
function compound(word: string): number[] {
  return [...word.matchAll(/\d[\d,]*(?:\.\d+)?/g)].map(match => Number(match[0].replaceAll(',', '')))
}

/** Reads a number in words. Two two-digit numbers in a row may also be a year. */
function spelledAt(words: readonly string[], at: number): Read | undefined {
  const parts: number[] = []
  let total = 0
  let group: number | undefined
  let length = 0
  for (let i = at; i < words.length; i += 1) {
    const word = bare(words[i] ?? '')
    const value = simple(word)
    const scale = length > 0 && word.length > 2 ? SCALES.get(word) : undefined
    if (value !== undefined) {
      if (group !== undefined && !follows(group, value)) {
        parts.push(total + group)
        total = 0
        group = 0
      }
      group = (group ?? 0) + value
    } else if (scale !== undefined) {
      group = (group ?? 0) * scale
      if (scale >= 1000) {
        total += group
        group = 0
      }
    } else if (word !== 'and' || length === 0 || simple(bare(words[i + 1] ?? '')) === undefined || (group ?? 0) < 100)
      break
    length += 1
    if (/[.,?!;:]$/.test(words[i] ?? '')) break
  }
  if (length === 0) return undefined
  parts.push(total + (group ?? 0))
  return { values: valuesOf(parts), words: length }
}

function valuesOf(parts: number[]): number[] {
  const [first, second] = parts
  if (parts.length === 2 && first !== undefined && second !== undefined && first >= 10 && first < 100 && second < 100) {
    return [first * 100 + second, first, second]
  }
  // `one` is seldom a number; if digits are read out one by one, the first is enough.
  return (first ?? 0) >= SMALLEST ? parts : []
}

function simple(word: string): number | undefined {
  const direct = UNITS.get(word) ?? TENS.get(word)
  if (direct !== undefined) return direct
  const [ten, unit] = word.split('-')
  const high = TENS.get(ten ?? '')
  const low = UNITS.get(unit ?? '')
  return high !== undefined && low !== undefined && low > 0 && low < 10 ? high + low : undefined
}

/** Whether a value continues a number (`twenty` `five`, `two hundred` `five`) instead of starting the next one. */
function follows(group: number, value: number): boolean {
  if (group === 0) return true
  if (group % 1000 === 0 && group >= 1000) return true
  if (group % 100 === 0) return value < 100
  return group % 10 === 0 && value < 10 && group % 100 >= 20
}

function bare(word: string): string {
  return word.toLowerCase().replace(/^[^\p{L}\d]+|[^\p{L}\d]+$/gu, '')
}

function round(value: number): number {
  return Math.round(value * 1e6) / 1e6
}
