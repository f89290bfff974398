/** Words that a translator whose time grows with the square of a sentence takes well. */
const MOST_WORDS = 40

/** Ends of clauses from the strongest to the weakest. */
const BOUNDARIES = [/[.?!]["'”’)]*$/, /[;:]$/, /,$/]

/** A text in parts of at most 40 words, cut after the strongest punctuation nearest to its middle. */
export function clausesOf(text: string): string[] {
  const words = text.trim().split(/\s+/)
  if (words.length <= MOST_WORDS) return [words.join(' ')]
  const cut = cutPlace(words)
  return [...clausesOf(words.slice(0, cut).join(' ')), ...clausesOf(words.slice(cut).join(' '))]
}

function cutPlace(words: string[]): number {
  const middle = words.length / 2
  const inner = words.slice(0, -1).map((word, i) => ({ word, end: i + 1 }))
  for (const boundary of BOUNDARIES) {
    const places = inner.filter(({ word }) => boundary.test(word)).map(({ end }) => end)
    const nearest = places.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0]
    if (nearest !== undefined) return nearest
  }
  return Math.round(middle)
}
