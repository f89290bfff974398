import type { Word } from '#subtitle-engine'

/** Below this, a word counts as unsure everywhere: in the brief, for the translator and in the editor. */
const UNSURE = 0.6
/** Most words of a file that may count as unsure: where everything is marked, nothing is. */
const UNSURE_SHARE = 0.08
/** Fewer words show no spread. */
const FEWEST_WORDS = 50

/**
 * Rescales confidences so that at most a share of the words is below `UNSURE`: recognizers spread theirs differently, and for a
 * small Whisper a quarter of the right words is below 0.6. Order, 0 and 1 stay. A file with fewer unsure words is unchanged.
 */
export function withComparableConfidence(words: readonly Word[]): Word[] {
  const sorted = words.map(({ confidence }) => confidence).sort((a, b) => a - b)
  const limit = sorted[Math.floor(sorted.length * UNSURE_SHARE)] ?? 1
  if (words.length < FEWEST_WORDS || limit >= UNSURE) return [...words]
  const scaled = (confidence: number) =>
    confidence < limit ? (confidence / limit) * UNSURE : UNSURE + ((confidence - limit) / (1 - limit)) * (1 - UNSURE)
  return words.map(word => ({ ...word, confidence: scaled(word.confidence) }))
}
