import { zeros } from '../zeros.ts'
import type { Phrases } from './boundary-phrases.ts'
import { kindOf } from './kind-of.ts'
import { KINDS, type Kind, type Seen } from './kinds.ts'

const BARE = /^["'“‘([「『-]*(.*?)["'”’)\]」』.,?!…:;]*$/su
const COMMA = /[,，、]["'”’]*$/
const STOP = /[.?!…]["'”’]*$/
const CLOSING = /["'”’]$/
const OPENING = /^["'“‘]/

const KIND_IDS = new Map<Kind, number>()
for (const { kind } of KINDS) KIND_IDS.set(kind, KIND_IDS.size + 1)
for (const kind of ['numeral', 'dependent', 'final'] as const) {
  if (!KIND_IDS.has(kind)) KIND_IDS.set(kind, KIND_IDS.size + 1)
}

/** Caches what was read of each eojeol, because most of a text repeats. Emptied when full. */
const known = new Map<string, Seen>()
const MOST_KNOWN = 20_000

/** Extracts from an eojeol what the features need. */
export function seenOf(text: string): Seen {
  const before = known.get(text)
  if (before) return before
  const seen = readEojeol(text)
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(text, seen)
  return seen
}

function readEojeol(text: string): Seen {
  const plain = isSyllable(text.charCodeAt(text.length - 1))
  const bare = plain && isSyllable(text.charCodeAt(0)) ? text : (BARE.exec(text)?.[1] ?? text)
  const mark = plain ? 0 : COMMA.test(text) ? 1 : STOP.test(text) ? 2 : CLOSING.test(text) ? 3 : 0
  const form = kindOf(bare, mark === 2)
  return { bare, form, kind: KIND_IDS.get(form) ?? 0, length: bare.length, mark, opens: OPENING.test(text) }
}

function isSyllable(code: number): boolean {
  return code >= 0xac00 && code <= 0xd7a3
}

/** Placeholder before the first and after the last eojeol. */
const NOTHING: Seen = { bare: '', form: 'noun', kind: 0, length: 0, mark: 2, opens: false }

/**
 * Keys of features are below this: small enough for short distances between the keys that have weights, large enough to
 * make collisions rare.
 */
export const FEATURE_KEYS = 1 << 24
/** Feature weights are integers in units of 1/25. */
export const WEIGHT_UNITS = 25
/** Maximum number of features of a boundary. */
export const MOST_FEATURES = 80

/**
 * Writes the features of the boundary before eojeol `at` into `into` as hashes and returns their number: endings and
 * beginnings of the surrounding eojeols, their kinds alone and in combination, the distances from the last and to the
 * next punctuation mark or clause end, and the phrases that end and continue there.
 */
export function featuresOf(
  words: readonly Seen[],
  at: number,
  spans: Spans,
  phrases: Phrases,
  into: Int32Array,
  report?: (template: number, values: readonly [number, number, number]) => void,
): number {
  const last = words[at - 1] ?? NOTHING
  const next = words[at] ?? NOTHING
  const before = words[at - 2] ?? NOTHING
  const after = words[at + 1] ?? NOTHING
  const [kB, kL, kN, kA] = [before.kind, last.kind, next.kind, after.kind]
  const since = Math.min(5, spans.wordsSince[at] ?? 0)
  const until = Math.min(6, spans.wordsUntil[at] ?? 0)
  const sinceWidth = spans.sizeSince[at] ?? 0
  const untilWidth = spans.sizeUntil[at] ?? 0
  const sinceClause = step(spans.sizeSinceClause[at] ?? 0, CLAUSE_STEPS)
  const untilClause = step(spans.sizeUntilClause[at] ?? 0, CLAUSE_STEPS)
  const both = last.length + next.length
  const endL = code(last.bare, 1)
  const endN = code(next.bare, 1)
  const startN = next.bare.charCodeAt(0) || 0
  let n = 0
  const put = (template: number, a = 0, b = 0, c = 0) => {
    into[n] = hashOf(template, a, b, c)
    report?.(template, [a, b, c])
    n += 1
  }
  put(0)
  put(1, last.mark)
  put(2, last.mark, Math.min(3, since), Math.min(4, last.length))
  put(3, last.mark, kL, kN)
  // Endings and beginnings.
  put(4, endL)
  put(5, endL, code(last.bare, 2))
  if (last.length > 2) put(6, endL, code(last.bare, 2), code(last.bare, 3))
  put(7, endN)
  put(8, endN, code(next.bare, 2))
  put(10, startN)
  put(11, startN, next.bare.charCodeAt(1) || 0)
  if (last.length <= 3) put(12, endL, code(last.bare, 2), code(last.bare, 3))
  put(14, code(before.bare, 1))
  put(15, code(before.bare, 1), code(before.bare, 2))
  put(18, endL, endN)
  put(19, endL, startN)
  put(21, endN, code(after.bare, 1))
  // Lengths.
  put(24, step(sinceWidth, SHORT_STEPS))
  put(25, step(untilWidth, SHORT_STEPS))
  put(29, Math.min(6, next.length))
  put(30, step(both, PAIR_STEPS))
  put(31, step(sinceWidth + untilWidth, TOTAL_STEPS))
  put(32, since, until)
  put(34, endL, Math.min(3, since))
  put(36, endL, Math.min(4, last.length))
  put(37, endL, step(untilWidth, PHRASE_STEPS))
  // Kinds.
  put(38, kL)
  put(39, kN)
  put(44, kL, Math.min(3, since))
  put(47, kN, startN)
  put(48, kB, kL)
  put(49, kN, kA)
  put(53, kL, step(untilWidth, PHRASE_STEPS))
  put(54, kN, Math.min(5, next.length))
  put(55, kL, sinceClause, untilClause)
  put(56, sinceClause, untilClause)
  // Phrases.
  const verb = phrases.verb[at] ?? 0
  const toHead = step(phrases.toHead[at] ?? 0, HEAD_STEPS)
  const own = step(phrases.own[at] ?? 0, HEAD_STEPS)
  put(60, toHead)
  put(61, kL, toHead)
  put(62, kL, own)
  put(68, kL, own, toHead)
  put(63, kL, kN, phrases.between[at] ?? 0)
  put(64, kL, phrases.beside[at] ?? 0)
  put(65, kL, words[verb]?.kind ?? 0, words[verb + 1]?.kind ?? NONE)
  put(66, Math.min(4, words.length - at), step(phrases.rest[at] ?? 0, REST_STEPS))
  put(67, Math.min(4, spans.wordsUntil[at] ?? 0), step(untilWidth, REST_STEPS))
  return n
}

const NONE = 99
const HEAD_STEPS = [2.5, 4.5, 6.5, 8.5, 11, 14, 18, 23]
const REST_STEPS = [3, 5, 7, 10, 13, 16]
const SHORT_STEPS = [3, 5, 7, 9, 12, 16, 22, 30]
const PAIR_STEPS = [3, 4, 5, 6, 7, 8, 10, 12]
const PHRASE_STEPS = [4, 7, 10, 14, 20]
const CLAUSE_STEPS = [4, 8, 12, 16]
const TOTAL_STEPS = [8, 12, 14, 17, 20, 25, 32]

function step(value: number, steps: readonly number[]): number {
  let found = 0
  while (found < steps.length && value > (steps[found] ?? 0)) found += 1
  return found
}

/** The syllable at this distance from the end; 1 is the last. */
function code(bare: string, fromEnd: number): number {
  return bare.length >= fromEnd ? bare.charCodeAt(bare.length - fromEnd) : 0
}

function hashOf(template: number, a: number, b: number, c: number): number {
  let hash = Math.imul(template + 1, 0x9e3779b1)
  hash = Math.imul(hash ^ (a + 0x7f4a7c15), 0x85ebca6b)
  hash = Math.imul((hash ^ (hash >>> 15)) + b, 0xc2b2ae35)
  hash = Math.imul((hash ^ (hash >>> 13)) + c, 0x27d4eb2f)
  return (hash ^ (hash >>> 16)) & (FEATURE_KEYS - 1)
}

/**
 * For each boundary, the number of words and syllables since the last punctuation mark and until the next one, and of
 * syllables since the last clause end and until the next one.
 */
export interface Spans {
  wordsSince: number[]
  sizeSince: number[]
  wordsUntil: number[]
  sizeUntil: number[]
  sizeSinceClause: number[]
  sizeUntilClause: number[]
}

/** Width before the first clause end of a text: far from any. */
const NO_CLAUSE = 99

export function spansOf(words: readonly Seen[]): Spans {
  const end = words.length
  const spans = {
    wordsSince: zeros(end + 1),
    sizeSince: zeros(end + 1),
    wordsUntil: zeros(end + 1),
    sizeUntil: zeros(end + 1),
    sizeSinceClause: zeros(end + 1),
    sizeUntilClause: zeros(end + 1),
  }
  spans.sizeSinceClause[0] = NO_CLAUSE
  for (let i = 1; i <= end; i += 1) {
    const fresh = i > 1 && marked(words[i - 2])
    spans.wordsSince[i] = (fresh ? 0 : (spans.wordsSince[i - 1] ?? 0)) + 1
    const size = (words[i - 1]?.length ?? 0) + 0.5
    spans.sizeSince[i] = (fresh ? 0 : (spans.sizeSince[i - 1] ?? 0)) + size
    spans.sizeSinceClause[i] = (i > 1 && endsClause(words[i - 2]) ? 0 : (spans.sizeSinceClause[i - 1] ?? 0)) + size
  }
  for (let i = end - 1; i >= 0; i -= 1) {
    const fresh = marked(words[i])
    spans.wordsUntil[i] = (fresh ? 0 : (spans.wordsUntil[i + 1] ?? 0)) + 1
    const size = (words[i]?.length ?? 0) + 0.5
    spans.sizeUntil[i] = (fresh ? 0 : (spans.sizeUntil[i + 1] ?? 0)) + size
    spans.sizeUntilClause[i] = (endsClause(words[i]) ? 0 : (spans.sizeUntilClause[i + 1] ?? 0)) + size
  }
  return spans
}

function marked(word: Seen | undefined): boolean {
  return word !== undefined && (word.mark === 1 || word.mark === 2)
}

function endsClause(word: Seen | undefined): boolean {
  return marked(word) || word?.form === 'clause'
}
