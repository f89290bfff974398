import type { Block } from './block.ts'

/** A beat at which the cue after some eojeols may begin, and what that costs. */
export type Place = { beat: number; cost: number }

/** How far a search goes, and what it costs that a cue lacks less time than in-times may move. */
export type Reach = { windowMs: number; share: number; places: number; narrowCost: number }

/** Few places near the proportional one; many where that breaks a rule; strict where moved in-times did not help. */
export const near: Reach = { windowMs: 900, share: 0.2, places: 5, narrowCost: 15 }
export const far: Reach = { windowMs: 2500, share: 0.5, places: 14, narrowCost: 15 }
export const strict: Reach = { ...far, narrowCost: 300 }

const mostPauseMs = 700

/** For each eojeol boundary of a block the beats where its cut may fall; a sentence's end has exactly one. */
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
      found.push({ beat, cost: distance - Math.min(mostPauseMs, pauseMs) / 60 - (afterMark ? 5 : 0) })
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
