import { latestEndMs } from '../clock.ts'
import type { Profile } from '../profile.ts'
import type { Block } from './block.ts'

/** Beyond this a cue stands long enough that a further cut may pay. */
const restfulMs = 5000
const broken = 10_000
/** For each millisecond that a cue lacks to be seen at all: haste is shared rather than one cue lost. */
const unreadable = 60
/** Beyond this many times the reading speed nobody reads. */
const fastest = 5 / 3
/** Speech goes on after the longest duration of its cue. */
const unseen = 150

/** Times of stretches of a block's beats, and what a cue over them would break. */
export class BlockClock {
  private readonly block: Block
  private readonly narrowCost: number
  private readonly profile: Profile
  /** For each beat the last one before the next long pause: a cue ends there. */
  private readonly pauseEnds: Int32Array

  constructor(block: Block, narrowCost: number, profile: Profile) {
    this.block = block
    this.narrowCost = narrowCost
    this.profile = profile
    this.pauseEnds = new Int32Array(block.beats.length)
    let end = block.beats.length - 1
    for (let i = block.beats.length - 1; i >= 0; i -= 1) {
      this.pauseEnds[i] = end
      if ((block.beats[i]?.pauseMs ?? 0) >= profile.pauseMs) end = i - 1
    }
  }

  startMs(beat: number): number {
    return this.block.beats[beat]?.startMs ?? this.block.nextMs
  }

  lastWordEndMs(from: number, to: number): number {
    return this.block.beats[Math.min(to - 1, this.pauseEnds[from] ?? to - 1)]?.endMs ?? 0
  }

  /** The longest a cue over these beats may stay. */
  roomMs(from: number, to: number): number {
    const startMs = this.startMs(from)
    return latestEndMs(startMs, this.lastWordEndMs(from, to), this.startMs(to), this.profile) - startMs
  }

  /** What a cue over these beats breaks if it needs so much time. */
  cost(from: number, to: number, needMs: number): number {
    const startMs = this.startMs(from)
    const lastWordEndMs = this.lastWordEndMs(from, to)
    const nextMs = this.startMs(to)
    let cost = (this.pauseEnds[from] ?? to) < to - 1 ? broken : 0
    const missingMs = needMs - (latestEndMs(startMs, lastWordEndMs, nextMs, this.profile) - startMs)
    if (missingMs > this.profile.inTimeMs)
      cost += broken + 5 * missingMs + unreadable * this.lostMs(needMs, needMs - missingMs)
    else if (missingMs > 0) cost += this.narrowCost + missingMs / 4
    const longMs = Math.min(nextMs, lastWordEndMs) - startMs - restfulMs
    if (longMs > 0) cost += longMs / 60
    const unseenMs = lastWordEndMs - startMs - this.profile.maxDurationMs
    return unseenMs > 0 ? cost + unseen + unseenMs / 20 : cost
  }

  /** What a cue lacks to be seen: the shortest duration, and time for the fastest reader. */
  private lostMs(needMs: number, roomMs: number): number {
    return Math.max(0, Math.max(this.profile.minDurationMs, needMs / fastest) - roomMs)
  }
}
