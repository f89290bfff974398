import type { Profile } from '../profile.ts'
import type { Block, Shape } from './block.ts'
import { dialogueShape, turnIn } from './turns.ts'

/** An onset at which the next cue may start, and the cost of starting there. */
export type Place = { onset: number; cost: number }

/** How far a search for cuts goes. `narrowCost` is the cost of a small lack of time that moving in-times can make up. */
export type SearchExtent = { windowMs: number; share: number; places: number; narrowCost: number }

/** `NEAR` tries few places; `FAR` many, after a cut that broke a rule; `STRICT` where moving in-times did not help. */
export const NEAR: SearchExtent = { windowMs: 900, share: 0.2, places: 5, narrowCost: 15 }
export const FAR: SearchExtent = { windowMs: 2500, share: 0.5, places: 14, narrowCost: 15 }
export const STRICT: SearchExtent = { ...FAR, narrowCost: 300 }

const MAX_PAUSE_MS = 700

/** For each eojeol boundary of a block, the onsets where it may be cut; the end of a sentence has exactly one. */
export function placesOf(block: Block, extent: SearchExtent): Place[][] {
  const places: Place[][] = [[{ onset: 0, cost: 0 }]]
  for (let sentence = 0; sentence + 1 < block.eojeolsFrom.length; sentence += 1) {
    const from = block.eojeolsFrom[sentence] ?? 0
    const to = block.eojeolsFrom[sentence + 1] ?? 0
    const firstOnset = block.onsetsFrom[sentence] ?? 0
    const endOnset = block.onsetsFrom[sentence + 1] ?? 0
    const startMs = block.onsets[firstOnset]?.startMs ?? 0
    const spanMs = Math.max(1, (block.onsets[endOnset - 1]?.endMs ?? 0) - startMs)
    const total = Math.max(1, block.layout.lengthOf(from, to))
    let nearest = firstOnset + 1
    for (let at = from + 1; at < to; at += 1) {
      const wantedMs = startMs + (spanMs * block.layout.lengthOf(from, at)) / total
      while (nearest < endOnset - 1 && (block.onsets[nearest]?.startMs ?? 0) < wantedMs) nearest += 1
      places.push(
        around(
          block,
          wantedMs,
          nearest,
          firstOnset,
          endOnset,
          Math.max(extent.windowMs, spanMs * extent.share),
          extent.places,
        ),
      )
    }
    places.push([{ onset: endOnset, cost: 0 }])
  }
  return places
}

function around(
  block: Block,
  wantedMs: number,
  nearest: number,
  firstOnset: number,
  endOnset: number,
  windowMs: number,
  most: number,
): Place[] {
  const found: Place[] = []
  const add = (onset: number): boolean => {
    const { startMs, pauseMs, afterMark } = block.onsets[onset] ?? { startMs: 0, pauseMs: 0, afterMark: false }
    const distanceMs = Math.abs(startMs - wantedMs)
    if (distanceMs > windowMs && found.length > 0) return false
    if (startMs > (block.onsets[onset - 1]?.startMs ?? -1)) {
      const distance = Math.min(60, (distanceMs / 450) ** 2)
      found.push({ onset, cost: distance - Math.min(MAX_PAUSE_MS, pauseMs) / 60 - (afterMark ? 5 : 0) })
    }
    return true
  }
  for (let onset = nearest; onset > firstOnset && add(onset); onset -= 1);
  for (let onset = nearest + 1; onset < endOnset && add(onset); onset += 1);
  if (found.length > most) {
    found.sort((a, b) => a.cost - b.cost)
    found.length = most
  }
  return found
}

const SHARING = 40
const SHARING_SPLIT = 60
const MAX_SHARED = 3
/** Half widths below which a cue is short: each that it lacks costs 1. */
const SHORT_CUE = 12
/** Cost of a word that stands alone in a short cue though its clause goes on in another. */
const ORPHAN = 40
/** Cost of a full cue; higher inside a sentence that takes several cues: one more is taken where it ends as well. */
const FULL_CUE = 4
const FULL_CUE_OF_SEVERAL = 15
/** Most that a line break costs; beyond it the rules about time decide. */
const WORST_BREAK = 600

/** The look of a cue and its cost; undefined if it is not allowed, 'too long' if no longer cue is allowed either. */
export function shapeOf(block: Block, from: number, to: number, profile: Profile): Shape | undefined | 'too long' {
  const length = block.layout.lengthOf(from, to)
  const full = profile.lineCharacters * 2 * profile.lines
  // A comma and a stop at the ends of the lines take no room.
  if (length > full + 4) return 'too long'
  const first = sentenceAt(block, from)
  const last = sentenceAt(block, to - 1)
  const shared = first === last ? 0 : sharedCost(block, from, to, first, last)
  if (shared === undefined) return undefined
  const turn = turnIn(block, first, last)
  if (turn !== undefined) return dialogueShape(block, { from, to, first, last, turn }, shared, profile)
  const { breakAt, cost, fits } = block.layout.layout(from, to)
  if (!fits) return undefined
  const whole = from === block.eojeolsFrom[first] && to === block.eojeolsFrom[first + 1]
  const few = whole ? 0 : orphanCost(block.costs.cue, { from, to, length })
  const stranded = to < block.eojeols.length || from > 0 ? strandedCost(block.costs.cue, from, to) : 0
  const fill = (whole ? FULL_CUE : FULL_CUE_OF_SEVERAL) * (length / full) ** 2
  return {
    breakAt,
    dialogue: false,
    halfWidths: block.layout.shownLength(from, to, breakAt),
    cost: shared + Math.min(cost, WORST_BREAK) + fill + few + stranded,
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

/** Cost of a short cue; much higher for a single word whose clause goes on before or after it (`아버지가 ‖ 지도를 그리셨는데`). */
function orphanCost(cuts: Float64Array, { from, to, length }: { from: number; to: number; length: number }): number {
  if (length >= SHORT_CUE) return 0
  const isTorn = (cuts[from] ?? 0) >= WHOLE || (cuts[to] ?? 0) >= WHOLE
  return SHORT_CUE - length + (to - from === 1 && isTorn ? ORPHAN : 0)
}

/** Cost of sharing a cue, higher if a sentence continues in another cue; undefined for too many sentences. */
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
