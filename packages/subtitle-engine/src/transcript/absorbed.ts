import type { Word } from '../types.ts'

/** A longer word was drawn out, or it absorbed the pause before it. */
const LONG_MS = 1200
/** The first word of a sentence absorbs shorter pauses, too. */
const LONG_FIRST_MS = 700
/** Words that follow one another without a gap: the transcriber states no pauses. */
const TOUCHING_MS = 20
/** Length of a clearly spoken word: a base and a share for each letter. Numbers are spoken longer than they are written. */
const [BASE_MS, LETTER_MS, DIGIT_MS] = [200, 60, 250]

/**
 * Gives back the pauses that words absorbed. Whisper lets a word begin where the one before it ends, so the first word after a
 * pause begins up to a second before its sound, and so would its cue. Such a word keeps its end. Words of transcribers that state
 * pauses are unchanged: there, a long word after a pause was drawn out.
 */
export function withoutAbsorbedPauses(words: readonly Word[]): Word[] {
  return words.map((word, i) => {
    const before = words[i - 1]
    const lengthMs = word.endMs - word.startMs
    const isFirst = !before || /[.?!…]/.test(before.after)
    const isTouching = !before || word.startMs - before.endMs <= TOUCHING_MS
    const spokenMs = spokenLength(word.text)
    if (!isTouching || lengthMs <= Math.max(spokenMs, isFirst ? LONG_FIRST_MS : LONG_MS)) return word
    return { ...word, startMs: word.endMs - spokenMs }
  })
}

function spokenLength(text: string): number {
  const digits = text.match(/\d/g)?.length ?? 0
  return BASE_MS + (text.length - digits) * LETTER_MS + digits * DIGIT_MS
}
