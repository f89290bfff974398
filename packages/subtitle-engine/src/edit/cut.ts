import { brokenRules, keepsForm } from '../inspection/inspect.ts'
import type { Rule } from '../inspection/rules.ts'
import { koreanProfile, type Profile } from '../profile.ts'
import { isBeside } from '../tracks.ts'
import type { Cue, Flag, Sentence, Word } from '../types.ts'
import { cutBesideBaseline } from './baseline.ts'
import type { Draft, DraftSentence } from './draft.ts'
import {
  cutGroup,
  type Group,
  isSame,
  isSegmented,
  type KnownGroups,
  knownGroups,
  lastWall,
  readSegments,
  STRIDE,
} from './groups.ts'

export { type KnownGroups, knownGroups } from './groups.ts'

/** A draft cut into cues. */
export interface Cut {
  cues: readonly Cue[]
  /** The speech of each sentence, at the times the user set. */
  sentences: readonly Sentence[]
  /** Cues of each sentence by its id. */
  cuesOf: ReadonlyMap<string, readonly Cue[]>
  /** Sentences whose cues differ from the baseline's: edited ones, and those that share a cue or a moment with one. */
  changed: ReadonlySet<string>
  certificate: CutCertificate
  groups: readonly Group[]
  profile: Profile
}

/** Summary of the inspection. Equals `certificateFromInspection` of a fresh inspection of all cues. */
export interface CutCertificate {
  cues: number
  kept: number
  flags: Record<string, number>
  /** Sentences whose meaning a user should check: flagged for their content and not yet marked as checked. */
  doubts: number
}

/** Flags set by the engine; every other flag is a rule that the inspection found broken. */
const ENGINE_FLAGS: ReadonlySet<Flag> = new Set([
  ...(['translation', 'meaning', 'confidence', 'unheard', 'script', 'lineBreak', 'register'] as const),
])
/** Flags about what a sentence says, as opposed to how it is shown. */
const CONTENT_FLAGS: ReadonlySet<Flag> = new Set([
  'translation',
  'meaning',
  'numbers',
  'confidence',
  'unheard',
  'script',
])
/** Rules that have a flag of the same name. */
const FLAG_RULES: ReadonlySet<Rule | Flag> = new Set<Rule | Flag>([
  ...(['speed', 'duration', 'gap', 'inTime', 'outTime', 'lineLength', 'lineBreak', 'phrase', 'pause'] as const),
  'numbers',
])

/** What a cut can reuse. */
export interface CutOptions {
  /** An earlier cut of the same words with the same baseline: only changes are recut, with the same result. */
  earlier?: Cut
  /** The cut of the machine's draft: unedited sentences keep its cues. */
  baseline?: Cut
}

/** Cuts a draft into cues. */
export function cutDraft(draft: Draft, profile: Profile = koreanProfile, { earlier, baseline }: CutOptions = {}): Cut {
  const known = earlier?.profile === profile ? knownGroups(earlier) : new Map()
  const steps = cutInSteps(draft, profile, known, baseline)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/**
 * Cuts a draft, yielding after each small piece of work so that a page stays responsive. Finished groups go into
 * `known`, so an abandoned run still helps the next one. Works from the last group to the first: each group is cut
 * against the first in-time of the group after it.
 */
export function* cutInSteps(
  draft: Draft,
  profile: Profile,
  known: KnownGroups,
  baseline?: Cut,
): Generator<undefined, Cut, undefined> {
  const tracks = draftsByTrack(draft)
  const groups: Group[] = []
  for (const track of tracks) {
    const kept = tracks.length > 1 && baseline ? groupsOf(track, baseline) : baseline?.groups
    groups.push(...(yield* cutTrack(track, profile, known, kept)))
  }
  return yield* assembled(groups, profile, baseline !== undefined)
}

/** The draft, divided if some of its sentences are shown beside the dialogue. */
function draftsByTrack(draft: Draft): Draft[] {
  const { words, sentences } = draft
  const beside = sentences.filter(({ from, to, speaker }) => {
    const first = to > from ? words[from] : undefined
    return isBeside({ speaker: speaker ?? first?.speaker })
  })
  if (beside.length === 0) return [draft]
  const others = new Set(beside)
  return [
    { ...draft, sentences: sentences.filter(sentence => !others.has(sentence)) },
    { ...draft, sentences: beside },
  ]
}

function groupsOf({ sentences }: Draft, { groups }: Cut): Group[] {
  const ids = new Set(sentences.map(({ id }) => id))
  return groups.filter(group => group.sentences.some(({ id }) => ids.has(id)))
}

function* cutTrack(
  draft: Draft,
  profile: Profile,
  known: KnownGroups,
  baseline: readonly Group[] | undefined,
): Generator<undefined, readonly Group[], undefined> {
  if (baseline) {
    const groups = yield* cutBesideBaseline(draft, profile, known, { groups: baseline })
    // Edited times may leave no space between kept cues; then everything is recut.
    if (isInOrder(groups, draft)) {
      yield* inspectGroups(groups, profile)
      return groups
    }
  }
  const { words, sentences } = draft
  const groups: Group[] = []
  let wallMs = lastWall(draft, profile)
  for (const [n, members] of (yield* buildGroups(sentences, words, profile)).reverse().entries()) {
    const same = known.get(members[0])
    const isKept = same !== undefined && isSame(same, members, wallMs)
    const group = isKept ? same : cutGroup(members, draft, wallMs, profile)
    groups.push(group)
    wallMs = group.cues[0]?.startMs ?? wallMs
    if (!isKept) known.set(members[0], group)
    if (!isKept || n % STRIDE === 0) yield
  }
  groups.reverse()
  yield* inspectGroups(groups, profile)
  return groups
}

/** Whether no cue overlaps the next one or leaves the media. */
function isInOrder(groups: readonly Group[], { durationMs }: Draft): boolean {
  let endMs = 0
  for (const { cues } of groups)
    for (const cue of cues) {
      if (cue.startMs < endMs || cue.endMs <= cue.startMs) return false
      endMs = cue.endMs
    }
  return durationMs === 0 || endMs < durationMs
}

function* buildGroups(
  sentences: readonly DraftSentence[],
  words: readonly Word[],
  profile: Profile,
): Generator<undefined, DraftSentence[][], undefined> {
  const groups: DraftSentence[][] = []
  let endMs = Number.NEGATIVE_INFINITY
  let joined = false
  for (const [n, sentence] of sentences.entries()) {
    if (n % STRIDE === 0 || !isSegmented(sentence, words, profile)) yield
    const { spokenSentence } = readSegments(sentence, words, profile)
    const last = groups.at(-1)
    // A group needs free time before it, or the engine would push its cues before the start of the media.
    const apart = spokenSentence.startMs - endMs > profile.shareMs && spokenSentence.startMs > 2 * profile.minDurationMs
    if (last && (joined || !apart)) last.push(sentence)
    else groups.push([sentence])
    endMs = Math.max(endMs, spokenSentence.endMs)
    // A last out-time set by hand is applied after the cut, so the next sentence must be in the same group.
    joined = sentence.endMs !== undefined
  }
  return groups
}

function* inspectGroups(groups: readonly Group[], profile: Profile): Generator<undefined, void, undefined> {
  const full = groups.filter(({ cues }) => cues.length > 0)
  for (const [i, group] of full.entries()) {
    const before = full[i - 1]?.cues.at(-1)
    const after = full[i + 1]?.cues[0]
    const known = group.inspected
    if (i % STRIDE === 0) yield
    if (known && known.before === before && known.after === after) continue
    const around = [...(before ? [before] : []), ...group.cues, ...(after ? [after] : [])]
    const broken = brokenRules(around, profile, group.spokenSentences).slice(before ? 1 : 0)
    const cues = group.cues.map((cue, n) => withFlags(cue, broken[n] ?? []))
    const kept = cues.filter((cue, n) => keepsForm(cue, broken[n] ?? [])).length
    group.inspected = { before, after, cues, cuesOf: bySentence(cues), kept }
    yield
  }
}

function bySentence(cues: readonly Cue[]): Map<string, readonly Cue[]> {
  const cuesOf = new Map<string, Cue[]>()
  for (const cue of cues)
    for (const id of cue.sentenceIds) {
      const own = cuesOf.get(id)
      if (own) own.push(cue)
      else cuesOf.set(id, [cue])
    }
  return cuesOf
}

function withFlags(cue: Cue, broken: readonly Rule[]): Cue {
  const flags = new Set<Flag>(cue.flags.filter(flag => ENGINE_FLAGS.has(flag)))
  for (const rule of broken) if (isFlag(rule)) flags.add(rule)
  return { ...cue, flags: [...flags] }
}

function isFlag(rule: Rule): rule is Rule & Flag {
  return FLAG_RULES.has(rule)
}

function* assembled(
  groups: readonly Group[],
  profile: Profile,
  hasBaseline: boolean,
): Generator<undefined, Cut, undefined> {
  const cues: Cue[] = []
  const sentences: Sentence[] = []
  const cuesOf = new Map<string, readonly Cue[]>()
  const changed = new Set<string>()
  const certificate: CutCertificate = { cues: 0, kept: 0, flags: {}, doubts: 0 }
  for (const [n, group] of groups.entries()) {
    if (n % STRIDE === 0) yield
    sentences.push(...group.spokenSentences)
    if (hasBaseline && !group.kept) for (const { id } of group.sentences) changed.add(id)
    certificate.kept += group.inspected?.kept ?? 0
    for (const cue of group.inspected?.cues ?? []) {
      cues.push(cue)
      for (const flag of cue.flags) certificate.flags[flag] = (certificate.flags[flag] ?? 0) + 1
    }
    for (const [id, own] of group.inspected?.cuesOf ?? []) cuesOf.set(id, own)
  }
  certificate.cues = cues.length
  if (cues.some(({ place }) => place !== undefined)) {
    cues.sort((a, b) => a.startMs - b.startMs)
    sentences.sort((a, b) => a.startMs - b.startMs)
  }
  for (const group of groups)
    for (const { id, checked } of group.sentences) if (!checked && isDoubtful(cuesOf.get(id))) certificate.doubts += 1
  return { cues, sentences, cuesOf, changed, certificate, groups, profile }
}

function isDoubtful(cues: readonly Cue[] = []): boolean {
  return cues.some(({ flags }) => flags.some(flag => CONTENT_FLAGS.has(flag)))
}
