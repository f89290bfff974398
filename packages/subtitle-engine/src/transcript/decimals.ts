import type { RawWord } from './items.ts'

/** Without a longer pause, digits around a full stop are one number. */
const ONE_BREATH_MS = 200
/** Before a unit the pause may be as long as a spoken "point". */
const SPOKEN_POINT_MS = 400
const WHOLE_PART = /^[^\p{L}\d]{0,2}\d{1,3}(?:,\d{3})*$/u
const DECIMALS = /^\d+%?$/
const UNIT =
  /^(?:percent|percentage|hundred|thousand|million|billion|trillion|times|degrees|dollars|euros|pounds|points?|miles?|kilometers?|meters?|feet|inches|kilos?|kilograms?|grams?|liters?|gallons|seconds?|minutes?|hours?|days|weeks|months|years|%)$/i

/** Joins `3`, `.` and `5`, which some transcribers write as three items, to `3.5`. */
export function withDecimals(words: readonly RawWord[]): RawWord[] {
  const joined: RawWord[] = []
  for (const [i, word] of words.entries()) {
    const whole = joined.at(-1)
    if (!whole || !isDecimal(whole, word, words[i + 1])) joined.push(word)
    else {
      whole.text += `.${word.text}`
      whole.after = word.after
      whole.endMs = word.endMs ?? whole.endMs
      whole.confidence = Math.min(whole.confidence, word.confidence)
    }
  }
  return joined
}

function isDecimal(whole: RawWord, word: RawWord, next: RawWord | undefined): boolean {
  if (whole.after !== '.' || !WHOLE_PART.test(whole.text) || !DECIMALS.test(word.text)) return false
  if (whole.speaker !== word.speaker) return false
  const pauseMs = (word.startMs ?? 0) - (whole.endMs ?? word.startMs ?? 0)
  return pauseMs < (UNIT.test(next?.text ?? '') && word.after === '' ? SPOKEN_POINT_MS : ONE_BREATH_MS)
}
