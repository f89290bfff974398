import { type BoundaryCosts, FORBIDDEN, HELD } from '../korean/boundary.ts'
import type { Eojeol } from '../korean/eojeol.ts'

/**
 * Phrase ends by sentence id, as marked by the translator: ascending indexes of the eojeols of the tidied text before
 * which a phrase ends.
 */
export type PhraseEnds = ReadonlyMap<string, readonly number[]>

/**
 * Maximum cost of ending a line or cue at a marked place; lower than any place between which the rules would choose.
 */
const MARKED_LINE = 12
const MARKED_CUE = 24
/** Surcharge for every other place of a marked sentence. */
const UNMARKED_LINE = 60
const UNMARKED_CUE = 160

/**
 * Adjusts the boundary costs to the phrase ends marked by a translator: marked places become cheap and all others more
 * expensive, so that the marks decide and the rules only rank the rest. A mark inside a name or a fixed construction is
 * ignored, because the certificate counts a break there.
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
