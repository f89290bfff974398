import { numbersIn } from '../numbers/english.ts'
import { wordKey } from './script-words.ts'

/** Replaces different spellings of one English sound with the same letter. The replacements are applied in order. */
const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/^kn|^gn/g, 'n'],
  [/^wr/g, 'r'],
  [/^ps/g, 's'],
  [/tch|ch|sh|sch/g, 'x'],
  [/ph/g, 'f'],
  [/th/g, '0'],
  [/dg(?=[eiy])/g, 'j'],
  [/c(?=[eiy])/g, 's'],
  [/ck|cc|[cq]/g, 'k'],
  [/x(?!$)/g, 'x'],
  [/gh/g, ''],
  [/z/g, 's'],
  [/v/g, 'f'],
  [/(?<=[^aeiou])h|h(?=[^aeiou]|$)/g, ''],
]

/**
 * Returns a code for the sound of a word: its consonants in order, one letter for any vowel at the start, and a letter
 * that says whether a spoken vowel at the end is open or closed.
 */
function soundCode(word: string): string {
  let said = word
  for (const [spelling, sound] of SOUNDS) said = said.replace(spelling, sound)
  const last = /([aou])$|([iy]|ee|ie|ey)$/.exec(said)
  const end = last?.[1] ? 'A' : last?.[2] ? 'I' : ''
  const consonants = said.slice(1).replace(/[aeiouwy]+/g, '')
  const first = /^[aeiou]/.test(said) ? '@' : said.slice(0, 1)
  return (first + consonants).replace(/(.)\1+/g, '$1') + end
}

/** Codes of at least this length may differ in one place. */
const LONG = 5

/**
 * Whether two spellings can be one name. They can if they have the same consonants in the same order and end in the
 * same way.
 */
export function soundsAlike(one: string, other: string): boolean {
  const [a, b] = [soundCode(wordKey(one)), soundCode(wordKey(other))]
  if (a.length < 2 || b.length < 2) return false
  return a === b || (Math.min(a.length, b.length) >= LONG && isOneEdit(a, b))
}

/** Whether one insertion, deletion or substitution makes the texts equal. */
function isOneEdit(a: string, b: string): boolean {
  let from = 0
  while (from < Math.min(a.length, b.length) && a[from] === b[from]) from += 1
  let end = 0
  while (end < Math.min(a.length, b.length) - from && a.at(-1 - end) === b.at(-1 - end)) end += 1
  return Math.max(a.length, b.length) - from - end <= 1
}

/** Whether two stretches state the same numbers in otherwise identical words: `twelve hundred` and `1,200`. */
export function isSameNumber(one: readonly string[], other: readonly string[]): boolean {
  const [a, b] = [numbersIn(one), numbersIn(other)]
  const values = (found: typeof a) => found.map(each => each.values[0])
  if (a.length === 0 || a.length !== b.length || values(a).some((value, i) => value !== values(b)[i])) return false
  const rest = (words: readonly string[]) =>
    words.filter(word => numbersIn([word]).length === 0 && !COUNTING.test(word))
  return wordKey(rest(one).join(' ')) === wordKey(rest(other).join(' '))
}

/** Words that are part of a spoken number. */
const COUNTING =
  /^(?:and|a|an|hundred|thousand|million|billion|trillion|one|zero|oh|point|percent|per|cent|dollars?|%)$/i
