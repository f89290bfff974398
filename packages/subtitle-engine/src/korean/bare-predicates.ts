import type { Seen } from './kinds.ts'

/** Position of ㄴ and ㅆ among the final consonants of Hangul syllables. */
const NIEUN = 4
const SSANG_SIOT = 20
/** Nouns and set forms that look like a predicate before a space. */
const NO_PREDICATE = /^(?:판다|혼다|간다|온다|안다)$/
const EXCLAMATION = /(?:[있없싶하]|내리|흐르)네$/
/** What makes the predicate part of a longer sentence: `갔다 하더라도`, `왔다 갔다`. */
const GOES_ON = /^(?:하[^늘나루얀]|한다|했|해|치)|다$/

/**
 * Whether an eojeol closes a sentence in plain style although no full stop follows, as in verse: `냄새가 났다 겨울이`,
 * `눈이 내리네 그대는`.
 */
export function isBarePredicate(last: Seen, next: Seen | undefined): boolean {
  if (last.mark !== 0 || last.length < 2 || (next !== undefined && GOES_ON.test(next.bare))) return false
  if (last.bare.endsWith('네')) return EXCLAMATION.test(last.bare)
  if (!last.bare.endsWith('다') || NO_PREDICATE.test(last.bare)) return false
  const before = (last.bare.charCodeAt(last.length - 2) - 0xac00) % 28
  return before === SSANG_SIOT || (last.length > 2 && (before === NIEUN || last.bare.endsWith('는다')))
}
