import type { Profile } from '../profile.ts'
import type { Block, Shape } from './block.ts'
import { dialogueShape, turnIn } from './turns.ts'

/** A beat at which the next cue may start, and the cost of starting there. */
export type Place = { beat: number; cost: number }

/** The extent of a search. `narrowCost` is the cost of a small lack of time that moving in-times can make up. */
export type Reach = { windowMs: number; share: number; places: number; narrowCost: number }

/** Near looks at few places, far at many if that broke a rule, strict if moving in-times did not help. */
export const NEAR: Reach = { windowMs: 900, share: 0.2, places: 5, narrowCost: 15 }
export const FAR: Reach = { windowMs: 2500, share: 0.5, places: 14, narrowCost: 15 }
export const STRICT: Reach = { ...FAR, narrowCost: 300 }

const MAX_PAUSE_MS = 700

/** For each eojeol boundary of a block, the beats where it may be cut; the end of a sentence has exactly one. */
export function placesOf(block: Block, reach: Reach): Place[][] {
  const places: Place[][] = [[{ beat: 0, cost: 0 }]]
  for (let part = 0; part + 1 < block.eojeolsFrom.length; part += 1) {
    const from = block.eojeolsFrom[part] ?? 0
    const to = block.eojeolsFrom[part + 1] ?? 0
    const firstBeat = block.beatsFrom[part] ?? 0
    const endBeat = block.beatsFrom[part + 1] ?? 0
    const startMs = block.beats[firstBeat]?.startMs ?? 0
    const spanMs = Math.max(1, (block.beats[endBeat - 1]?.endMs ?? 0) - startMs)
    const total = Math.max(1, block.layout.lengthOf(from, to))
    let nearest = firstBeat + 1
    for (let at = from + 1; at < to; at += 1) {
      const wantedMs = startMs + (spanMs * block.layout.lengthOf(from, at)) / total
      while (nearest < endBeat - 1 && (block.beats[nearest]?.startMs ?? 0) < wantedMs) nearest += 1
      places.push(
        around(
          block,
          wantedMs,
          nearest,
          firstBeat,
          endBeat,
          Math.max(reach.windowMs, spanMs * reach.share),
          reach.places,
        ),
      )
    }
    places.push([{ beat: endBeat, cost: 0 }])
  }
  return places
}

function around(
  block: Block,
  wantedMs: number,
  nearest: number,
  firstBeat: number,
  endBeat: number,
  windowMs: number,
  most: number,
): Place[] {
  const found: Place[] = []
  const add = (beat: number): boolean => {
    const { startMs, pauseMs, afterMark } = block.beats[beat] ?? { startMs: 0, pauseMs: 0, afterMark: false }
    const distanceMs = Math.abs(startMs - wantedMs)
    if (distanceMs > windowMs && found.length > 0) return false
    if (startMs > (block.beats[beat - 1]?.startMs ?? -1)) {
      const distance = Math.min(60, (distanceMs / 450) ** 2)
      found.push({ beat, cost: distance - Math.min(MAX_PAUSE_MS, pauseMs) / 60 - (afterMark ? 5 : 0) })
    }
    return true
  }
  for (let beat = nearest; beat > firstBeat && add(beat); beat -= 1);
  for (let beat = nearest + 1; beat < endBeat && add(beat); beat += 1);
  if (found.length > most) {
    found.sort((a, b) => a.cost - b.cost)
    found.length = most
  }
  return found
}

const SHARING = 40
const SHARING_PART = 60
const MAX_SHARED = 3
const SHORT_CUE = 12

/** The look of a cue and its cost; undefined if it is not allowed, 'too long' if no longer cue is allowed either. */
export function shapeOf(block: Block, from: number, to: number, profile: Profile): Shape | undefined | 'too long' {
  const length = block.layout.lengthOf(from, to)
  const full = profile.lineCharacters * 2 * profile.lines
  // A comma and a stop at the ends of the lines take no room.
  if (length > full + 4) return 'too long'
  const first = partAt(block, from)
  const last = partAt(block, to - 1)
  const shared = first === last ? 0 : sharedCost(block, from, to, first, last)
  if (shared === undefined) return undefined
  const turn = turnIn(block, first, last)
  if (turn !== undefined) return dialogueShape(block, { from, to, first, last, turn }, shared, profile)
  const { breakAt, cost, fits } = block.layout.layout(from, to)
  if (!fits) return undefined
  const whole = from === block.eojeolsFrom[first] && to === block.eojeolsFrom[first + 1]
  const few = !whole && length < SHORT_CUE ? SHORT_CUE - length : 0
  const stranded = to < block.eojeols.length || from > 0 ? strandedCost(block.costs.cue, from, to) : 0
  const fill = 4 * (length / full) ** 2
  return {
    breakAt,
    dialogue: false,
    halves: block.layout.shownLength(from, to, breakAt),
    cost: shared + Math.min(cost, 300) + fill + few + stranded,
  }
}

/** A clause or sentence ends where a cut costs less than this. */
const WHOLE = 25
/** Eojeols of the next clause that a cue must not end with, or of the last one that it must not begin with. */
const STRANDED_EOJEOLS = 3
const STRANDED = 50

/** Cost of a cue that ends with the first words of the next clause or begins with the last words of the one before. */
function strandedCost(cuts: Float64Array, from: number, to: number): number {
  let cost = 0
  for (let n = 1; n <= STRANDED_EOJEOLS; n += 1) {
    if (to - n > from && (cuts[to - n] ?? 0) < WHOLE && (cuts[to] ?? 0) > WHOLE) cost = STRANDED
    if (from + n < to && (cuts[from + n] ?? 0) < WHOLE && (cuts[from] ?? 0) > WHOLE) cost = STRANDED
  }
  return cost
}

/** Cost of sharing a cue, higher if a sentence continues in another cue; undefined for too many sentences. */
function sharedCost(block: Block, from: number, to: number, first: number, last: number): number | undefined {
  if (last - first >= MAX_SHARED) return undefined
  let cost = (last - first) * SHARING
  if (from !== block.eojeolsFrom[first]) cost += SHARING_PART
  if (to !== block.eojeolsFrom[last + 1]) cost += SHARING_PART
  return cost
}

/** Index of the sentence that an eojeol belongs to. */
export function partAt(block: Block, eojeol: number): number {
  let part = 0
  while (part + 2 < block.eojeolsFrom.length && (block.eojeolsFrom[part + 1] ?? 0) <= eojeol) part += 1
  return part
}
