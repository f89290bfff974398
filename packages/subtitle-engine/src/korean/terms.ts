import { halfWidths } from '../weight.ts'
import { type Enclosure, enclosuresIn } from './enclosures.ts'

/** A string between spaces, or one of its two parts: the term or its brackets. */
export type TextPart = { text: string; glued: boolean; opensBrackets?: boolean }

/**
 * A term in Hangul or in quotation marks with its brackets: `표본추출(random`. A Latin term counts if Hangul follows; in
 * a formula such as `f(x` the brackets belong to the name.
 */
const TERM = /^([^(]*(?:[가-힣"”’」』](?=\()|[A-Za-z](?=\([가-힣])))(\([^(]*)$/u

/** Separates a term from its brackets if they do not fit one line together. */
export function splitBeforeBrackets(texts: readonly string[], lineHalfWidths: number): TextPart[] {
  const words = texts.map((text): TextPart => ({ text, glued: false }))
  if (!texts.some(text => TERM.test(text))) return words
  const enclosures = enclosuresIn(words)
  return words.flatMap((word, i): TextPart[] => {
    const [, term, brackets] = TERM.exec(word.text) ?? []
    if (!term || !brackets || !isWiderThan(lineHalfWidths, texts, termAround(i, enclosures))) return [word]
    return [
      { text: term, glued: false },
      { text: brackets, glued: true, opensBrackets: true },
    ]
  })
}

/** A term and its brackets, with the quotation that ends before or after the brackets. */
function termAround(i: number, enclosures: readonly Enclosure[]): Enclosure {
  const to = enclosures.find(({ from }) => from === i)?.to ?? i + 1
  const quotation = enclosures.find(other => other.from < i && (other.to === i + 1 || other.to === to))
  return { from: quotation?.from ?? i, to }
}

function isWiderThan(limit: number, texts: readonly string[], { from, to }: Enclosure): boolean {
  return texts.slice(from, to).reduce((sum, text) => sum + halfWidths(text) + 1, -1) > limit
}
