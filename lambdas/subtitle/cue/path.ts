import { latestEndMs, neededMs, type Profile } from '../profile.ts'
import type { Block, Shape } from './block.ts'
import { placesOf, type SearchExtent, shapeOf } from './candidates.ts'

/** A cue as the search cuts it: consecutive eojeols over consecutive onsets. */
export interface PlannedCue {
  from: number
  to: number
  onsetFrom: number
  onsetTo: number
  startMs: number
  lastWordEndMs: number
  shape: Shape
}

/** `lacksTime` is true if a cue is short of more time than moving in-times can make up. */
export type Cut = { cues: PlannedCue[]; lacksTime: boolean }

/** Cost per cue: among cuts that read equally well, the one with fewer cues wins. */
const PER_CUE = 3
/** An eojeol boundary at an onset, with the cost of the cheapest path to it and the last cue of that path. */
interface State {
  onset: number
  cost: number
  total: number
  before: State | undefined
  from: number
  to: number
  shape: Shape | undefined
}

/**
 * Cuts a block into cues along the cheapest path over its eojeol boundaries and the onsets near them. A cue costs its line
 * break, its fill and the rules it breaks; a cut costs its place in the text and in the speech. Undefined if no allowed
 * cues can hold the text.
 */
export function cutBlock(block: Block, extent: SearchExtent, profile: Profile): Cut | undefined {
  const clock = new BlockClock(block, extent.narrowCost, profile)
  const end = block.eojeols.length
  const states = placesOf(block, extent).map((places, to) =>
    places.map(({ onset, cost }): State => {
      return { onset, cost, total: Number.POSITIVE_INFINITY, before: undefined, from: 0, to, shape: undefined }
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
      const cost = shape.cost + PER_CUE + (to < end ? (block.costs.cue[to] ?? 0) : 0)
      const needMs = neededMs(shape.halfWidths, profile)
      for (const state of open) extend(state, states[to] ?? [], shape, cost, needMs, clock)
    }
  }
  const last = states[end]?.[0]
  return last && last.total < Number.POSITIVE_INFINITY ? cutAlong(last, clock, profile) : undefined
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
    if (next.onset <= state.onset || base >= next.total) continue
    const total = base + clock.cost(state.onset, next.onset, needMs)
    if (total >= next.total) continue
    next.total = total
    next.before = state
    next.from = state.to
    next.shape = shape
  }
}

function cutAlong(last: State, clock: BlockClock, profile: Profile): Cut {
  const cues: PlannedCue[] = []
  let lacksTime = false
  for (let at = last; at.before && at.shape; at = at.before) {
    const { onset } = at.before
    const startMs = clock.startMs(onset)
    const lastWordEndMs = clock.lastWordEndMs(onset, at.onset)
    cues.push({
      from: at.from,
      to: at.to,
      onsetFrom: onset,
      onsetTo: at.onset,
      startMs,
      lastWordEndMs,
      shape: at.shape,
    })
    if (neededMs(at.shape.halfWidths, profile) > clock.roomMs(onset, at.onset) + profile.inTimeMs) lacksTime = true
  }
  return { cues: cues.reverse(), lacksTime }
}

/** A cue on screen for longer than this makes a further cut worthwhile. */
const COMFORTABLE_MS = 5000
const BROKEN_RULE = 10_000
/** Cost per millisecond that a cue is too short to be read at all: several hurried cues are better than one lost. */
const UNREADABLE_PER_MS = 60
/** Beyond this multiple of the reading speed nobody can read. */
const FASTEST = 5 / 3
/** Cost of a cue that reaches the longest duration while its speech goes on. */
const CUE_ENDS_EARLY = 150

/** Times over a block's onsets, and the cost of the rules that a cue over them would break. */
export class BlockClock {
  private readonly block: Block
  private readonly narrowCost: number
  private readonly profile: Profile
  /** For each onset, the last onset before the next long pause, where a cue must end. */
  private readonly pauseEnds: Int32Array

  constructor(block: Block, narrowCost: number, profile: Profile) {
    this.block = block
    this.narrowCost = narrowCost
    this.profile = profile
    this.pauseEnds = new Int32Array(block.onsets.length)
    let end = block.onsets.length - 1
    for (let i = block.onsets.length - 1; i >= 0; i -= 1) {
      this.pauseEnds[i] = end
      if ((block.onsets[i]?.pauseMs ?? 0) >= profile.pauseMs) end = i - 1
    }
  }

  startMs(onset: number): number {
    return this.block.onsets[onset]?.startMs ?? this.block.nextMs
  }

  lastWordEndMs(from: number, to: number): number {
    return this.block.onsets[Math.min(to - 1, this.pauseEnds[from] ?? to - 1)]?.endMs ?? 0
  }

  /** The longest duration of a cue over these onsets. */
  roomMs(from: number, to: number): number {
    const startMs = this.startMs(from)
    return latestEndMs(startMs, this.lastWordEndMs(from, to), this.startMs(to), this.profile) - startMs
  }

  /** The cost of the rules that a cue over these onsets breaks if its text needs `needMs`. */
  cost(from: number, to: number, needMs: number): number {
    const startMs = this.startMs(from)
    const lastWordEndMs = this.lastWordEndMs(from, to)
    const nextMs = this.startMs(to)
    let cost = (this.pauseEnds[from] ?? to) < to - 1 ? BROKEN_RULE : 0
    const missingMs = needMs - (latestEndMs(startMs, lastWordEndMs, nextMs, this.profile) - startMs)
    if (missingMs > this.profile.inTimeMs)
      cost += BROKEN_RULE + 5 * missingMs + UNREADABLE_PER_MS * this.lostMs(needMs, needMs - missingMs)
    else if (missingMs > 0) cost += this.narrowCost + missingMs / 4
    const longMs = Math.min(nextMs, lastWordEndMs) - startMs - COMFORTABLE_MS
    if (longMs > 0) cost += longMs / 60
    const unseenMs = lastWordEndMs - startMs - this.profile.maxDurationMs
    return unseenMs > 0 ? cost + CUE_ENDS_EARLY + unseenMs / 20 : cost
  }

  /** Milliseconds that a cue lacks for the shortest duration and for the fastest reader. */
  private lostMs(needMs: number, roomMs: number): number {
    return Math.max(0, Math.max(this.profile.minDurationMs, needMs / FASTEST) - roomMs)
  }
}
