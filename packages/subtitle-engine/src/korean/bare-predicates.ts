import type { Seen } from './kinds.ts'

/** Position of ㄴ and ㅆ among the final consonants of Hangul syllables. */
const NIEUN = 4
const SSANG_SIOT = 20
/** Nouns and set forms that look like a predicate before a space. */
const NO_PREDICATE = /^(?:판다|혼다|간다|온다|안다)$/
const EXCLAMATION = /(?:[있없싶하]|내리|흐르)네$/
/** Predicates of notes and announcements, which end in a noun form: `취소됨`, `안내할 예정임`. */
const NOTE =
  /(?:[가-힣]됨|[았었했겠않없]음|[^음]있음|^있음|(?:예정|것|중|상태|계획|방침|전망)임|(?:필요|불가|가능|요망|금지|필수)함)$/
const NOTE_GOES_ON = /^(?:좋|같|때문|뿐|만|조차|[은는이가을를의에과도])/
/** What makes the predicate part of a longer sentence: `갔다 하더라도`, `왔다 갔다`. */
const GOES_ON = /^(?:하[^늘나루얀]|한다|했|해|치)|다$/

/**
 * Whether an eojeol closes a sentence in plain style although no full stop follows, as in verse: `냄새가 났다 겨울이`,
 * `눈이 내리네 그대는`, or in notes: `오늘 회의는 취소됨 다음 일정은`, `그러면 안 돼 큰일 나`.
 */
export function isBarePredicate(last: Seen, next: Seen | undefined, earlier?: Seen): boolean {
  if (last.bare === '돼' && last.mark === 0 && earlier?.bare === '안')
    return next === undefined || !/^[있보]/.test(next.bare)
  if (last.mark !== 0 || last.length < 2 || (next !== undefined && GOES_ON.test(next.bare))) return false
  if (NOTE.test(last.bare)) return next === undefined || !NOTE_GOES_ON.test(next.bare)
  if (last.bare.endsWith('네')) return EXCLAMATION.test(last.bare)
  if (!last.bare.endsWith('다') || NO_PREDICATE.test(last.bare)) return false
  const before = (last.bare.charCodeAt(last.length - 2) - 0xac00) % 28
  return before === SSANG_SIOT || (last.length > 2 && (before === NIEUN || last.bare.endsWith('는다')))
}
