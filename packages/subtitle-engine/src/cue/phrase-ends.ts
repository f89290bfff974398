import { type BoundaryCosts, FORBIDDEN, HELD } from '../korean/boundary.ts'
import { seenOf } from '../korean/boundary-features.ts'
import type { Eojeol } from '../korean/eojeol.ts'

/**
 * Phrase ends by sentence id, as marked by the translator: ascending indexes of the eojeols of the tidied text before
 * which a phrase ends.
 */
export type PhraseEnds = ReadonlyMap<string, readonly number[]>

/** Shift of the learned log-odds at a mark, and at every other place of a marked sentence. */
const AT_MARK = 2.5
const ELSEWHERE = -2
/** Costs per unit of surprise, as in `boundaryCosts`. */
const LINE_SURPRISE = 80
const CUE_SURPRISE = 125
/** Half-widths that must remain after a mark: six characters. */
const SHORTEST_TAIL = 12
const LEAST_ODDS = 1e-4

/**
 * Adjusts the boundary costs to the phrase ends marked by a translator. A mark is evidence, not an order: it shifts the
 * learned odds. A mark after 의 or an adnominal ending, before a short tail, in a name or a fixed construction is
 * ignored.
 */
export function withPhraseEnds(
  costs: BoundaryCosts,
  words: readonly Eojeol[],
  ends: readonly number[] | undefined,
): BoundaryCosts {
  if (!ends || ends.length === 0) return costs
  const marked = new Set(ends)
  const [line, cue] = [[...costs.line], [...costs.cue]]
  let rest = words.reduce((sum, { length }) => sum + length + 1, -1)
  let eojeol = 0
  for (let i = 1; i < words.length; i += 1) {
    rest -= (words[i - 1]?.length ?? 0) + 1
    if (words[i]?.glued) continue
    eojeol += 1
    if ((cue[i] ?? FORBIDDEN) >= HELD) continue
    const isPlausible = rest > SHORTEST_TAIL && !modifiesNext(words[i - 1]?.text ?? '')
    const shift = marked.has(eojeol) && isPlausible ? AT_MARK : ELSEWHERE
    line[i] = shiftedCost(line[i] ?? 0, LINE_SURPRISE, shift)
    cue[i] = shiftedCost(cue[i] ?? 0, CUE_SURPRISE, shift)
  }
  return { line, cue }
}

/** True for an eojeol that ends in 의 or an adnominal ending. */
function modifiesNext(text: string): boolean {
  const { form, mark } = seenOf(text)
  return mark === 0 && (form === 'genitive' || form === 'modifier')
}

/** The cost of a break after its log-odds were shifted. */
function shiftedCost(cost: number, scale: number, shift: number): number {
  const odds = Math.min(1 - LEAST_ODDS, Math.max(LEAST_ODDS, Math.exp(-cost / scale)))
  const logOdds = Math.log(odds / (1 - odds)) + shift
  return scale * Math.log1p(Math.exp(-logOdds))
}
