import type { CutCosts } from '../cut-costs.ts'
import type { Profile } from '../profile.ts'
import type { Block, Shape } from './block.ts'
import { dialogueShape, turnIn } from './turns.ts'

const SHARING = 40
const SHARING_SPLIT = 60
const MAX_SHARED = 3
/** Cost of a single word in a short cue whose clause continues in another one. */
const ORPHAN = 80
/** Costs of a short cue in a sentence whose phrases the translator marked: there a short phrase may be a cue. */
const MARKED = { shortCue: 12, short: 1 }
/** In half-widths; a word of at least this width may be a cue of its own. */
const ORPHAN_WIDTH = 12
/**
 * Cost of a full cue. Higher inside a sentence with several cues, where one more cue is preferred if the phrase ends
 * there.
 */
const FULL_CUE = 4
const FULL_CUE_OF_SEVERAL = 10

/**
 * Whether a cue can hold neither these eojeols nor more of them. A comma and a full stop at line ends take no space.
 */
export function isTooLong(block: Block, from: number, to: number, profile: Profile): boolean {
  return block.layout.lengthOf(from, to) > profile.lineCharacters * 2 * profile.lines + 4
}

/** The layout of a cue and its cost; undefined if it is not allowed, 'too long' if no longer cue is allowed either. */
export function layOutCue(block: Block, from: number, to: number, profile: Profile): Shape | undefined | 'too long' {
  if (isTooLong(block, from, to, profile)) return 'too long'
  const length = block.layout.lengthOf(from, to)
  const full = profile.lineCharacters * 2 * profile.lines
  const first = sentenceAt(block, from)
  const last = sentenceAt(block, to - 1)
  const shared = first === last ? 0 : sharedCost(block, from, to, first, last)
  if (shared === undefined) return undefined
  const turn = turnIn(block, first, last)
  if (turn !== undefined) return dialogueShape(block, { from, to, first, last, turn }, shared, profile)
  const { breakAt, cost, fits } = block.layout.layout(from, to)
  if (!fits) return undefined
  const isWhole = from === block.eojeolsFrom[first] && to === block.eojeolsFrom[last + 1]
  const isMarked = block.sentences[first]?.marked === true
  const few = isWhole ? 0 : orphanCost(block.costs.cue, { from, to, length }, isMarked ? MARKED : profile.costs)
  const stranded = to < block.eojeols.length || from > 0 ? strandedCost(block.costs.cue, from, to) : 0
  const mixed = showsPartAcrossStop(block, from, to)
    ? ACROSS_STOP
    : acrossCommaCost(block, from, to) + passedCost(block.costs.cue, from, to)
  const fill = (isWhole ? FULL_CUE : FULL_CUE_OF_SEVERAL) * (length / full) ** 2
  return {
    breakAt,
    dialogue: false,
    halfWidths: block.layout.shownLength(from, to, breakAt),
    cost: shared + cost + fill + few + stranded + mixed,
  }
}

/** A cut that costs less than this is the end of a clause or sentence. */
const WHOLE = 60
/** A cue must not end with this few eojeols of the next clause, or begin with this few of the previous one. */
const STRANDED_EOJEOLS = 3
const STRANDED = 92
/** Cost of a cue that shows a part of a Korean sentence across a full stop (`… 알고 있습니다 하지만 ‖ …`). */
const ACROSS_STOP = 540

/** Whether a cue shows a full stop and only a part of the Korean sentence before or after it. */
function showsPartAcrossStop({ stops, eojeols }: Block, from: number, to: number): boolean {
  const isStop = (at: number) => at === 0 || at === eojeols.length || (stops[at] ?? 0) > (stops[at - 1] ?? 0)
  if ((stops[to - 1] ?? 0) === (stops[from] ?? 0)) return false
  return !isStop(from) || !isStop(to)
}

/** Cost of a cue that goes on after a comma and ends inside the next clause. */
const AFTER_COMMA = 45
/** Further cost if it also begins inside a clause: `작용해서 변환 후, 그녀의`. */
const BEFORE_COMMA = 250

function acrossCommaCost({ commas, stops, eojeols }: Block, from: number, to: number): number {
  if ((commas[to - 1] ?? 0) === (commas[from] ?? 0)) return 0
  const isPunctuated = (at: number) =>
    at === 0 ||
    at === eojeols.length ||
    (commas[at] ?? 0) > (commas[at - 1] ?? 0) ||
    (stops[at] ?? 0) > (stops[at - 1] ?? 0)
  if (isPunctuated(to)) return 0
  return AFTER_COMMA + (isPunctuated(from) ? 0 : BEFORE_COMMA)
}

/** Share of the difference in cost between the worse end of a cue and the best place that it passes over. */
const PASSED = 0.12
/** Maximum difference that counts. */
const MOST_PASSED = 300

/** Cost of a cue that begins or ends inside a phrase although it shows the end of a larger one. */
function passedCost(cuts: readonly number[], from: number, to: number): number {
  const worse = Math.max(from > 0 ? (cuts[from] ?? 0) : 0, cuts[to] ?? 0)
  let best = worse
  for (let at = from + 1; at < to; at += 1) best = Math.min(best, cuts[at] ?? worse)
  return PASSED * Math.min(MOST_PASSED, worse - best)
}

/**
 * Cost of a cue that ends with the first words of the next clause or begins with the last words of the previous one.
 */
function strandedCost(cuts: readonly number[], from: number, to: number): number {
  let cost = 0
  for (let n = 1; n <= STRANDED_EOJEOLS; n += 1) {
    if (to - n > from && (cuts[to - n] ?? 0) < WHOLE && (cuts[to] ?? 0) > WHOLE) cost = STRANDED
    if (from + n < to && (cuts[from + n] ?? 0) < WHOLE && (cuts[from] ?? 0) > WHOLE) cost = STRANDED
  }
  return cost
}

/**
 * Cost of a short cue, higher for a single short word cut off from its clause (`아버지가 ‖ 지도를 그리셨는데`).
 */
function orphanCost(
  cuts: readonly number[],
  { from, to, length }: { from: number; to: number; length: number },
  { shortCue, short }: Pick<CutCosts, 'shortCue' | 'short'>,
): number {
  if (length >= shortCue) return 0
  const isTorn = (cuts[from] ?? 0) >= WHOLE || (cuts[to] ?? 0) >= WHOLE
  const isOrphan = to - from === 1 && length < ORPHAN_WIDTH && isTorn
  return short * (shortCue - length) + (isOrphan ? ORPHAN : 0)
}

/** Cost of sharing a cue, higher if a sentence continues in another cue; undefined if there are too many sentences. */
function sharedCost(block: Block, from: number, to: number, first: number, last: number): number | undefined {
  if (last - first >= MAX_SHARED) return undefined
  let cost = (last - first) * SHARING
  if (from !== block.eojeolsFrom[first]) cost += SHARING_SPLIT
  if (to !== block.eojeolsFrom[last + 1]) cost += SHARING_SPLIT
  return cost
}

/** Index of the sentence that an eojeol belongs to. */
export function sentenceAt(block: Block, eojeol: number): number {
  let sentence = 0
  while (sentence + 2 < block.eojeolsFrom.length && (block.eojeolsFrom[sentence + 1] ?? 0) <= eojeol) sentence += 1
  return sentence
}
