import { cuesFromSentences } from '../cue/cues.ts'
import { withRegisterFlags } from '../cue/register-flags.ts'
import { brokenRules, keepsForm } from '../inspection/inspect.ts'
import type { Rule } from '../inspection/rules.ts'
import { koreanProfile, type Profile } from '../profile.ts'
import type { Cue, Flag, Sentence, Word } from '../types.ts'
import { type Draft, type DraftSentence, HELD_SPACE } from './draft.ts'
import { type Segment, type Segmented, segmented, withLineBreaks } from './segments.ts'

/** Neighbouring sentences that are cut together. A group shares no cue and no moment with another group. */
export interface Group {
  sentences: readonly DraftSentence[]
  /** Start of the next group's first cue; this group's last cue must end before it. */
  wallMs: number
  cues: readonly Cue[]
  spokenSentences: readonly Sentence[]
  /** The group's inspection, and the neighbouring cues it depends on. */
  inspected?: { before: Cue | undefined; after: Cue | undefined; cues: readonly Cue[]; kept: number }
}

/** A draft cut into cues. */
export interface Cut {
  cues: readonly Cue[]
  /** The speech of each sentence, at the times the user set. */
  sentences: readonly Sentence[]
  /** Cues of each sentence by its id. */
  cuesOf: ReadonlyMap<string, readonly Cue[]>
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

/** Translator problems that flag a cue. Missing numbers are not listed: the inspection flags them. */
const DOUBTS = new Set([
  'empty',
  'noHangul',
  'tooShort',
  'tooLong',
  'duplicate',
  'glossary',
  'foreign',
  'repeated',
  'refusal',
  'markup',
])
/** Translator problems that suggest a text says something other than the speaker did. */
const SUSPICIONS = new Set(['omission', 'question', 'negation', 'script', 'added', 'misheard', 'fallback', 'meaning'])
/** Flags set by the engine; every other flag is a rule that the inspection found broken. */
const ENGINE_FLAGS: ReadonlySet<Flag> = new Set(['translation', 'meaning', 'confidence', 'lineBreak', 'register'])
/** Flags about what a sentence says, as opposed to how it is shown. */
const CONTENT_FLAGS: ReadonlySet<Flag> = new Set(['translation', 'meaning', 'numbers', 'confidence'])
/** Rules that have a flag of the same name. */
const FLAG_RULES: ReadonlySet<Rule | Flag> = new Set<Rule | Flag>([
  ...(['speed', 'duration', 'gap', 'inTime', 'outTime', 'lineLength', 'lineBreak', 'phrase', 'pause'] as const),
  'numbers',
])

/** Groups already cut for one profile and one list of words, by their first sentence. */
export type KnownGroups = Map<DraftSentence | undefined, Group>

export function knownGroups({ groups }: Pick<Cut, 'groups'>): KnownGroups {
  return new Map(groups.map(group => [group.sentences[0], group]))
}

/** Cuts a draft into cues. With `earlier`, recuts only what changed; the result is the same either way. */
export function cutDraft(draft: Draft, profile: Profile = koreanProfile, earlier?: Cut): Cut {
  const steps = cutInSteps(draft, profile, earlier?.profile === profile ? knownGroups(earlier) : new Map())
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
export function* cutInSteps(draft: Draft, profile: Profile, known: KnownGroups): Generator<undefined, Cut, undefined> {
  const { words, sentences, durationMs } = draft
  const groups: Group[] = []
  let wallMs = durationMs > 0 ? durationMs - 1 + profile.gapMs : Number.POSITIVE_INFINITY
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
  return yield* assembled(groups, profile)
}

/** Unchanged sentences or groups that are skipped between two yields. */
const STRIDE = 200

function isSame(group: Group, sentences: readonly DraftSentence[], wallMs: number): boolean {
  return (
    group.wallMs === wallMs &&
    group.sentences.length === sentences.length &&
    group.sentences.every((sentence, i) => sentence === sentences[i])
  )
}

/** Cache of segments. Safe because sentences and words are immutable. */
const segmentedSentences = new WeakMap<DraftSentence, { words: readonly Word[]; profile: Profile; found: Segmented }>()

function isSegmented(sentence: DraftSentence, words: readonly Word[], profile: Profile): boolean {
  const kept = segmentedSentences.get(sentence)
  return kept?.words === words && kept.profile === profile
}

function readSegments(sentence: DraftSentence, words: readonly Word[], profile: Profile): Segmented {
  const kept = segmentedSentences.get(sentence)
  if (kept && isSegmented(sentence, words, profile)) return kept.found
  const found = segmented(sentence, words, profile)
  segmentedSentences.set(sentence, { words, profile, found })
  return found
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

function cutGroup(
  sentences: readonly DraftSentence[],
  { words, register }: Draft,
  wallMs: number,
  profile: Profile,
): Group {
  const all = sentences.map(sentence => readSegments(sentence, words, profile))
  const cues: Cue[] = []
  let wall = wallMs
  for (const island of buildIslands(all).reverse()) {
    const limitMs = wall === Number.POSITIVE_INFINITY ? undefined : Math.max(1, wall - profile.gapMs + 1)
    const translations = new Map(island.map(({ spokenSentence, korean }) => [spokenSentence.id, korean]))
    const ends = new Map(island.map(({ spokenSentence, ends }) => [spokenSentence.id, ends]))
    const cut = cuesFromSentences(
      island.map(({ spokenSentence }) => spokenSentence),
      translations,
      profile,
      limitMs,
      ends,
    )
    cues.unshift(...cut.map(ofSentence))
    wall = cut[0]?.startMs ?? wall
  }
  return {
    sentences,
    wallMs,
    cues: withRegister(withDecisions(cues, sentences, all, profile), sentences, register),
    spokenSentences: all.map(({ spokenSentence }) => spokenSentence),
  }
}

/** Splits segments at the cue ends that the user asked for; each island is cut on its own. */
function buildIslands(all: readonly Segmented[]): Segment[][] {
  const islands: Segment[][] = [[]]
  for (const { segments } of all)
    for (const [n, segment] of segments.entries()) {
      if (n > 0) islands.push([])
      islands.at(-1)?.push(segment)
    }
  return islands
}

function ofSentence(cue: Cue): Cue {
  const lines = cue.lines.map(line => line.replaceAll(HELD_SPACE, ' '))
  return { ...cue, lines, sentenceIds: [...new Set(cue.sentenceIds.map(id => id.replace(/#\d+$/, '')))] }
}

/** Applies the user's line breaks and out-times, and flags the translator's problems. */
function withDecisions(
  cut: readonly Cue[],
  sentences: readonly DraftSentence[],
  all: readonly Segmented[],
  profile: Profile,
): Cue[] {
  let cues = [...cut]
  for (const [n, sentence] of sentences.entries()) {
    const own = cues.filter(({ sentenceIds }) => sentenceIds.includes(sentence.id))
    let changed = own
    if (sentence.breaks.some(({ kind }) => kind === 'line'))
      changed = withLineBreaks(changed, sentence, all[n]?.eojeols ?? [])
    const { endMs } = sentence
    if (endMs !== undefined)
      changed = changed.map((cue, i) => (i === changed.length - 1 ? endingAt(cue, endMs, profile) : cue))
    if (sentence.problems.some(problem => DOUBTS.has(problem)))
      changed = changed.map(cue => withFlag(cue, 'translation'))
    if (sentence.problems.some(problem => SUSPICIONS.has(problem)))
      changed = changed.map(cue => withFlag(cue, 'meaning'))
    if (changed === own) continue
    cues = replaced(cues, own, changed)
  }
  return cues
}

/** Flags a cue whose sentence ends in another register than wanted. */
function withRegister(cues: readonly Cue[], sentences: readonly DraftSentence[], wanted: Draft['register']): Cue[] {
  let checked = [...cues]
  for (const { id, korean, register = wanted } of sentences) {
    const own = checked.filter(({ sentenceIds }) => sentenceIds.includes(id))
    checked = replaced(checked, own, withRegisterFlags(own, new Map([[id, korean]]), register))
  }
  return checked
}

function replaced(cues: readonly Cue[], old: readonly Cue[], changed: readonly Cue[]): Cue[] {
  const by = new Map(old.map((cue, i) => [cue, changed[i] ?? cue]))
  return cues.map(cue => by.get(cue) ?? cue)
}

/** Ends the cue at the user's out-time, but keeps it visible for the shortest duration. */
function endingAt(cue: Cue, endMs: number, { minDurationMs }: Profile): Cue {
  const latest = Math.min(cue.endMs, Math.max(endMs, cue.startMs + Math.min(minDurationMs, cue.endMs - cue.startMs)))
  return latest === cue.endMs ? cue : { ...cue, endMs: latest }
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
    group.inspected = { before, after, cues, kept: cues.filter((cue, n) => keepsForm(cue, broken[n] ?? [])).length }
    yield
  }
}

function withFlag(cue: Cue, flag: Flag): Cue {
  return cue.flags.includes(flag) ? cue : { ...cue, flags: [...cue.flags, flag] }
}

function withFlags(cue: Cue, broken: readonly Rule[]): Cue {
  const flags = new Set<Flag>(cue.flags.filter(flag => ENGINE_FLAGS.has(flag)))
  for (const rule of broken) if (isFlag(rule)) flags.add(rule)
  return { ...cue, flags: [...flags] }
}

function isFlag(rule: Rule): rule is Rule & Flag {
  return FLAG_RULES.has(rule)
}

function* assembled(groups: readonly Group[], profile: Profile): Generator<undefined, Cut, undefined> {
  const cues: Cue[] = []
  const sentences: Sentence[] = []
  const cuesOf = new Map<string, Cue[]>()
  const certificate: CutCertificate = { cues: 0, kept: 0, flags: {}, doubts: 0 }
  for (const [n, group] of groups.entries()) {
    if (n % STRIDE === 0) yield
    sentences.push(...group.spokenSentences)
    certificate.kept += group.inspected?.kept ?? 0
    for (const cue of group.inspected?.cues ?? []) {
      cues.push(cue)
      for (const flag of cue.flags) certificate.flags[flag] = (certificate.flags[flag] ?? 0) + 1
      for (const id of cue.sentenceIds) {
        const own = cuesOf.get(id)
        if (own) own.push(cue)
        else cuesOf.set(id, [cue])
      }
    }
  }
  certificate.cues = cues.length
  for (const group of groups)
    for (const { id, checked } of group.sentences) if (!checked && isDoubtful(cuesOf.get(id))) certificate.doubts += 1
  return { cues, sentences, cuesOf, certificate, groups, profile }
}

function isDoubtful(cues: readonly Cue[] = []): boolean {
  return cues.some(({ flags }) => flags.some(flag => CONTENT_FLAGS.has(flag)))
}
