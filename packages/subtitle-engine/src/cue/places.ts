import type { Block } from './block.ts'

/** Extent of a search for cuts. `narrowCost` is the cost of a small lack of time that moving in-times can make up. */
export type SearchExtent = {
  windowMs: number
  share: number
  /** Search window around an eojeol whose own time is known. */
  ownWindowMs: number
  places: number
  narrowCost: number
  /** True if the cues are cut and only their in-times are chosen. */
  isCut?: boolean
}

/** `NEAR` tries few places; `FAR` many, after a cut that broke a rule; `STRICT` if moving in-times did not help. */
export const NEAR: SearchExtent = { windowMs: 900, share: 0.2, ownWindowMs: 0, places: 5, narrowCost: 15 }
export const FAR: SearchExtent = { windowMs: 2500, share: 0.5, ownWindowMs: 700, places: 14, narrowCost: 15 }
export const STRICT: SearchExtent = { ...FAR, narrowCost: 300 }
/** Chooses the in-times of cues that are already cut. */
export const IN_TIMES: SearchExtent = { ...NEAR, places: 8, isCut: true }

/** What draws a cue to an onset. */
interface Pull {
  /** Distance from the wanted moment that costs 1. */
  nearMs: number
  /** Gain of an onset after punctuation of the speech: there the speaker begins a new phrase. */
  mark: number
  /** Gain of an onset after a pause, per millisecond. */
  pause: number
}
const SEARCHED: Pull = { nearMs: 350, mark: 26, pause: 1 / 90 }
/** For a cue whose first spoken word the translator stated. */
const STATED: Pull = { nearMs: 150, mark: 13, pause: 1 / 180 }
/** For a cue after the end of a clause, once the cues are cut: it should begin where the speaker begins a phrase. */
const AFTER_CLAUSE: Pull = { ...SEARCHED, mark: 40 }
/** A cue end that costs less than this counts as the end of a clause. */
const CLAUSE_END = 40
const MAX_PAUSE_MS = 700
/** Maximum cost of distance. */
const FARTHEST = 60

/**
 * Where the next cue may start: for each eojeol boundary of a block, the onsets near it, each with the cost of starting
 * there. Stored in reusable columns, because allocating objects and small typed arrays takes longer than the search.
 */
export class Places {
  /** The rows of a boundary are `first[boundary]` to `first[boundary + 1]`. */
  first = new Int32Array(128)
  boundary = new Int32Array(1024)
  onset = new Int32Array(1024)
  cost = new Float64Array(1024)
  rows = 0

  /**
   * Finds the places of a block: at most `extent.places` per boundary, one at its beginning and one at the end of each
   * sentence.
   */
  find(block: Block, extent: SearchExtent): void {
    this.rows = 0
    if (this.first.length < block.eojeols.length + 2) this.first = new Int32Array(block.eojeols.length * 2)
    this.open(0)
    this.add(0, 0, 0)
    for (let sentence = 0; sentence + 1 < block.eojeolsFrom.length; sentence += 1) {
      const from = block.eojeolsFrom[sentence] ?? 0
      const to = block.eojeolsFrom[sentence + 1] ?? 0
      const firstOnset = block.onsetsFrom[sentence] ?? 0
      const endOnset = block.onsetsFrom[sentence + 1] ?? 0
      const startMs = block.onsets[firstOnset]?.startMs ?? 0
      const spanMs = Math.max(1, (block.onsets[endOnset - 1]?.endMs ?? 0) - startMs)
      const total = Math.max(1, block.layout.lengthOf(from, to))
      const shown = block.sentences[sentence]
      const ownMs = shown?.ownMs
      const phraseStarts = extent.isCut ? shown?.anchoredStarts : shown?.phraseStarts
      const windowMs = ownMs ? extent.ownWindowMs : Math.max(extent.windowMs, spanMs * extent.share)
      let nearest = firstOnset + 1
      for (let at = from + 1; at < to; at += 1) {
        const wantedMs =
          (ownMs ?? phraseStarts?.wantedMs)?.[at - from] ?? startMs + (spanMs * block.layout.lengthOf(from, at)) / total
        while (nearest < endOnset - 1 && (block.onsets[nearest]?.startMs ?? 0) < wantedMs) nearest += 1
        this.open(at)
        const endsClause = extent.isCut && (block.costs.cue[at] ?? 0) < CLAUSE_END
        const pull = phraseStarts?.stated.has(at - from) ? STATED : endsClause ? AFTER_CLAUSE : SEARCHED
        this.addAround(block, { at, wantedMs, windowMs, pull }, nearest, firstOnset, endOnset)
        this.keepCheapest(at, extent.places)
      }
      this.open(to)
      this.add(to, endOnset, 0)
    }
    this.first[block.eojeols.length + 1] = this.rows
  }

  private open(boundary: number): void {
    this.first[boundary] = this.rows
  }

  private add(boundary: number, onset: number, cost: number): void {
    if (this.rows === this.onset.length) this.grow()
    this.boundary[this.rows] = boundary
    this.onset[this.rows] = onset
    this.cost[this.rows] = cost
    this.rows += 1
  }

  private grow(): void {
    const { boundary, onset, cost } = this
    const size = onset.length * 2
    this.boundary = new Int32Array(size)
    this.boundary.set(boundary)
    this.onset = new Int32Array(size)
    this.onset.set(onset)
    this.cost = new Float64Array(size)
    this.cost.set(cost)
  }

  /** Adds the onsets within the window around a moment, at least one: backward from the nearest, then forward. */
  private addAround(
    block: Block,
    { at, wantedMs, windowMs, pull }: { at: number; wantedMs: number; windowMs: number; pull: Pull },
    nearest: number,
    firstOnset: number,
    endOnset: number,
  ): void {
    const from = this.rows
    const { onsets } = block
    for (let step = -1; step <= 1; step += 2) {
      for (let i = step < 0 ? nearest : nearest + 1; i > firstOnset && (step < 0 || i < endOnset); i += step) {
        const onset = onsets[i]
        if (!onset) continue
        const distanceMs = Math.abs(onset.startMs - wantedMs)
        if (distanceMs > windowMs && this.rows > from) break
        if (onset.startMs <= (onsets[i - 1]?.startMs ?? -1)) continue
        const distance = Math.min(FARTHEST, (distanceMs / pull.nearMs) ** 2)
        const gain = Math.min(MAX_PAUSE_MS, onset.pauseMs) * pull.pause + (onset.afterMark ? pull.mark : 0)
        this.add(at, i, distance - gain)
      }
    }
  }

  /** If the last boundary has too many rows, sorts them by cost and keeps the cheapest. */
  private keepCheapest(at: number, most: number): void {
    const from = this.first[at] ?? 0
    if (this.rows - from <= most) return
    for (let row = from + 1; row < this.rows; row += 1) {
      const onset = this.onset[row] ?? 0
      const cost = this.cost[row] ?? 0
      let to = row
      for (; to > from && (this.cost[to - 1] ?? 0) > cost; to -= 1) {
        this.onset[to] = this.onset[to - 1] ?? 0
        this.cost[to] = this.cost[to - 1] ?? 0
      }
      this.onset[to] = onset
      this.cost[to] = cost
    }
    this.rows = from + most
  }
}
