/** Character with which a language model marks the end of a phrase; it does not occur in speech. */
export const PHRASE_SIGN = '|'

/** A Korean text without phrase signs, and the indexes of the eojeols before which a phrase ends. */
export interface MarkedText {
  korean: string
  ends: number[]
}

/** A text with a larger share of its spaces marked was marked indiscriminately. */
const MOST_MARKED = 0.8
/** In shorter texts every space may legitimately be marked. */
const FEW_SPACES = 3

/**
 * Removes the phrase signs from a model's text. Signs at its edges, or at nearly every space, carry no information and
 * are ignored.
 */
export function withoutSigns(text: string): MarkedText {
  if (!text.includes(PHRASE_SIGN)) return { korean: text, ends: [] }
  const phrases = text.split(PHRASE_SIGN).map(phrase => splitEojeols(phrase))
  const korean = phrases.flat().join(' ')
  const ends: number[] = []
  let at = 0
  for (const phrase of phrases) {
    if (at > 0 && phrase.length > 0) ends.push(at)
    at += phrase.length
  }
  const spaces = at - 1
  return { korean, ends: spaces > FEW_SPACES && ends.length > spaces * MOST_MARKED ? [] : ends }
}

/** Adapts phrase ends to a text rewritten by rule: they are kept if the number of eojeols is unchanged. */
export function endsAfter(ends: readonly number[], before: string, after: string): number[] {
  return splitEojeols(before).length === splitEojeols(after).length ? [...ends] : []
}

function splitEojeols(text: string): string[] {
  return text.split(/\s+/).filter(eojeol => eojeol !== '')
}
