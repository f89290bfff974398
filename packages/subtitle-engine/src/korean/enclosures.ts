import { endsSentence } from './sentence-ends.ts'

const CLOSER_OF = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
  ['“', '”'],
  ['‘', '’'],
  ['「', '」'],
  ['『', '』'],
  ['"', '"'],
  ["'", "'"],
])
/** Openers after which a quotation mark still opens: `("안녕")`. */
const OPENERS = new Set(CLOSER_OF.keys())
const OPENER = /[([{“‘「『"']/

/** Eojeols `from` to `to` (exclusive) enclosed by one pair of brackets or quotation marks. */
export interface Enclosure {
  from: number
  to: number
}

/** Finds brackets and quotations that span several eojeols. A straight quote opens only at the start of an eojeol. */
export function enclosuresIn(words: readonly { text: string; glued: boolean }[]): Enclosure[] {
  const found: Enclosure[] = []
  if (!words.some(({ text }) => OPENER.test(text))) return found
  const open: { closer: string; from: number }[] = []
  for (const [i, { text, glued }] of words.entries()) {
    for (let at = 0; at < text.length; at += 1) {
      const sign = text[at] ?? ''
      const match = open.findLastIndex(({ closer }) => closer === sign)
      const atStart = (at === 0 && !glued) || OPENERS.has(text[at - 1] ?? '')
      const closer = CLOSER_OF.get(sign)
      if (closer !== undefined && (closer !== sign || (atStart && match < 0))) open.push({ closer, from: i })
      else if (match >= 0) {
        const from = open[match]?.from ?? i
        if (from < i) found.push({ from, to: i + 1 })
        open.length = match
      }
    }
  }
  return found
}

const OPENING_BRACKET = /^[([]/
const CLOSING_BRACKET = /[)\]]$/

/**
 * Boundaries at which a remark in brackets ends, one that stands between sentences: `… 표현돼요. (역자 주: 표준 좌표계)`.
 * Brackets of one eojeol may also modify the next one: `(3차원) 그래프에서`.
 */
export function remarkEndsIn(words: readonly { text: string; glued: boolean }[]): ReadonlySet<number> {
  const ends = new Set<number>()
  if (!words.some(({ text }) => OPENING_BRACKET.test(text))) return ends
  for (const { from, to } of enclosuresIn(words)) {
    const [before, first, last] = [words[from - 1], words[from], words[to - 1]]
    if (!before || !OPENING_BRACKET.test(first?.text ?? '') || !CLOSING_BRACKET.test(last?.text ?? '')) continue
    if (ends.has(from) || endsSentence(before.text, first?.text)) ends.add(to)
  }
  return ends
}

/** A number with the comma after which its list continues: `-2,`. */
const NUMBER_OF_LIST = /^[([{]*[-−+]?\d[\d.]*,$/u
const LAST_OF_LIST = /^[-−+]?\d[\d.]*(?![\d,])/u
const FEWEST_NUMBERS = 3

/** Finds lists of at least `FEWEST_NUMBERS`, which are read as one unit: `3, -2, 5`. */
export function numberListsIn(words: readonly { text: string }[]): Enclosure[] {
  const found: Enclosure[] = []
  for (let from = 0; from < words.length; from += 1) {
    let to = from
    while (NUMBER_OF_LIST.test(words[to]?.text ?? '')) to += 1
    if (to > from && LAST_OF_LIST.test(words[to]?.text ?? '')) to += 1
    if (to - from >= FEWEST_NUMBERS) found.push({ from, to })
    from = Math.max(from, to - 1)
  }
  return found
}
