/** The sign by which a language model marks where a phrase ends. Nobody says it. */
export const PHRASE_SIGN = '|'

/** A Korean text without the signs, and the numbers of the eojeols that a phrase ends before. */
export interface MarkedText {
  korean: string
  ends: number[]
}

/** Beyond this share of its spaces a text is marked without thought. */
const MOST_MARKED = 0.8
/** Shorter texts are marked at each space by good reason. */
const FEW_SPACES = 3

/** Takes the signs out of a model's text. Signs at its edges and signs at nearly every space say nothing and are ignored. */
export function withoutSigns(text: string): MarkedText {
  if (!text.includes(PHRASE_SIGN)) return { korean: text, ends: [] }
  const phrases = text.split(PHRASE_SIGN).map(phrase => eojeolsOf(phrase))
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

/** The ends after a text was rewritten by rule: they stay where it has as many eojeols as before. */
export function endsAfter(ends: readonly number[], before: string, after: string): number[] {
  return eojeolsOf(before).length === eojeolsOf(after).length ? [...ends] : []
}

function eojeolsOf(text: string): string[] {
  return text.split(/\s+/).filter(eojeol => eojeol !== '')
}
