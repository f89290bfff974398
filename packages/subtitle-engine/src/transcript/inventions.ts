import type { Word } from '../types.ts'

/** Words that a transcriber times at one moment have no length. */
const NO_LENGTH_MS = 20
/** Mean confidence of invented words without a length, and of invented words with one. */
const [TIMELESS_CONFIDENCE, TIMED_CONFIDENCE] = [0.5, 0.1]
/** Fewer words in a row may be short or mumbled words that were said. */
const [FEWEST_TIMELESS, FEWEST_TIMED] = [2, 3]

/** A word that repeats a few letters: `4-4-4-4-4-4-4-4-4-4`. */
const STUTTER = /(.{1,6})\1{9}/u
/** Only this many characters of a longer word are examined. */
const LONGEST_WORD = 200

/**
 * Marks words that a transcriber invented for noise or silence: runs of words with no duration and low confidence, runs
 * of words with a confidence near 0, and words that repeat a few letters. Returns a mask.
 */
export function inventedWords(words: readonly Word[]): Uint8Array {
  const invented = new Uint8Array(words.length)
  markRuns(words, invented, isTimeless, FEWEST_TIMELESS, TIMELESS_CONFIDENCE)
  markRuns(words, invented, isHopeless, FEWEST_TIMED, TIMED_CONFIDENCE)
  for (const [i, { text }] of words.entries()) if (isStutter(text)) invented[i] = 1
  return invented
}

/** Digits may repeat: `1000000000000`. */
function isStutter(text: string): boolean {
  return text.length >= 20 && !/^\d+$/.test(text) && STUTTER.test(text.slice(0, LONGEST_WORD))
}

function isTimeless({ startMs, endMs }: Word): boolean {
  return endMs - startMs <= NO_LENGTH_MS
}

function isHopeless({ confidence }: Word): boolean {
  return confidence < 2 * TIMED_CONFIDENCE
}

function markRuns(
  words: readonly Word[],
  mask: Uint8Array,
  belongs: (word: Word) => boolean,
  fewest: number,
  most: number,
): void {
  let from = 0
  let sum = 0
  for (let i = 0; i <= words.length; i += 1) {
    const word = words[i]
    if (word && belongs(word)) {
      sum += word.confidence
      continue
    }
    const count = i - from
    if (count >= fewest && sum / count < most) mask.fill(1, from, i)
    from = i + 1
    sum = 0
  }
}
