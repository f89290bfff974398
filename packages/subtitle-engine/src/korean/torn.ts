import { isBarePredicate } from './bare-predicates.ts'
import type { Kind, Seen } from './kinds.ts'

/**
 * Cost, beyond the learned odds, of a noun without its modifier or its amount, or a short predicate without its subject
 * or object.
 */
const TORN = 60
/**
 * Cost, beyond the learned odds, of ending with a conjunction, which opens the next clause: `… 그래서 ‖ 제가`,
 * `… 그리고, ‖ 식은 뒤에`.
 */
export const OPENER_LEFT = 30
/** Kinds of eojeols that are nouns, alone or with a particle. */
export const NOUNS = new Set<Kind>(['noun', 'subject', 'object', 'topic', 'place', 'genitive', 'companion'])

/** Most syllables of a predicate that should not begin a line or cue without its subject or object. */
const SHORT_PREDICATE = 3
const ARGUMENTS = new Set<Kind>(['subject', 'object'])

/** Kinds that describe the noun after them. */
const DESCRIBING = new Set<Kind>(['modifier', 'genitive', 'noun'])
/** Dependent nouns that describe the noun after them: `동안의 (항해)`, `거라는 (농담)`. */
const DESCRIBING_DEPENDENT = /^(?:동안의|때의|정도의|모양의|것의|거라는|것이라는)$/
/** The end of a two-word particle. A break after it (`거래소에 대한 ‖ 점검`) costs less than inside it (`거래소에 ‖ 대한`). */
const RELATION = /^(?:[관대위통의인]한|따른)$/
/** Verbs of one syllable, which look like nouns or numerals and should stay with their object: `문을 ‖ 연 (도서관)`. */
const SHORT_VERB =
  /^[연산쓴본준낸둔푼찬민건문판든탄뺀켠싼짠깬맨벤딴끈꾼친킨편멘캔댄떤뜬볼줄쓸열살풀밀걸팔들탈뺄켤쌀짤깰끌꿀칠낼써봐줘내쳐꺼타]$/
/**
 * Cost, beyond the learned odds, of an object without its verb of one syllable and of a two-word particle without its
 * noun. In the standard profile even the worst such break costs less than one inside a construction.
 */
const HARDLY = 240

/** Cost of a break beyond the learned odds. */
export function tornCost(last: Seen, next: Seen, afterNext: Seen | undefined): number {
  if (last.form === 'conjunction' && last.mark <= 1) return OPENER_LEFT
  if (last.mark !== 0) return 0
  if (last.form === 'object' && SHORT_VERB.test(next.bare)) return HARDLY
  const isShort = next.length <= SHORT_PREDICATE && ARGUMENTS.has(last.form)
  if (isShort && isBarePredicate(next, afterNext)) return TORN
  // `한` is not always an amount; it can mean "one and the same": `평생 ‖ 한 직장만`.
  if (last.form === 'noun' && next.form === 'numeral' && next.bare !== '한') return TORN
  if (!NOUNS.has(next.form)) return 0
  if (RELATION.test(last.bare)) return HARDLY
  return DESCRIBING.has(last.form) || DESCRIBING_DEPENDENT.test(last.bare) ? TORN : 0
}
