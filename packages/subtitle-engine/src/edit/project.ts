import type { Word } from '../types.ts'
import { clean, type Draft, type DraftSentence, eojeolsOf, type Facts, inOrder } from './draft.ts'

/** A stored word: text, start, end, confidence, punctuation after it, speaker. */
type PackedWord = [string, number, number, number, string] | [string, number, number, number, string, string]

/** The machine's draft as stored in `….project.json`; the schema is in `lambdas/contract/project.ts`. */
export interface Project {
  format: 1
  durationMs: number
  words: PackedWord[]
  passages: DraftSentence[]
}

/** Packs a draft into plain JSON; `openProject` reads it back. */
export function buildProject({ words, sentences, durationMs }: Draft): Project {
  return { format: 1, durationMs, words: words.map(packed), passages: [...sentences] }
}

export function openProject(
  { words, passages, durationMs }: Omit<Project, 'format'>,
  register: Facts['register'],
): Draft {
  const open = words.map(unpacked)
  return { words: open, sentences: inOrder(passages, open), durationMs, register }
}

/** Reads by index: a long talk has 40,000 words, and destructuring would run an iterator for each. */
function unpacked(word: PackedWord): Word {
  const open: Word = { text: word[0], startMs: word[1], endMs: word[2], confidence: word[3], after: word[4] }
  if (word[5] !== undefined) open.speaker = word[5]
  return open
}

function packed({ text, startMs, endMs, confidence, after, speaker }: Word): PackedWord {
  const known = Math.round(confidence * 1000) / 1000
  return speaker === undefined ? [text, startMs, endMs, known, after] : [text, startMs, endMs, known, after, speaker]
}

/**
 * Cleans a sentence received from a client. Returns `undefined` if it cannot belong to the draft: unknown words, times
 * out of order, two breaks at one place.
 */
export function admitSentence(
  sentence: DraftSentence,
  { words, durationMs }: Pick<Draft, 'words' | 'durationMs'>,
): DraftSentence | undefined {
  const { from, to, startMs, endMs } = sentence
  if (from > to || to > words.length) return undefined
  if (from === to && (startMs === undefined || endMs === undefined)) return undefined
  if (startMs !== undefined && endMs !== undefined && endMs <= startMs) return undefined
  const lastMs = durationMs > 0 ? Math.max(durationMs, words.at(-1)?.endMs ?? 0) : Number.MAX_SAFE_INTEGER
  if ((startMs ?? 0) > lastMs || (endMs ?? 0) > lastMs) return undefined
  const korean = clean(sentence.korean)
  const eojeols = eojeolsOf(korean).length
  const breaks = sentence.breaks.filter(({ at }) => at < eojeols)
  if (breaks.some(({ at }, i) => at <= (breaks[i - 1]?.at ?? 0))) return undefined
  const [ends, held] = [sentence.ends, sentence.held].map(places =>
    places?.filter((at, i, all) => at > (all[i - 1] ?? 0) && at < eojeols),
  )
  const speaker = sentence.speaker === undefined ? undefined : clean(sentence.speaker) || undefined
  return {
    ...sentence,
    korean,
    breaks,
    ends: ends?.length ? ends : undefined,
    // Valid only if no end was dropped: each belongs to one.
    starts: ends?.length && ends.length === sentence.starts?.length ? sentence.starts : undefined,
    held: held?.length ? held : undefined,
    speaker,
  }
}
