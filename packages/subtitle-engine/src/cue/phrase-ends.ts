import type { CutCosts } from '../cut-costs.ts'
import { type BoundaryCosts, FORBIDDEN, HELD } from '../korean/boundary.ts'
import { seenOf } from '../korean/boundary-features.ts'
import type { Eojeol } from '../korean/eojeol.ts'

/** What a translator marked in a sentence. */
export interface PhraseMarks {
  /** Ascending indexes of the eojeols of the tidied text before which a phrase ends. */
  ends: readonly number[]
  /** For each of these places, the index of the source word with which the phrase after it begins. */
  starts?: readonly number[]
}

/** A translator's marks by sentence id; without source words, the ends alone. */
export type PhraseEnds = ReadonlyMap<string, PhraseMarks | readonly number[]>

export function marksOf(marks: PhraseMarks | readonly number[] = []): PhraseMarks {
  return 'ends' in marks ? marks : { ends: marks }
}

/** Shift of the learned log-odds at a mark. */
const AT_MARK = 3
/** Half-widths that must remain after a mark: six characters. */
const SHORTEST_TAIL = 12
const LEAST_SURPRISE = 1e-4

/**
 * Adjusts the boundary costs to the phrase ends marked by a translator. A mark is evidence, not an order: it shifts the
 * learned odds of its place. A mark after 의 or an adnominal ending, before a short tail, in a name or a fixed
 * construction is ignored. Other places keep their odds: lines must also end where a translator marks nothing.
 * @returns `costs` itself if every mark is ignored
 */
export function withPhraseEnds(
  costs: BoundaryCosts,
  words: readonly Eojeol[],
  ends: readonly number[] | undefined,
  { line: lineCost, cueLine, cueThought }: CutCosts,
): BoundaryCosts {
  if (!ends || ends.length === 0) return costs
  const marked = new Set(ends)
  const [line, cue] = [[...costs.line], [...costs.cue]]
  let rest = words.reduce((sum, { length }) => sum + length + 1, -1)
  let eojeol = 0
  let isShifted = false
  for (let i = 1; i < words.length; i += 1) {
    rest -= (words[i - 1]?.length ?? 0) + 1
    if (words[i]?.glued) continue
    eojeol += 1
    if (!marked.has(eojeol) || (cue[i] ?? FORBIDDEN) >= HELD) continue
    if (rest <= SHORTEST_TAIL || modifiesNext(words[i - 1]?.text ?? '')) continue
    line[i] = likelierCost(line[i] ?? 0, lineCost)
    cue[i] = likelierCost(cue[i] ?? 0, cueLine + cueThought)
    isShifted = true
  }
  return isShifted ? { line, cue } : costs
}

/** True for an eojeol that ends in 의 or an adnominal ending. */
function modifiesNext(text: string): boolean {
  const { form, mark } = seenOf(text)
  return mark === 0 && (form === 'genitive' || form === 'modifier')
}

/** The cost of a break whose log-odds were shifted by a mark. */
function likelierCost(cost: number, scale: number): number {
  const surprise = Math.max(LEAST_SURPRISE, cost / scale)
  const logOdds = AT_MARK - surprise - Math.log(-Math.expm1(-surprise))
  return scale * Math.log1p(Math.exp(-logOdds))
}
