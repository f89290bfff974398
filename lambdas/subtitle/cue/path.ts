import { neededMs } from '../clock.ts'
import type { Profile } from '../profile.ts'
import type { Block } from './block.ts'
import { BlockClock } from './block-clock.ts'
import { placesOf, type Reach } from './places.ts'
import { type Shape, shapeOf } from './shape.ts'

/** A stretch of eojeols over a stretch of beats: one cue to be. */
export type Piece = {
  from: number
  to: number
  beatFrom: number
  beatTo: number
  startMs: number
  lastWordEndMs: number
  shape: Shape
}

/** `troubled`: a piece lacks more time for its text than in-times may move. */
export type Cut = { pieces: Piece[]; troubled: boolean }

/** More than the best cut earns: as few cues as the rules allow. */
const perCue = 45
/** A cut between cues is a stronger break than one between lines. */
const cutWeight = 1.5

/** Reaching an eojeol boundary at a beat: what the cheapest way there costs, and its last cue. */
type State = {
  beat: number
  cost: number
  total: number
  before: State | undefined
  from: number
  to: number
  shape: Shape | undefined
}

/**
 * Cuts a block into cues: the cheapest path over its eojeol boundaries, each with the beats near it. A cue costs its
 * lines, its fill and what it breaks of the reading speed and the durations; a cut costs its place in text and speech.
 * Undefined where no lawful cues can hold the text.
 */
export function cutBlock(block: Block, reach: Reach, profile: Profile): Cut | undefined {
  const clock = new BlockClock(block, reach.narrowCost, profile)
  const end = block.eojeols.length
  const states = placesOf(block, reach).map((places, to) =>
    places.map(({ beat, cost }): State => {
      return { beat, cost, total: Number.POSITIVE_INFINITY, before: undefined, from: 0, to, shape: undefined }
    }),
  )
  const first = states[0]?.[0]
  if (first) first.total = 0
  for (let from = 0; from < end; from += 1) {
    const open = states[from]?.filter(state => state.total < Number.POSITIVE_INFINITY) ?? []
    if (open.length === 0) continue
    for (let to = from + 1; to <= end; to += 1) {
      const shape = shapeOf(block, from, to, profile)
      if (shape === 'too long') break
      if (shape === undefined) continue
      const cost = shape.cost + perCue + (to < end ? (block.costs[to] ?? 0) * cutWeight : 0)
      const needMs = neededMs(shape.halves, profile)
      for (const state of open) extend(state, states[to] ?? [], shape, cost, needMs, clock)
    }
  }
  const last = states[end]?.[0]
  return last && last.total < Number.POSITIVE_INFINITY ? wayTo(last, clock, profile) : undefined
}

function extend(
  state: State,
  nextStates: readonly State[],
  shape: Shape,
  cost: number,
  needMs: number,
  clock: BlockClock,
): void {
  for (const next of nextStates) {
    const base = state.total + next.cost + cost
    if (next.beat <= state.beat || base >= next.total) continue
    const total = base + clock.cost(state.beat, next.beat, needMs)
    if (total >= next.total) continue
    next.total = total
    next.before = state
    next.from = state.to
    next.shape = shape
  }
}

function wayTo(last: State, clock: BlockClock, profile: Profile): Cut {
  const pieces: Piece[] = []
  let troubled = false
  for (let at = last; at.before && at.shape; at = at.before) {
    const { beat } = at.before
    const startMs = clock.startMs(beat)
    const lastWordEndMs = clock.lastWordEndMs(beat, at.beat)
    pieces.push({ from: at.from, to: at.to, beatFrom: beat, beatTo: at.beat, startMs, lastWordEndMs, shape: at.shape })
    if (neededMs(at.shape.halves, profile) > clock.roomMs(beat, at.beat) + profile.inTimeMs) troubled = true
  }
  return { pieces: pieces.reverse(), troubled }
}
