import { seenOf } from './boundary-features.ts'
import type { Kind } from './kinds.ts'

const LIST_MEMBERS = new Set<Kind>(['noun', 'numeral'])
const NEXT_MEMBERS = new Set<Kind>(['noun', 'numeral', 'subject', 'object', 'topic', 'place', 'genitive', 'companion'])
/** A new subject or a choice follows, not another list item: `그 결과, 사람들은`. */
const NO_MEMBER = /(?:[은는]|든|든지)$/
/** Nouns before a comma that end an adverbial rather than a list item: `그 결과,`, `변환 후,`. */
const ADVERBIAL_NOUNS = new Set(
  '결과 오늘 어제 내일 지금 이번 다음 당시 순간 그때 이때 전 후 뒤 때 동안 경우 사실 물론 실제 한편 반면 결국 먼저 우선 첫째 둘째 셋째'.split(
    ' ',
  ),
)

/** Whether the comma between two eojeols separates list items, which would read as one without it. */
export function keepsListComma(text: string, nextText: string): boolean {
  if (!text.endsWith(',')) return false
  const [last, next] = [seenOf(text), seenOf(nextText)]
  if (!LIST_MEMBERS.has(last.form) || ADVERBIAL_NOUNS.has(last.bare)) return false
  return NEXT_MEMBERS.has(next.form) && !NO_MEMBER.test(next.bare)
}
