import type { Profile } from '../profile.ts'
import type { Cue } from '../types.ts'
import { canonical } from './canonical.ts'
import type { Draft, DraftSentence } from './draft.ts'
import { cutGroup, type Group, isSame, type KnownGroups, lastWall, readSegments, STRIDE } from './groups.ts'

/** The cut of the machine's draft; unedited sentences keep its cues. */
export interface Baseline {
  groups: readonly Group[]
}

/** Cuts only the edited sentences, each on its own; the others keep the baseline's cues. */
export function* cutBesideBaseline(
  draft: Draft,
  profile: Profile,
  known: KnownGroups,
  baseline: Baseline,
): Generator<undefined, Group[], undefined> {
  const groups: Group[] = []
  let wallMs = lastWall(draft, profile)
  const place = (members: readonly DraftSentence[], kept?: Kept) => {
    const same = known.get(members[0])
    const isKnown = same !== undefined && isSame(same, members, kept ? same.wallMs : wallMs) && same.kept === kept?.from
    const group = isKnown
      ? same
      : kept
        ? keptGroup(members, draft, kept, profile)
        : cutGroup(members, draft, wallMs, profile)
    if (!isKnown) known.set(members[0], group)
    groups.push(group)
    wallMs = group.cues[0]?.startMs ?? wallMs
    return isKnown
  }
  const runs = findKeptRuns(draft.sentences, baseline)
  for (const [n, { members: all, kept }] of runs.reverse().entries()) {
    let members = all
    let cues = kept?.cues ?? []
    if (kept)
      while (members.length > 0) {
        const last = cues.at(-1)
        if (!last || last.endMs <= wallMs - profile.gapMs) break
        // The next sentence now begins earlier, so the last cue is shortened.
        const ids = new Set(last.sentenceIds)
        const pushed = members.filter(({ id }) => ids.has(id))
        place(pushed)
        members = members.filter(({ id }) => !ids.has(id))
        cues = cues.filter(cue => !cue.sentenceIds.some(id => ids.has(id)))
      }
    const isKnown = members.length === 0 || place(members, kept && { ...kept, cues })
    if (!isKnown || n % STRIDE === 0) yield
  }
  return groups.reverse()
}

/** The cues that a run of sentences keeps, and the group they come from. */
interface Kept {
  from: Group
  cues: readonly Cue[]
}

function keptGroup(
  sentences: readonly DraftSentence[],
  { words }: Draft,
  { from, cues }: Kept,
  profile: Profile,
): Group {
  const spokenSentences = sentences.map(sentence => readSegments(sentence, words, profile).spokenSentence)
  return { sentences, wallMs: 0, cues, spokenSentences, kept: from }
}

/**
 * Caches whether a sentence equals the machine's apart from a confirmation and a shift. Safe because sentences are
 * immutable.
 */
const comparisons = new WeakMap<DraftSentence, { with: DraftSentence; isSame: boolean }>()

function isUntouched(sentence: DraftSentence, machine: DraftSentence): boolean {
  if (sentence === machine) return true
  const known = comparisons.get(sentence)
  if (known?.with === machine) return known.isSame
  const bare = ({ checked: _, shiftMs: __, ...rest }: DraftSentence) => canonical(rest)
  const isSame = bare(sentence) === bare(machine)
  comparisons.set(sentence, { with: machine, isSame })
  return isSame
}

interface Run {
  members: readonly DraftSentence[]
  kept?: Kept
}

/** Splits the draft into runs of sentences that keep their cues, and single sentences that are recut. */
function findKeptRuns(sentences: readonly DraftSentence[], baseline: Baseline): Run[] {
  const homes = mapHomes(baseline)
  // Runs after each key. Nearly every group is unedited, and its prepared run is reused.
  const runs: Run[] = []
  let edited: DraftSentence[] = []
  const endEdited = () => {
    if (edited.length > 0) runs.push(...findKeptAmong(edited, homes))
    edited = []
  }
  for (let at = 0; at < sentences.length; ) {
    const sentence = sentences[at]
    const home = homes.get(sentence?.id ?? '')
    if (home?.run.members.every((each, i) => each === sentences[at + i])) {
      endEdited()
      runs.push(home.run)
      at += home.run.members.length
      continue
    }
    if (sentence) edited.push(sentence)
    at += 1
  }
  endEdited()
  return runs
}

/** The same for consecutive sentences, some of which were edited, moved, split or removed. */
function findKeptAmong(sentences: readonly DraftSentence[], homes: Homes): Run[] {
  const runs: { members: DraftSentence[]; from?: Group; shiftMs: number }[] = []
  const present = new Map<string, DraftSentence>()
  for (const sentence of sentences) {
    const home = homes.get(sentence.id)
    if (home && isUntouched(sentence, home.sentence)) present.set(sentence.id, sentence)
  }
  const kept = new Map<Group, ReadonlySet<string>>()
  const keeps = (group: Group) => {
    const found = kept.get(group) ?? findKept(group, present)
    kept.set(group, found)
    return found
  }
  for (const sentence of sentences) {
    const home = present.has(sentence.id) ? homes.get(sentence.id) : undefined
    const from = home && keeps(home.group).has(sentence.id) ? home.group : undefined
    const { shiftMs = 0 } = sentence
    const last = runs.at(-1)
    if (from && last?.from === from && last.shiftMs === shiftMs) last.members.push(sentence)
    else runs.push({ members: [sentence], from, shiftMs })
  }
  return runs.map(({ members, from, shiftMs }) => {
    if (!from) return { members }
    const ids = new Set(members.map(({ id }) => id))
    const own = from.cues.filter(cue => cue.sentenceIds.every(id => ids.has(id)))
    return { members, kept: { from, cues: shiftMs === 0 ? own : own.map(cue => moved(cue, shiftMs)) } }
  })
}

function moved(cue: Cue, byMs: number): Cue {
  return { ...cue, startMs: cue.startMs + byMs, endMs: cue.endMs + byMs }
}

/** By the id of a sentence: the machine's version, its group, and the run of the whole group while it is unedited. */
type Homes = ReadonlyMap<string, { sentence: DraftSentence; group: Group; run: Run }>

const knownHomes = new WeakMap<Baseline, Homes>()

function mapHomes(baseline: Baseline): Homes {
  const known = knownHomes.get(baseline)
  if (known) return known
  const found = new Map(
    baseline.groups.flatMap(group => {
      const run = { members: group.sentences, kept: { from: group, cues: group.cues } }
      return group.sentences.map(sentence => [sentence.id, { sentence, group, run }] as const)
    }),
  )
  knownHomes.set(baseline, found)
  return found
}

/** Sentences of a baseline group whose cues show only sentences that still exist, all with the same shift. */
function findKept({ sentences, cues }: Group, present: ReadonlyMap<string, DraftSentence>): ReadonlySet<string> {
  const kept = new Set(sentences.flatMap(({ id }) => (present.has(id) ? [id] : [])))
  for (let size = -1; size !== kept.size; ) {
    size = kept.size
    for (const { sentenceIds } of cues) {
      const shift = present.get(sentenceIds[0] ?? '')?.shiftMs
      if (sentenceIds.every(id => kept.has(id) && present.get(id)?.shiftMs === shift)) continue
      for (const id of sentenceIds) kept.delete(id)
    }
  }
  return kept
}
