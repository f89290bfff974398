import { zeros } from '../zeros.ts'
import type { Kind, Seen } from './kinds.ts'

/**
 * For each boundary, how the phrase that ends there relates to the text around it. Korean puts heads last: a modifier
 * precedes its noun, a subject or an object its verb. Widths are in syllables, plus half a syllable per eojeol.
 */
export interface Phrases {
  /** From the boundary to the end of the eojeol that is the phrase's head. */
  toHead: number[]
  /** Width of the phrase that ends at the boundary. */
  own: number[]
  /** Index of the next verb. */
  verb: number[]
  /** The kinds of the eojeols between the boundary and that verb, as a bit set. */
  between: number[]
  /** The kinds of the two nearest phrases before this one with the same verb, as a number. */
  beside: number[]
  /** From the boundary to the end of the text. */
  rest: number[]
}

const VERBS = new Set<Kind>(['modifier', 'clause', 'linking', 'quotation', 'final', 'nominal', 'relation'])
const PARTS: readonly Kind[] = ['subject', 'object', 'place', 'companion', 'topic']
/** Kinds whose head is the next noun. */
const BEFORE_NOUN = new Set<Kind>(['modifier', 'genitive', 'determiner', 'relation'])
/** Kinds that may occur between a modifier and its noun. */
const INSIDE_NOUN_PHRASE = new Set<Kind>(['modifier', 'genitive', 'determiner', 'adverb', 'numeral'])
/** Kinds that modify the following noun. */
const OF_NOUN = new Set<Kind>(['genitive', 'determiner', 'numeral', 'noun', 'companion', 'relation'])
/** Kinds that depend on the following verb. */
const OF_VERB = new Set<Kind>([
  'object',
  'subject',
  'place',
  'adverb',
  'linking',
  'noun',
  'genitive',
  'determiner',
  'numeral',
])
/** Maximum eojeols between a clause's beginning and the noun that it modifies. */
const LONGEST_CLAUSE = 8

/** Finds the phrases of a text. */
export function phrasesOf(words: readonly Seen[]): Phrases {
  const end = words.length
  const sizes = zeros(end + 1)
  for (let i = 0; i < end; i += 1) sizes[i + 1] = (sizes[i] ?? 0) + (words[i]?.length ?? 0) + 0.5
  const width = (from: number, to: number) => (sizes[to] ?? 0) - (sizes[from] ?? 0)
  const found: Phrases = {
    toHead: zeros(end + 1),
    own: zeros(end + 1),
    verb: zeros(end + 1),
    between: zeros(end + 1),
    beside: zeros(end + 1),
    rest: zeros(end + 1),
  }
  let verb = end - 1
  let between = 0
  for (let at = end - 1; at > 0; at -= 1) {
    const next = words[at]
    const last = words[at - 1]
    if (!next || !last) continue
    if (VERBS.has(next.form)) {
      verb = at
      between = 0
    } else if (at < verb) between |= 1 << (PARTS.indexOf(next.form) + 1)
    const head = headOf(words, at, verb)
    found.verb[at] = verb
    found.between[at] = between
    found.toHead[at] = width(at, head + 1)
    found.own[at] = width(startOf(words, at - 1), at)
    found.beside[at] = besideOf(words, at - 1)
    found.rest[at] = width(at, end)
  }
  return found
}

/** Index of the eojeol that is the head of the phrase before `at`. */
function headOf(words: readonly Seen[], at: number, verb: number): number {
  const form = words[at - 1]?.form
  if (form === 'noun') return at
  if (form === undefined || !BEFORE_NOUN.has(form)) return verb
  let head = at
  while (head < words.length - 1 && INSIDE_NOUN_PHRASE.has(words[head]?.form ?? 'noun')) head += 1
  return head
}

/** Index of the first eojeol of the phrase that ends with `last`. */
function startOf(words: readonly Seen[], last: number): number {
  const form = words[last]?.form ?? 'noun'
  const goesOn = (at: number, kinds: ReadonlySet<Kind>) => {
    const word = words[at]
    return word !== undefined && word.mark === 0 && kinds.has(word.form)
  }
  let start = last
  if (VERBS.has(form)) {
    while (goesOn(start - 1, OF_VERB) || words[start - 1]?.form === 'companion') start -= 1
    return start
  }
  if (form !== 'noun' && form !== 'dependent' && !PARTS.includes(form)) return start
  while (goesOn(start - 1, OF_NOUN)) start -= 1
  const before = words[start - 1]?.form
  if (before !== 'modifier' && before !== 'quotation') return start
  start -= 1
  while (goesOn(start - 1, OF_VERB) && last - start < LONGEST_CLAUSE) start -= 1
  return start
}

/** The kinds of the two nearest phrases before `last` with the same verb. */
function besideOf(words: readonly Seen[], last: number): number {
  let kinds = 0
  let count = 0
  for (let at = last - 1; at >= 0 && count < 2; at -= 1) {
    const word = words[at]
    if (word?.mark !== 0 || VERBS.has(word.form)) break
    const part = PARTS.indexOf(word.form)
    if (part < 0) continue
    kinds = kinds * 8 + part + 1
    count += 1
  }
  return kinds
}
