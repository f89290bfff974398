import { weightedLength } from '../weight.ts'
import type { Cut } from './cut.ts'
import { type Draft, type DraftSentence, eojeolsOf } from './draft.ts'
import type { Operation } from './operations.ts'

/** Duration of a new cue where nothing else is near. */
const NEW_CUE_MS = 2000
/** A new cue between two others is at least this long: longer than the shortest duration of any profile. */
const SHORTEST_NEW_CUE_MS = 900

/**
 * Builds the operation that adds a sentence after the cues of `after`, in the free time before the next. Without
 * `after`, the sentence starts at `atMs`, or earlier if the media would end before the shortest cue.
 */
export function buildAddition(
  { sentences, durationMs }: Draft,
  { cuesOf, profile }: Pick<Cut, 'cuesOf' | 'profile'>,
  { after, atMs = 0, newId, korean }: { after: string | undefined; atMs?: number; newId: string; korean: string },
): Extract<Operation, { kind: 'add' }> {
  const endBefore = after === undefined ? undefined : cuesOf.get(after)?.at(-1)?.endMs
  const latestMs = durationMs > 0 ? Math.max(0, durationMs - SHORTEST_NEW_CUE_MS) : Number.MAX_SAFE_INTEGER
  const startMs = endBefore === undefined ? Math.min(atMs, latestMs) : endBefore + profile.gapMs
  const next = sentences[sentences.findIndex(({ id }) => id === after) + 1]
  const nextMs = (next && cuesOf.get(next.id)?.[0]?.startMs) ?? startMs + NEW_CUE_MS
  const endMs = Math.min(
    startMs + NEW_CUE_MS,
    Math.max(startMs + SHORTEST_NEW_CUE_MS, nextMs - profile.gapMs),
    durationMs || Number.MAX_SAFE_INTEGER,
  )
  return { kind: 'add', newId, startMs, endMs, korean }
}

/** Builds the operation that splits a sentence before eojeol `at`, or in its middle; `undefined` if it has one word. */
export function buildSplit(
  sentence: DraftSentence,
  words: Draft['words'],
  { newId, at: wanted }: { newId: string; at?: number },
): Extract<Operation, { kind: 'split' }> | undefined {
  const eojeols = eojeolsOf(sentence.korean).length
  const at = Math.min(eojeols - 1, Math.max(1, wanted ?? Math.ceil(eojeols / 2)))
  const word = findSplitWord(sentence, words, at)
  return word === undefined ? undefined : { kind: 'split', id: sentence.id, newId, word, at }
}

/** How much nearer a word counts that follows punctuation, or a long pause, as a share of the sentence. */
const BONUS = 0.15
/** A pause of this length earns the whole bonus. */
const PAUSE_MS = 300

/** Index of the word that best matches a split of the Korean before eojeol `at`. */
function findSplitWord(sentence: DraftSentence, words: Draft['words'], at: number): number | undefined {
  const eojeols = eojeolsOf(sentence.korean)
  const share = weightedLength(eojeols.slice(0, at).join(' ')) / Math.max(1, weightedLength(eojeols.join(' ')))
  const spoken = words.slice(sentence.from, sentence.to)
  let best: number | undefined
  let lowest = Number.POSITIVE_INFINITY
  for (let i = 1; i < spoken.length; i += 1) {
    const [before, word] = [spoken[i - 1], spoken[i]]
    if (!before || !word || word.startMs <= (spoken[0]?.startMs ?? 0)) continue
    const pause = Math.min(1, (word.startMs - before.endMs) / PAUSE_MS) * BONUS
    const cost = Math.abs(i / spoken.length - share) - (before.after === '' ? 0 : BONUS) - pause
    if (cost >= lowest) continue
    lowest = cost
    best = sentence.from + i
  }
  return best
}
