import { type BoundaryCosts, FORBIDDEN, HELD, WORST } from '../korean/boundary.ts'
import { seenOf } from '../korean/boundary-features.ts'
import type { Eojeol } from '../korean/eojeol.ts'
import type { Profile } from '../profile.ts'

/** What a translator marked in a sentence. */
export interface PhraseMarks {
  /** Ascending indexes of the eojeols of the tidied text before which a phrase ends. */
  ends: readonly number[]
  /** For each of these places, the index of the source word with which the phrase after it begins; 0 if unknown. */
  starts?: readonly number[]
}

/** A translator's marks by sentence id; without source words, the ends alone. */
export type PhraseEnds = ReadonlyMap<string, PhraseMarks | readonly number[]>

export function marksOf(marks: PhraseMarks | readonly number[] = []): PhraseMarks {
  return 'ends' in marks ? marks : { ends: marks }
}

/** Shift of the learned log-odds at a mark. */
const AT_MARK = 3
/** Shift of the learned log-odds elsewhere, where the marks alone divide the text into lines. */
const ELSEWHERE = -2
/**
 * A mark at a place of more than the first surprise (odds of one in seven) is taken for a slip if a word off is a place of
 * less than the second (odds of one in four to five).
 */
const [SURPRISING, ORDINARY] = [2, 1.5]
/** Half-widths that must remain after a mark: six characters. */
const SHORTEST_TAIL = 12
/** Half-widths that a line gains at its end: a comma or a full stop is not shown there. */
const UNSHOWN = 1
const LEAST_SURPRISE = 1e-4

/**
 * Adjusts the boundary costs to the phrase ends marked by a translator. A mark is evidence, not an order: it shifts the
 * learned odds of its place. A mark after 의 or an adnominal ending, before a short tail, in a name or a fixed
 * construction, or a word off a likelier place is ignored. Other places keep their odds, since lines must also end where
 * a translator marks nothing, unless the marks leave no stretch wider than a line.
 * @returns `costs` itself if every mark is ignored
 */
export function withPhraseEnds(
  costs: BoundaryCosts,
  words: readonly Eojeol[],
  ends: readonly number[] | undefined,
  { costs: { line: lineCost, cueLine, cueThought }, lineCharacters }: Profile,
): BoundaryCosts {
  if (!ends || ends.length === 0) return costs
  const marked = new Set(ends)
  const elsewhere = widestStretch(words, marked) <= lineCharacters * 2 + UNSHOWN ? ELSEWHERE : 0
  const [line, cue] = [[...costs.line], [...costs.cue]]
  const shift = (i: number, by: number) => {
    line[i] = shiftedCost(line[i] ?? 0, lineCost, by)
    cue[i] = shiftedCost(cue[i] ?? 0, cueLine + cueThought, by)
  }
  let rest = words.reduce((sum, { length }) => sum + length + 1, -1)
  let eojeol = 0
  let isBelieved = false
  for (let i = 1; i < words.length; i += 1) {
    rest -= (words[i - 1]?.length ?? 0) + 1
    if (words[i]?.glued) continue
    eojeol += 1
    if ((cue[i] ?? FORBIDDEN) >= HELD) continue
    if (!marked.has(eojeol)) {
      if (elsewhere < 0) shift(i, elsewhere)
      continue
    }
    if (rest <= SHORTEST_TAIL || modifiesNext(words[i - 1]?.text ?? '')) continue
    if (isSlip(costs.line, i, lineCost)) continue
    shift(i, AT_MARK)
    isBelieved = true
  }
  return isBelieved ? { line, cue } : costs
}

function isSlip(line: readonly number[], at: number, lineCost: number): boolean {
  const surprise = (i: number) => (line[i] ?? FORBIDDEN) / lineCost
  return surprise(at) > SURPRISING && Math.min(surprise(at - 1), surprise(at + 1)) < ORDINARY
}

/** The half-widths of the widest stretch between two marks. */
function widestStretch(words: readonly Eojeol[], marked: ReadonlySet<number>): number {
  let [widest, width, eojeol] = [0, -1, 0]
  for (const [i, word] of words.entries()) {
    if (i > 0 && !word.glued) {
      eojeol += 1
      if (marked.has(eojeol)) width = -1
    }
    width += word.length + 1
    widest = Math.max(widest, width)
  }
  return widest
}

/** True for an eojeol that ends in 의 or an adnominal ending. */
function modifiesNext(text: string): boolean {
  const { form, mark } = seenOf(text)
  return mark === 0 && (form === 'genitive' || form === 'modifier')
}

/** The cost of a break whose log-odds are shifted; always less than that of a break inside a construction. */
function shiftedCost(cost: number, scale: number, shift: number): number {
  const surprise = Math.max(LEAST_SURPRISE, cost / scale)
  const logOdds = shift - surprise - Math.log(-Math.expm1(-surprise))
  return Math.min(WORST, scale * Math.log1p(Math.exp(-logOdds)))
}
