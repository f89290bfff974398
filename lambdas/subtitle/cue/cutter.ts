import type { Profile } from '../profile.ts'
import { spaced } from './beats.ts'
import { type Block, blockOf, type Part } from './block.ts'
import { FAR, NEAR, type Reach, STRICT } from './candidates.ts'
import { type Draft, draftOf } from './draft.ts'
import { type Cut, cutBlock, type Piece } from './path.ts'

/** Most neighbours that are cut together; more of them do not help. */
const MAX_TOGETHER = 8

/** Neighbouring sentences, usually one, and their cut; without a cut their text is crammed in. */
type Group = { from: number; to: number; block: Block; cut: Cut | undefined }

/**
 * Cuts each sentence into cues. A sentence that lacks time is cut again with more places and together with the
 * neighbours that it may share a cue with.
 */
export class Cutter {
  private readonly parts: readonly Part[]
  private readonly profile: Profile
  private readonly alone: Group[]
  private groups: Group[]

  constructor(parts: readonly Part[], profile: Profile) {
    this.parts = parts
    this.profile = profile
    this.alone = parts.map((part, from) => {
      const block = blockOf([part], profile)
      return { from, to: from + 1, block, cut: part.crammed ? undefined : cutBlock(block, NEAR, profile) }
    })
    this.groups = this.regroup(new Set(), FAR)
  }

  /** Cuts sentences again together with their neighbours, avoiding even small lacks of time. */
  recut(lacking: ReadonlySet<number>): void {
    this.groups = this.regroup(lacking, STRICT)
  }

  drafts(): Draft[] {
    const drafts: Draft[] = []
    for (const { from, block, cut } of this.groups) {
      for (const piece of cut?.pieces ?? cram(block, this.profile)) drafts.push(draftOf(block, piece, from))
    }
    return drafts
  }

  private regroup(lacking: ReadonlySet<number>, reach: Reach): Group[] {
    const groups: Group[] = []
    for (let from = 0; from < this.parts.length; ) {
      const to = this.troubledTo(from, lacking)
      const block = to > from ? blockOf(this.parts.slice(from, to), this.profile) : undefined
      const cut = block && cutBlock(block, reach, this.profile)
      if (block && cut) groups.push({ from, to, block, cut })
      else groups.push(...this.alone.slice(from, Math.max(to, from + 1)))
      from = Math.max(to, from + 1)
    }
    return groups
  }

  /** End of the group to cut together from here; `from` itself if no sentence of it lacks time. */
  private troubledTo(from: number, lacking: ReadonlySet<number>): number {
    const troubled = (i: number) => this.alone[i]?.cut?.troubled === true || lacking.has(i)
    if (!troubled(from) && !(this.joins(from) && troubled(from + 1))) return from
    let to = from + 1
    while (to - from < MAX_TOGETHER && this.joins(to - 1) && (troubled(to) || troubled(to - 1))) to += 1
    return to
  }

  /** Whether a sentence may share a cue with the next one. */
  private joins(i: number): boolean {
    const [one, next] = [this.parts[i], this.parts[i + 1]]
    if (!one || !next || !this.alone[i]?.cut || !this.alone[i + 1]?.cut) return false
    return next.sentence.startMs - one.sentence.endMs < this.profile.shareMs
  }
}

/**
 * Divides a text that no allowed cues can hold evenly over the cues there is time for. The cues are too fast and their
 * lines too long, but the text is complete and each cue lasts long enough to be seen.
 */
export function cram(block: Block, profile: Profile): Piece[] {
  const moments = spaced(block.beats, block.nextMs, profile)
  const end = block.eojeols.length
  const count = Math.min(moments.length, end)
  const total = block.layout.lengthOf(0, end)
  const pieces: Piece[] = []
  let from = 0
  for (let n = 1; n <= count; n += 1) {
    let to = from + 1
    while (to < end - (count - n) && (n === count || block.layout.lengthOf(0, to) < (total * n) / count)) to += 1
    const beatFrom = moments[Math.floor(((n - 1) * moments.length) / count)] ?? 0
    const beatTo = n === count ? block.beats.length : (moments[Math.floor((n * moments.length) / count)] ?? 0)
    const { breakAt } = block.layout.layout(from, to)
    pieces.push({
      from,
      to,
      beatFrom,
      beatTo,
      startMs: block.beats[beatFrom]?.startMs ?? 0,
      lastWordEndMs: block.beats[beatTo - 1]?.endMs ?? 0,
      shape: { breakAt, dialogue: false, halves: block.layout.shownLength(from, to, breakAt), cost: 0 },
    })
    from = to
  }
  return pieces
}
