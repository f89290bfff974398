import { fractionAfter, sourceNumber } from './english-units.ts'
import {
  bare,
  DECADES,
  ORDINALS,
  type Read,
  round,
  SCALES,
  type SourceNumber,
  simple,
  TENS,
  UNITS,
} from './english-words.ts'
import { idiomWords } from './idioms.ts'

export type { SourceNumber } from './english-words.ts'

const DIGITS =
  /^[^\p{L}\d]*((?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)(?:-?(?:st|nd|rd|th|s|'s|%|([KMBkmb]|bn))?)[^\p{L}\d]*$/u
/** Every number contains or begins with one of these; all other words are skipped. */
const MAY_BEGIN = new RegExp(
  `\\d|^[^\\p{L}]*(?:an?(?!\\p{L})|half|quarter|${[...UNITS.keys(), ...TENS.keys(), ...ORDINALS.keys()].join('|')})`,
  'iu',
)
const SMALLEST = 2
const DOZEN = 12
const SCORE = 20

/**
 * Finds the numbers among English words: digits (`1,000`, `3.5`, `$5 million`, `1990s`, `10:30`) and number words from
 * two.
 */
export function numbersIn(words: readonly string[]): SourceNumber[] {
  const found: SourceNumber[] = []
  const idioms = idiomWords(words)
  for (let i = 0; i < words.length; ) {
    if (!MAY_BEGIN.test(words[i] ?? '') || idioms.has(i)) {
      i += 1
      continue
    }
    const read =
      digitsAt(words, i) ??
      ordinalAt(words, i) ??
      digitsWithOhAt(words, i) ??
      decadeAt(words, i) ??
      spelledAt(words, i) ??
      scaleAt(words, i) ??
      fractionAt(words, i)
    if (read) {
      const mixed = fractionAfter(words, i, read)
      if (mixed) {
        found.push(mixed.number)
        i += mixed.words
        continue
      }
      const dozens = bare(words[i + read.words] ?? '') === 'dozen'
      if (dozens) {
        read.values = [...read.values.map(value => value * DOZEN), ...read.values]
        read.words += 1
      }
      if (bare(words[i + read.words] ?? '') === 'score' && read.values.length === 1) readScore(words, i, read)
      if (read.values.length > 0) found.push(sourceNumber(words, i, read))
      i += read.words
    } else {
      found.push(...joinedAt(words, i))
      i += 1
    }
  }
  return found
}

/** `five-minute`, `two-story` and `2D`: some have a Korean word without a number (이층집, 평면). */
function joinedAt(words: readonly string[], at: number): SourceNumber[] {
  const word = words[at] ?? ''
  if (/\d/.test(word)) {
    const isShape = /^[23]-?d$/.test(bare(word))
    return compound(word).map(part => ({ values: [part], at, ...(isShape && { loose: true as const }) }))
  }
  const [first = '', second = '', third] = bare(word).split('-')
  const [value, unit] =
    third === undefined ? [simple(first), second] : [simple(`${first}-${second}`) ?? simple(first), third]
  if (value === undefined || value < SMALLEST || unit === '') return []
  return [{ ...sourceNumber([String(value), unit], 0, { values: [value], words: 1 }), at, loose: true }]
}

/** `two oh seven` and `nine oh five`: a room, or a time. */
function digitsWithOhAt(words: readonly string[], at: number): Read | undefined {
  const [first, oh, last] = [0, 1, 2].map(i => bare(words[at + i] ?? ''))
  const [hundreds, units] = [simple(first ?? ''), simple(last ?? '')]
  if (hundreds === undefined || units === undefined || hundreds > 9 || units > 9 || !/^o[h]?$/.test(oh ?? ''))
    return undefined
  return { values: [hundreds * 100 + units, hundreds], words: 3 }
}

/** `four score and seven`. */
function readScore(words: readonly string[], at: number, read: Read): void {
  const [scores = 0] = read.values
  const more =
    bare(words[at + read.words + 1] ?? '') === 'and' ? simple(bare(words[at + read.words + 2] ?? '')) : undefined
  read.values = [scores * SCORE + (more ?? 0)]
  read.words += more === undefined ? 1 : 3
}

function digitsAt(words: readonly string[], at: number): Read | undefined {
  const word = words[at] ?? ''
  const match = DIGITS.exec(word)?.[1]
  if (match === undefined) return undefined
  const value = Number(match.replaceAll(',', ''))
  const scale = SCALES.get(bare(words[at + 1] ?? ''))
  if (scale !== undefined) return { values: [round(value * scale)], words: 2 }
  // 10K is ten thousand, but a 5K run is also one of five.
  const suffix = SCALES.get(DIGITS.exec(word)?.[2]?.toLowerCase().replace(/^b$/, 'bn') ?? '')
  if (suffix !== undefined) return { values: [round(value * suffix), value], words: 1 }
  // The '60s and the 1960s are the same decade.
  if (/^\D*\d0'?s\W*$/.test(word)) return { values: [value, value + 1900], words: 1 }
  if (/^\D*19\d0'?s\W*$/.test(word)) return { values: [value, value - 1900], words: 1 }
  return { values: [value], words: 1 }
}

/** `a hundred`, `a million and a half`, `a dozen`: often just mean many, so they never count as surely missing. */
function scaleAt(words: readonly string[], at: number): Read | undefined {
  const word = bare(words[at] ?? '')
  if (word !== 'a' && word !== 'an' && word !== 'half') return undefined
  const next = bare(words[at + 1] ?? '')
  if (word === 'half' && next === 'a' && bare(words[at + 2] ?? '') === 'dozen') return { values: [6], words: 3 }
  if (word === 'half') return undefined
  if (next === 'dozen') return { values: [DOZEN], words: 2, loose: true }
  if (!SCALES.has(next) || next.length < 3) return undefined
  const read = spelledAt(['one', ...words.slice(at + 1, at + 12)], 0)
  return read && { ...read, ...(read.words === 2 && { loose: true }) }
}

/** `third`, `twenty-first`; a fraction such as `two thirds` is read with its numerator. */
function ordinalAt(words: readonly string[], at: number): Read | undefined {
  const word = bare(words[at] ?? '')
  const value = ORDINALS.get(word)
  if (value !== undefined) {
    // A third is 3분의 1, but also 33퍼센트 or a vague share.
    const before = bare(words[at - 1] ?? '')
    const isShare = bare(words[at + 1] ?? '') === 'of' && !/^(?:the|my|your|his|her|our|their)$/.test(before)
    const isFraction = /^(?:an?|one)$/.test(before) || isShare
    return { values: [value], words: 1, ...(isFraction && { loose: true }) }
  }
  const [ten, unit] = word.split('-')
  const [high, low] = [TENS.get(ten ?? ''), ORDINALS.get(unit ?? '') ?? { first: 1, second: 2 }[unit ?? '']]
  if (high === undefined || low === undefined || low > 9) return undefined
  // A sixty-second break lasts sixty seconds.
  return { values: unit === 'second' ? [high + low, high, high / 60] : [high + low], words: 1 }
}

/** `nineteen sixties`, `eighteen hundreds` and `two thousands`, as one number. */
function decadeAt(words: readonly string[], at: number): Read | undefined {
  const century = simple(bare(words[at] ?? ''))
  const next = bare(words[at + 1] ?? '')
  if (century === 2 && next === 'thousands') return { values: [2000], words: 2 }
  // The eighteen hundreds are the 19th century.
  if (century !== undefined && century > 9 && century < 21 && next === 'hundreds')
    return { values: [century * 100, century + 1], words: 2 }
  const decade = DECADES.get(next)
  if (century === undefined || decade === undefined || century < 10 || century > 20) return undefined
  return { values: [century * 100 + decade, decade], words: 2 }
}

/** The left half is the left side. */
const SIDE = /^(?:other|better|left|right|top|bottom|upper|lower|front|back|first|second|latter)$/

/** `half of them`, `halfway`, `a quarter of it`. */
function fractionAt(words: readonly string[], at: number): Read | undefined {
  const word = bare(words[at] ?? '')
  const next = bare(words[at + 1] ?? '')
  if (word === 'quarter' && next === 'of') return { values: [4, 0.25, 25], words: 1 }
  if (word === 'halfway') return { values: [0.5, 50, 2], words: 1 }
  if (word !== 'half') return undefined
  // `half past`, `and a half` and `half the time` have many translations.
  const isCounted = next === 'of' && !SIDE.test(bare(words[at - 1] ?? ''))
  return { values: [0.5, 50, 2, 30], words: 1, ...(!isCounted && { loose: true }) }
}

/** The numbers inside one written word, such as `10:30`, `9-11` and `B52`. */
function compound(word: string): number[] {
  return [...word.matchAll(/(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?/g)].map(match =>
    Number(match[0].replaceAll(',', '')),
  )
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
    } else if (isPoint(word, words, i, length)) {
      const { decimals, count } = decimalsAt(words, i + 1)
      const amount = round(total + (group ?? 0) + Number(`0.${decimals}`))
      const times = SCALES.get(bare(words[i + 1 + count] ?? ''))
      return { values: [round(amount * (times ?? 1))], words: length + 1 + count + (times === undefined ? 0 : 1) }
    } else if (!continues(word, words, i, length, total, group)) break
    length += 1
    if (/[.,?!;:]$/.test(words[i] ?? '')) break
  }
  if (length === 0) return undefined
  parts.push(total + (group ?? 0))
  return { values: combineValues(parts), words: length }
}

/**
 * `and` inside a number (`two hundred and five`, `two thousand and seven`), or `oh` inside a year (`nineteen oh five`).
 */
function continues(
  word: string,
  words: readonly string[],
  at: number,
  length: number,
  total: number,
  group: number | undefined,
): boolean {
  const next = simple(bare(words[at + 1] ?? ''))
  if (length === 0 || next === undefined) return false
  if (word === 'oh' || word === 'o') return total === 0 && (group ?? 0) >= 10 && (group ?? 0) < 100 && next < 10
  return word === 'and' && ((group ?? 0) >= 100 || (total > 0 && group === 0))
}

function isPoint(word: string, words: readonly string[], at: number, length: number): boolean {
  return word === 'point' && length > 0 && decimalsAt(words, at + 1).count > 0
}

function decimalsAt(words: readonly string[], at: number): { decimals: string; count: number } {
  let decimals = ''
  let count = 0
  for (let i = at; i < words.length; i += 1) {
    const value = simple(bare(words[i] ?? ''))
    if (value === undefined || (value > 9 && count > 0)) break
    decimals += String(value)
    count += 1
    if (value > 9 || /[.,?!;:]$/.test(words[i] ?? '')) break
  }
  return { decimals, count }
}

function combineValues(parts: number[]): number[] {
  const [first, second] = parts
  if (parts.length === 2 && first !== undefined && second !== undefined && first >= 10 && first < 100 && second < 100) {
    return [first * 100 + second, first, second]
  }
  // Digits read out one by one are either one number or several.
  if (parts.length > 2 && parts.every(part => part < 10)) return [Number(parts.join('')), ...parts]
  // `one` is rarely a number. Of digits read out one by one, the first is enough.
  return (first ?? 0) >= SMALLEST ? parts : []
}

/** Whether a value continues a number (`twenty` `five`, `two hundred` `five`) instead of starting the next one. */
function follows(group: number, value: number): boolean {
  if (group === 0) return true
  if (group % 1000 === 0 && group >= 1000) return true
  if (group % 100 === 0) return value < 100
  return group % 10 === 0 && value < 10 && group % 100 >= 20
}
