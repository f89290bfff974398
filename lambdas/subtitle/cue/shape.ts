import type { Profile } from '../profile.ts'
import type { Block } from './block.ts'

/** How some eojeols of a block look as a cue. */
export type Shape = {
  breakAt: number
  /** Each line begins with a dash: two speakers. */
  dialogue: boolean
  /** Weighted characters to be read, in halves. */
  halves: number
  cost: number
}

const sharing = 40
const sharingPart = 60
const mostShared = 3
const tooFew = 16
const dash = 2

/** The look and its cost; undefined where it may not be a cue, 'too long' where no longer one may be either. */
export function shapeOf(block: Block, from: number, to: number, profile: Profile): Shape | undefined | 'too long' {
  const length = block.layout.lengthOf(from, to)
  const full = profile.lineCharacters * 2 * profile.lines
  // A comma and a stop at the lines' ends take no room.
  if (length > full + 4) return 'too long'
  const first = partAt(block, from)
  const last = partAt(block, to - 1)
  const shared = first === last ? 0 : sharedCost(block, from, to, first, last)
  if (shared === undefined) return undefined
  if (first !== last && speaker(block, first) !== speaker(block, last))
    return dialogue(block, from, to, shared, profile)
  const { breakAt, cost, fits } = block.layout.layout(from, to)
  if (!fits) return undefined
  const whole = from === block.eojeolsFrom[first] && to === block.eojeolsFrom[first + 1]
  const few = !whole && length < tooFew ? (tooFew - length) * 1.5 : 0
  const fill = 30 * (length / full) ** 2
  return {
    breakAt,
    dialogue: false,
    halves: block.layout.shownLength(from, to, breakAt),
    cost: shared + Math.min(cost, 300) * 0.6 + fill + few,
  }
}

/** What it costs that sentences share a cue, more where one of them goes on in another; undefined for too many. */
function sharedCost(block: Block, from: number, to: number, first: number, last: number): number | undefined {
  if (last - first >= mostShared) return undefined
  let cost = (last - first) * sharing
  if (from !== block.eojeolsFrom[first]) cost += sharingPart
  if (to !== block.eojeolsFrom[last + 1]) cost += sharingPart
  return cost
}

/** Two speakers share a cue only with a whole sentence and a line each. */
function dialogue(block: Block, from: number, to: number, cost: number, profile: Profile): Shape | undefined {
  const breakAt = block.eojeolsFrom[partAt(block, from) + 1] ?? 0
  const whole = from === block.eojeolsFrom[partAt(block, from)] && to === block.eojeolsFrom[partAt(block, to - 1) + 1]
  const lengths = [block.layout.lengthOf(from, breakAt) + dash, block.layout.lengthOf(breakAt, to) + dash]
  if (!whole || partAt(block, to - 1) !== partAt(block, from) + 1) return undefined
  if (lengths.some(length => length > profile.lineCharacters * 2)) return undefined
  return { breakAt, dialogue: true, halves: (lengths[0] ?? 0) + (lengths[1] ?? 0) + 1, cost }
}

/** Number of the sentence that an eojeol belongs to. */
export function partAt(block: Block, eojeol: number): number {
  let part = 0
  while (part + 2 < block.eojeolsFrom.length && (block.eojeolsFrom[part + 1] ?? 0) <= eojeol) part += 1
  return part
}

function speaker(block: Block, part: number): string | undefined {
  return block.parts[part]?.sentence.words[0]?.speaker
}
