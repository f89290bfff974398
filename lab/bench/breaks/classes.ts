import { seenOf } from '../../../packages/subtitle-engine/src/korean/boundary-features.ts'
import { findConstruction } from '../../../packages/subtitle-engine/src/korean/held.ts'
import type { Kind } from '../../../packages/subtitle-engine/src/korean/kinds.ts'
import type { Break } from './cut.ts'

const NOUNS: readonly Kind[] = ['noun', 'subject', 'object', 'topic', 'place', 'genitive', 'companion']
const VERBS: readonly Kind[] = ['final', 'clause', 'linking', 'modifier', 'quotation', 'nominal']

/** Severe classes of bad breaks, distinguished by the kinds of the two words at the break. The first match counts. */
const CLASSES: readonly (readonly [name: string, last: readonly Kind[], next: readonly Kind[]])[] = [
  ['number and unit', ['numeral'], NOUNS],
  ['before a dependent noun', ['modifier', 'genitive', 'quotation', 'noun'], ['dependent']],
  ['modifier and noun', ['modifier', 'genitive', 'determiner', 'quotation', 'relation'], NOUNS],
  ['noun and noun', ['noun'], NOUNS],
  ['a conjunction alone', ['conjunction'], [...NOUNS, ...VERBS, 'adverb', 'determiner', 'numeral']],
  ['adverb and verb', ['adverb'], VERBS],
  ['verb and verb', ['linking'], VERBS],
  ['object and verb', ['object'], VERBS],
]

export function classOf({ sentence, at }: Break): string {
  const [last, next] = [seenOf(sentence.words[at - 1] ?? ''), seenOf(sentence.words[at] ?? '')]
  if (last.mark === 0 && findConstruction(last, next)) return 'inside a construction'
  return CLASSES.find(([, before, after]) => before.includes(last.form) && after.includes(next.form))?.[0] ?? 'other'
}
