import type { Eojeol } from '../korean/eojeol.ts'
import type { Onset } from './onsets.ts'
import type { PhraseMarks } from './phrase-ends.ts'

/** When the eojeols of a sentence should appear, from the words with which, as a translator stated, its phrases begin. */
export interface PhraseStarts {
  /** The time of each eojeol. Between two phrase starts, time is shared in proportion to the text. */
  wantedMs: readonly number[]
  /** The eojeols that begin a phrase whose word is stated. */
  stated: ReadonlySet<number>
}

/** Farthest a stated word may be from the proportional moment: the greater of this and a share of the sentence's time. */
const FARTHEST_MS = 2000
const FARTHEST_SHARE = 0.2

/**
 * Reads when phrases begin from the source words that a translator stated. Korean often reverses the order of English
 * clauses, and models miscount; so the whole list is ignored unless it has an entry for each mark, and its words (0 is
 * none) follow the order of speech, none of them far from the proportional moment.
 */
export function findPhraseStarts(
  eojeols: readonly Eojeol[],
  onsets: readonly Onset[],
  { ends, starts = [] }: PhraseMarks,
): PhraseStarts | undefined {
  if (starts.length === 0 || starts.length !== ends.length) return undefined
  const { lengths, boundaries } = measure(eojeols)
  const [first, last] = [onsets[0], onsets[onsets.length - 1]]
  if (!first || !last) return undefined
  const total = lengths[eojeols.length] ?? 0
  const spanMs = last.endMs - first.startMs
  const farthestMs = Math.max(FARTHEST_MS, spanMs * FARTHEST_SHARE)
  const known = [{ at: 0, ms: first.startMs }]
  let lastWord = 0
  for (const [i, end] of ends.entries()) {
    const [at, word] = [boundaries[end], starts[i] ?? 0]
    if (word === 0) continue
    const ms = onsets[word]?.startMs
    if (at === undefined || ms === undefined || word <= lastWord) return undefined
    const previous = known[known.length - 1]
    if (!previous || at <= previous.at || ms <= previous.ms) return undefined
    if (Math.abs(ms - first.startMs - (spanMs * (lengths[at] ?? 0)) / total) > farthestMs) return undefined
    known.push({ at, ms })
    lastWord = word
  }
  if (known.length === 1) return undefined
  const stated = new Set(known.slice(1).map(({ at }) => at))
  known.push({ at: eojeols.length, ms: last.endMs })
  return { wantedMs: shareTime(known, lengths), stated }
}

/** The text before each boundary in half-widths, and the boundary before each eojeol that a translator sees. */
export function measure(eojeols: readonly Eojeol[]) {
  const lengths = [0]
  const boundaries: number[] = []
  for (const [i, { length, glued }] of eojeols.entries()) {
    lengths.push((lengths[i] ?? 0) + length + 1)
    if (!glued) boundaries.push(i)
  }
  return { lengths, boundaries }
}

/** Shares the time between two moments in proportion to the text. */
export function shareTime(known: readonly { at: number; ms: number }[], lengths: readonly number[]): number[] {
  return known.flatMap((from, i) => {
    const to = known[i + 1]
    if (!to) return []
    const [before, length] = [lengths[from.at] ?? 0, (lengths[to.at] ?? 0) - (lengths[from.at] ?? 0)]
    return Array.from({ length: to.at - from.at }, (_, n) => {
      return from.ms + ((to.ms - from.ms) * ((lengths[from.at + n] ?? 0) - before)) / Math.max(1, length)
    })
  })
}
