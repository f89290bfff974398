import { HELD } from '../korean/boundary.ts'
import type { Profile } from '../profile.ts'
import { type Block, buildBlock, type ShownSentence } from './block.ts'
import { spaced } from './onsets.ts'
import { type Cut, cutBlock, type PlannedCue } from './path.ts'
import { FAR, IN_TIMES, NEAR, type SearchExtent, STRICT } from './places.ts'
import { readSentenceCuts, type SentenceCut } from './sentence-cuts.ts'
import { type UntimedCue, untimedCue } from './untimed-cue.ts'

/** Maximum number of neighbours cut together; more do not improve the result. */
const MAX_TOGETHER = 8

/** Neighbouring sentences, usually one, and their cut; without a cut, their text is divided evenly. */
type Group = { from: number; to: number; block: Block; cut: Cut | undefined }

/**
 * Cuts each sentence into cues. A sentence that lacks time is cut again with a wider search, together with the
 * neighbours with which it may share a cue.
 */
export class Cutter {
  private readonly sentences: readonly ShownSentence[]
  private readonly profile: Profile
  private readonly alone: Group[]
  private groups: Group[]

  constructor(sentences: readonly ShownSentence[], profile: Profile) {
    this.sentences = sentences
    this.profile = profile
    this.alone = sentences.map((shown, from) => {
      const block = buildBlock([shown], profile)
      return { from, to: from + 1, block, cut: shown.overflows ? undefined : cutAlone(block, profile) }
    })
    this.groups = this.regroup(new Set(), FAR)
  }

  /** Recuts sentences together with their neighbours; the search then avoids even small lacks of time. */
  recut(lacking: ReadonlySet<number>): void {
    this.groups = this.regroup(lacking, STRICT)
  }

  untimedCues(): UntimedCue[] {
    const untimed: UntimedCue[] = []
    for (const { from, block, cut } of this.groups) {
      for (const cue of cut?.cues ?? divideEvenly(block, this.profile)) untimed.push(untimedCue(block, cue, from))
    }
    return untimed
  }

  sentenceCuts(): Map<string, SentenceCut> {
    return new Map(
      this.groups.flatMap(({ block, cut }) =>
        readSentenceCuts(block, cut?.cues ?? divideEvenly(block, this.profile), this.profile),
      ),
    )
  }

  private regroup(lacking: ReadonlySet<number>, extent: SearchExtent): Group[] {
    const groups: Group[] = []
    for (let from = 0; from < this.sentences.length; ) {
      const to = this.groupEnd(from, lacking)
      const block = to > from ? buildBlock(this.sentences.slice(from, to), this.profile) : undefined
      const cut = block && cutBlock(block, extent, this.profile)
      if (block && cut) groups.push({ from, to, block, cut })
      else groups.push(...this.alone.slice(from, Math.max(to, from + 1)))
      from = Math.max(to, from + 1)
    }
    return groups
  }

  /** End of the group to cut together, starting at `from`; `from` itself if none of its sentences lacks time. */
  private groupEnd(from: number, lacking: ReadonlySet<number>): number {
    const lacksTime = (i: number) => this.alone[i]?.cut?.lacksTime === true || lacking.has(i)
    if (!lacksTime(from) && !(this.joins(from) && lacksTime(from + 1))) return from
    let to = from + 1
    while (to - from < MAX_TOGETHER && this.joins(to - 1) && (lacksTime(to) || lacksTime(to - 1))) to += 1
    return to
  }

  /** Whether a sentence may share a cue with the next one. */
  private joins(i: number): boolean {
    const [one, next] = [this.sentences[i], this.sentences[i + 1]]
    if (!one || !next || !this.alone[i]?.cut || !this.alone[i + 1]?.cut) return false
    return next.sentence.startMs - one.sentence.endMs < this.profile.shareMs
  }
}

/** Cuts one sentence, with more places where the first search would tear what belongs together. */
function cutAlone(block: Block, profile: Profile): Cut | undefined {
  const cut = cutBlock(block, NEAR, profile)
  const isTorn = cut?.cues.some(({ to, shape }) => Math.max(shape.cost, block.costs.cue[to] ?? 0) >= HELD)
  const chosen = isTorn ? cutBlock(block, FAR, profile) : cut
  return chosen && withInTimes(block, chosen, profile)
}

/** Maximum extra cost of other in-times. In-times that cost more break a rule. */
const MOST_MOVED = 1000

/**
 * Returns the same cues with in-times at the beginnings of clauses, at words that both languages share and at an even
 * pace. These in-times are chosen after the cut, because a better moment for a cue to begin is no reason to cut
 * elsewhere. Times that the source or the translator states are kept.
 */
function withInTimes(block: Block, cut: Cut, profile: Profile): Cut {
  if (cut.cues.length === 1 || block.sentences.some(({ ownMs, phraseStarts }) => ownMs ?? phraseStarts)) return cut
  const ends = new Map(cut.cues.map(({ from, to }) => [from, to]))
  const moved = cutBlock(block, IN_TIMES, profile, (from, to) => ends.get(from) !== to)
  return moved && moved.cost <= cut.cost + MOST_MOVED ? moved : cut
}

/**
 * Divides a text that fits no allowed cues evenly over the cues that there is time for. The cues are too fast and their
 * lines too long, but the text is complete and each cue is long enough to be seen.
 */
function divideEvenly(block: Block, profile: Profile): PlannedCue[] {
  const moments = spaced(block.onsets, block.nextMs, profile)
  const end = block.eojeols.length
  const count = Math.min(moments.length, end)
  const total = block.layout.lengthOf(0, end)
  const cues: PlannedCue[] = []
  let from = 0
  for (let n = 1; n <= count; n += 1) {
    let to = from + 1
    while (to < end - (count - n) && (n === count || block.layout.lengthOf(0, to) < (total * n) / count)) to += 1
    const onsetFrom = moments[Math.floor(((n - 1) * moments.length) / count)] ?? 0
    const onsetTo = n === count ? block.onsets.length : (moments[Math.floor((n * moments.length) / count)] ?? 0)
    const { breakAt } = block.layout.layout(from, to)
    cues.push({
      from,
      to,
      onsetFrom,
      onsetTo,
      startMs: block.onsets[onsetFrom]?.startMs ?? 0,
      lastWordEndMs: block.onsets[onsetTo - 1]?.endMs ?? 0,
      shape: { breakAt, dialogue: false, halfWidths: block.layout.shownLength(from, to, breakAt), cost: 0 },
    })
    from = to
  }
  return cues
}
