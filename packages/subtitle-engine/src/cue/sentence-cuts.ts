import { type CutCosts, STANDARD_COSTS } from '../cut-costs.ts'
import { textOf } from '../korean/eojeol.ts'
import type { Profile } from '../profile.ts'
import type { Block } from './block.ts'
import type { PlannedCue } from './path.ts'

/** Where the lines and cues of a sentence end. */
export interface SentenceCut {
  lines: readonly string[]
  /**
   * Cost of the worst line or cue end inside the sentence, 0 if there is none. Converted to the standard profile's costs,
   * so that profiles are comparable.
   */
  worst: number
}

/** Reads the cut of each sentence of a block, by its id. */
export function readSentenceCuts(
  block: Block,
  cues: readonly PlannedCue[],
  profile: Profile,
): [id: string, cut: SentenceCut][] {
  const ends = cues.flatMap(cue => findEnds(block, cue, profile.costs))
  return block.sentences.map(({ sentence }, i) => {
    const [begin, end] = [block.eojeolsFrom[i] ?? 0, block.eojeolsFrom[i + 1] ?? 0]
    const own = ends.filter(({ at }) => at > begin && at < end)
    const lines = [begin, ...own.map(({ at }) => at)].map((from, n) => textOf(block.eojeols, from, own[n]?.at ?? end))
    return [sentence.id, { lines, worst: Math.max(0, ...own.map(({ cost }) => cost)) }]
  })
}

/** The eojeols before which a line of a cue and the cue itself end, in order. */
function findEnds({ layout, costs }: Block, { from, to, shape }: PlannedCue, own: CutCosts) {
  const standard = STANDARD_COSTS
  const line = ((costs.line[shape.breakAt] ?? 0) * standard.line) / own.line
  const cue = ((costs.cue[to] ?? 0) * (standard.cueLine + standard.cueThought)) / (own.cueLine + own.cueThought)
  const isBroken = layout.lines(from, to, shape.breakAt).length > 1
  return [...(isBroken ? [{ at: shape.breakAt, cost: line }] : []), { at: to, cost: cue }]
}
