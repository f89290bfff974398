import type { Word } from '../types.ts'
import { clean, eojeolsOf, type Facts, inOrder, type Manuscript, type Passage } from './passage.ts'

/** A word as a project stores it: text, start, end, confidence, punctuation after it, speaker. */
type PackedWord = [string, number, number, number, string] | [string, number, number, number, string, string]

/** A manuscript as it is stored (`lambdas/contract/project.ts`). */
export interface Project {
  format: 1
  durationMs: number
  words: PackedWord[]
  passages: Passage[]
}

/** @returns a project that `JSON.stringify` writes and `openProject` opens */
export function projectOf({ words, passages, durationMs }: Manuscript): Project {
  return { format: 1, durationMs, words: words.map(packed), passages: [...passages] }
}

export function openProject(
  { words, passages, durationMs }: Omit<Project, 'format'>,
  register: Facts['register'],
): Manuscript {
  const open = words.map(([text, startMs, endMs, confidence, after, speaker]): Word => {
    return { text, startMs, endMs, confidence, after, ...(speaker !== undefined && { speaker }) }
  })
  return { words: open, passages: inOrder(passages, open), durationMs, register }
}

function packed({ text, startMs, endMs, confidence, after, speaker }: Word): PackedWord {
  const known = Math.round(confidence * 1000) / 1000
  return speaker === undefined ? [text, startMs, endMs, known, after] : [text, startMs, endMs, known, after, speaker]
}

/**
 * A passage that came from outside, cleaned as the page cleans it; `undefined` if it cannot belong to the manuscript: words
 * that do not exist, times in no order, breaks twice at one place.
 */
export function admitted(
  passage: Passage,
  { words, durationMs }: Pick<Manuscript, 'words' | 'durationMs'>,
): Passage | undefined {
  const { from, to, startMs, endMs } = passage
  if (from > to || to > words.length) return undefined
  if (from === to && (startMs === undefined || endMs === undefined)) return undefined
  if (startMs !== undefined && endMs !== undefined && endMs <= startMs) return undefined
  const lastMs = Math.max(durationMs, words.at(-1)?.endMs ?? 0) || Number.MAX_SAFE_INTEGER
  if ((startMs ?? 0) > lastMs || (endMs ?? 0) > lastMs) return undefined
  const korean = clean(passage.korean)
  const eojeols = eojeolsOf(korean).length
  const breaks = passage.breaks.filter(({ at }) => at < eojeols)
  if (breaks.some(({ at }, i) => at <= (breaks[i - 1]?.at ?? 0))) return undefined
  const ends = passage.ends?.filter((at, i, all) => at > (all[i - 1] ?? 0) && at < eojeols)
  const speaker = passage.speaker === undefined ? undefined : clean(passage.speaker) || undefined
  return { ...passage, korean, breaks, ends: ends?.length ? ends : undefined, speaker }
}
