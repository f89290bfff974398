import { type BoundaryCosts, FORBIDDEN, HELD } from '../korean/boundary.ts'
import type { Eojeol } from '../korean/eojeol.ts'

/**
 * Phrase ends by sentence id, as whoever wrote the Korean marked them: numbers of the eojeols of the tidy text that a
 * phrase ends before, in rising order.
 */
export type PhraseEnds = ReadonlyMap<string, readonly number[]>

/** Most that ending a line or a cue at a marked place costs: less than any place that the rules would choose between. */
const MARKED_LINE = 12
const MARKED_CUE = 24
/** Surcharge of every other place of a marked sentence. */
const UNMARKED_LINE = 60
const UNMARKED_CUE = 160

/**
 * The costs of boundaries where a translator marked the ends of phrases: marked places are cheap, the others dearer than
 * the rules say, so that the marks decide and the rules only order what is left. A mark inside a name or a fixed
 * construction is ignored: the certificate counts a break there.
 */
export function withPhraseEnds(
  costs: BoundaryCosts,
  words: readonly Eojeol[],
  ends: readonly number[] | undefined,
): BoundaryCosts {
  if (!ends || ends.length === 0) return costs
  const marked = new Set(ends)
  const [line, cue] = [[...costs.line], [...costs.cue]]
  let eojeol = 0
  for (let i = 1; i < words.length; i += 1) {
    if (words[i]?.glued) continue
    eojeol += 1
    if ((cue[i] ?? FORBIDDEN) >= HELD) continue
    const isMarked = marked.has(eojeol)
    line[i] = isMarked ? Math.min(MARKED_LINE, line[i] ?? 0) : (line[i] ?? 0) + UNMARKED_LINE
    cue[i] = isMarked ? Math.min(MARKED_CUE, cue[i] ?? 0) : (cue[i] ?? 0) + UNMARKED_CUE
  }
  return { line, cue }
}
