import type { Word } from '#subtitle-engine'

/** Below this, a word counts as unsure everywhere: in the brief, for the translator and in the editor. */
const UNSURE = 0.6
/** Largest share of a file's words that counts as unsure: marking everything would help nobody. */
const UNSURE_SHARE = 0.08
/** With fewer words, the spread of confidences is unknown. */
const FEWEST_WORDS = 50

/**
 * Rescales confidences so that at most `UNSURE_SHARE` of the words is below `UNSURE`: transcribers spread theirs differently, and
 * a small Whisper rates a quarter of the right words below 0.6. Order, 0 and 1 stay. A file with fewer unsure words is unchanged.
 */
export function withComparableConfidence(words: readonly Word[]): Word[] {
  const sorted = words.map(({ confidence }) => confidence).sort((a, b) => a - b)
  const limit = sorted[Math.floor(sorted.length * UNSURE_SHARE)] ?? 1
  if (words.length < FEWEST_WORDS || limit >= UNSURE) return [...words]
  const scaled = (confidence: number) =>
    confidence < limit ? (confidence / limit) * UNSURE : UNSURE + ((confidence - limit) / (1 - limit)) * (1 - UNSURE)
  return words.map(word => ({ ...word, confidence: scaled(word.confidence) }))
}
