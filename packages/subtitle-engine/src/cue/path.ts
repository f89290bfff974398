import { chooseEndMs, latestEndMs, neededMs, type Profile } from '../profile.ts'
import { zeros } from '../zeros.ts'
import type { Block, Shape } from './block.ts'
import { isTooLong, layOutCue } from './candidates.ts'
import { Places, type SearchExtent } from './places.ts'

/** A cue as found by the search: consecutive eojeols over consecutive onsets. */
export interface PlannedCue {
  from: number
  to: number
  onsetFrom: number
  onsetTo: number
  startMs: number
  lastWordEndMs: number
  shape: Shape
}

/** `lacksTime` is true if a cue is short of more time than moving in-times can make up. `cost` is that of the whole path. */
export type Cut = { cues: PlannedCue[]; lacksTime: boolean; cost: number }

/** Upper bound of what the layout of a cue can gain: a path that is more expensive even with this gain is skipped. */
const MOST_GAIN = 13
/** Upper bound of rounding errors when costs are added in a different order. */
const ROUNDING = 1e-6

/**
 * Buffers reused by every search: the places, and the cheapest path to each with its cost, its last cue and the row at
 * which that cue begins.
 */
const places = new Places()
let totals = new Float64Array(1024)
let before = new Int32Array(1024)
const shapes: (Shape | undefined)[] = []

/**
 * Cuts a block into cues along the cheapest path over its eojeol boundaries and the onsets near them. A cue costs its
 * line break, its fill and the rules it breaks; a cut costs its position in the text and in the speech. Undefined if no
 * allowed cues can hold the text.
 * @param isForbidden whether no cue may hold the eojeols from `from` up to `to`
 */
export function cutBlock(
  block: Block,
  extent: SearchExtent,
  profile: Profile,
  isForbidden: (from: number, to: number) => boolean = () => false,
): Cut | undefined {
  const clock = new BlockClock(block, extent, profile)
  const end = block.eojeols.length
  places.find(block, extent)
  if (totals.length < places.rows) {
    totals = new Float64Array(places.rows * 2)
    before = new Int32Array(places.rows * 2)
  }
  totals.fill(Number.POSITIVE_INFINITY, 0, places.rows)
  totals[0] = 0
  for (let from = 0; from < end; from += 1) {
    const reached = lowest(totals, from)
    if (reached === Number.POSITIVE_INFINITY) continue
    for (let to = from + 1; to <= end; to += 1) {
      if (isForbidden(from, to)) continue
      const cutCost = profile.costs.cue + (to < end ? (block.costs.cue[to] ?? 0) : 0)
      const spare = highestTotal(to) - lowest(places.cost, to) + ROUNDING
      if (reached + cutCost - MOST_GAIN > spare) {
        if (isTooLong(block, from, to, profile)) break
        continue
      }
      const shape = layOutCue(block, from, to, profile)
      if (shape === 'too long') break
      if (shape === undefined) continue
      extend(from, to, shape, shape.cost + cutCost, spare, clock, neededMs(shape.halfWidths, profile))
    }
  }
  const last = places.first[end] ?? 0
  return (totals[last] ?? 0) < Number.POSITIVE_INFINITY ? cutAlong(last, clock, profile) : undefined
}

/** The lowest value in the rows of a boundary. */
function lowest(column: Float64Array, boundary: number): number {
  let found = Number.POSITIVE_INFINITY
  for (let row = places.first[boundary] ?? 0; row < (places.first[boundary + 1] ?? 0); row += 1) {
    found = Math.min(found, column[row] ?? 0)
  }
  return found
}

/** Cost of the most expensive of the known paths to a boundary. */
function highestTotal(boundary: number): number {
  let found = Number.NEGATIVE_INFINITY
  for (let row = places.first[boundary] ?? 0; row < (places.first[boundary + 1] ?? 0); row += 1) {
    found = Math.max(found, totals[row] ?? 0)
  }
  return found
}

/**
 * Extends the paths to `from` by a cue up to `to` that costs `cost` and takes `needMs` to read. A path that would cost
 * more than `spare` is skipped, because all known ones are cheaper.
 */
function extend(
  from: number,
  to: number,
  shape: Shape,
  cost: number,
  spare: number,
  clock: BlockClock,
  needMs: number,
): void {
  const { first, onset, cost: costs } = places
  const [begin, end] = [first[to] ?? 0, first[to + 1] ?? 0]
  for (let row = first[from] ?? 0; row < (first[from + 1] ?? 0); row += 1) {
    const total = totals[row] ?? 0
    if (total === Number.POSITIVE_INFINITY || total + cost > spare) continue
    const start = onset[row] ?? 0
    for (let next = begin; next < end; next += 1) {
      const base = total + (costs[next] ?? 0) + cost
      if ((onset[next] ?? 0) <= start || base >= (totals[next] ?? 0)) continue
      const sum = base + clock.cost(start, onset[next] ?? 0, needMs, shape.halfWidths)
      if (sum >= (totals[next] ?? 0)) continue
      totals[next] = sum
      before[next] = row
      shapes[next] = shape
    }
  }
}

function cutAlong(last: number, clock: BlockClock, profile: Profile): Cut {
  const cues: PlannedCue[] = []
  let lacksTime = false
  for (let row = last; row > 0; row = before[row] ?? 0) {
    const previous = before[row] ?? 0
    const [from, to] = [places.boundary[previous] ?? 0, places.boundary[row] ?? 0]
    const [onsetFrom, onsetTo] = [places.onset[previous] ?? 0, places.onset[row] ?? 0]
    const shape = shapes[row]
    if (!shape) break
    const startMs = clock.startMs(onsetFrom)
    const lastWordEndMs = clock.lastWordEndMs(onsetFrom, onsetTo)
    cues.push({ from, to, onsetFrom, onsetTo, startMs, lastWordEndMs, shape })
    if (neededMs(shape.halfWidths, profile) > clock.longestMs(onsetFrom, onsetTo) + profile.inTimeMs) lacksTime = true
  }
  return { cues: cues.reverse(), lacksTime, cost: totals[last] ?? 0 }
}

/**
 * Share of the reading speed at which a cue costs nothing; 1 is the limit. A faster cue costs `HASTE` times the square of
 * its excess, a slower one `IDLE` for each reading time to spare. Both move time from cues with too much to neighbours.
 */
const RESTFUL_PACE = 0.5
const HASTE = 50
const IDLE = 8
/** A cue that is shown for longer than this is worth another cut. */
const COMFORTABLE_MS = 5000
const BROKEN_RULE = 10_000
/** Cost per millisecond that a cue lacks to be readable at all: several hurried cues are better than a lost one. */
const UNREADABLE_PER_MS = 60
/** Text faster than this multiple of the reading speed is unreadable. */
const FASTEST = 5 / 3
/**
 * Cost of a cue that reaches the maximum duration while its words are still spoken, and of each second of such words.
 */
const [CUE_ENDS_EARLY, UNSEEN_SECOND] = [150, 500]
/**
 * Cost of a cue, after the cut is fixed, whose words take 2.7 times as long per letter as those of its sentence, or 2.7
 * times less. It grows with the square of the logarithm of that ratio.
 */
const UNEVEN = 25
const LEAST_SPOKEN_MS = 100

/** Times of a block's onsets, and the cost of the timing rules that a cue over them would break. */
class BlockClock {
  private readonly block: Block
  private readonly narrowCost: number
  private readonly profile: Profile
  private readonly uneven: number
  /** Average time of a half-width of the block. */
  private readonly paceMs: number
  /** For each onset, the last onset before the next long pause, where a cue must end. */
  private readonly pauseEnds: number[]

  constructor(block: Block, { narrowCost, isCut }: SearchExtent, profile: Profile) {
    this.block = block
    this.narrowCost = narrowCost
    this.profile = profile
    this.uneven = isCut ? UNEVEN : 0
    const spokenMs = Math.max(LEAST_SPOKEN_MS, this.spokenUntil(block.onsets.length) - this.startMs(0))
    this.paceMs = spokenMs / Math.max(1, block.layout.lengthOf(0, block.eojeols.length))
    this.pauseEnds = zeros(block.onsets.length)
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

  /** Maximum duration of a cue over these onsets. */
  longestMs(from: number, to: number): number {
    const startMs = this.startMs(from)
    return latestEndMs(startMs, this.lastWordEndMs(from, to), this.startMs(to), this.profile) - startMs
  }

  /** When the next onset begins, so the words before it and the pause after them are over. */
  private spokenUntil(to: number): number {
    const { onsets } = this.block
    return onsets[to]?.startMs ?? onsets[onsets.length - 1]?.endMs ?? 0
  }

  /** Cost of the rules that a cue over these onsets breaks if its text of `halfWidths` takes `needMs` to read. */
  cost(from: number, to: number, needMs: number, halfWidths: number): number {
    const startMs = this.startMs(from)
    const lastWordEndMs = this.lastWordEndMs(from, to)
    const nextMs = this.startMs(to)
    let cost = (this.pauseEnds[from] ?? to) < to - 1 ? BROKEN_RULE : 0
    const latestMs = latestEndMs(startMs, lastWordEndMs, nextMs, this.profile)
    const missingMs = needMs - (latestMs - startMs)
    if (missingMs > this.profile.inTimeMs)
      cost += BROKEN_RULE + 5 * missingMs + UNREADABLE_PER_MS * this.lostMs(needMs, needMs - missingMs)
    else if (missingMs > 0) cost += this.narrowCost + missingMs / 4
    const endMs = chooseEndMs(startMs, Math.max(startMs, lastWordEndMs), nextMs, needMs, this.profile)
    const shownMs = Math.max(1, endMs - startMs)
    const { flash, restfulMs } = this.profile.costs
    if (shownMs < restfulMs) cost += flash * ((restfulMs - shownMs) / 500) ** 2
    const pace = needMs / shownMs
    cost += pace > RESTFUL_PACE ? HASTE * (pace - RESTFUL_PACE) ** 2 : IDLE * (1 / pace - 1 / RESTFUL_PACE)
    if (this.uneven > 0) {
      const spokenMs = Math.max(LEAST_SPOKEN_MS, this.spokenUntil(to) - startMs)
      cost += this.uneven * Math.log(spokenMs / (halfWidths * this.paceMs)) ** 2
    }
    const longMs = Math.min(nextMs, lastWordEndMs) - startMs - COMFORTABLE_MS
    if (longMs > 0) cost += longMs / 60
    const unseenMs = lastWordEndMs - startMs - this.profile.maxDurationMs
    return unseenMs > 0 ? cost + CUE_ENDS_EARLY + (UNSEEN_SECOND * unseenMs) / 1000 : cost
  }

  /** Milliseconds that a cue lacks for the minimum duration and for the fastest reader. */
  private lostMs(needMs: number, availableMs: number): number {
    return Math.max(0, Math.max(this.profile.minDurationMs, needMs / FASTEST) - availableMs)
  }
}
