import { cuesFromSentences } from '../cue/cues.ts'
import { withRegisterFlags } from '../cue/register-flags.ts'
import { brokenRules } from '../inspection/inspect.ts'
import type { Rule } from '../inspection/rules.ts'
import { koreanProfile, type Profile } from '../profile.ts'
import type { Cue, Flag, Sentence, Word } from '../types.ts'
import { type Draft, type DraftSentence, HELD_SPACE } from './draft.ts'
import { type Segment, type Segmented, segmented, withLineBreaks } from './segments.ts'

/** Neighbouring sentences that are cut together: none shares a cue or a moment with a sentence outside. */
export interface Group {
  sentences: readonly DraftSentence[]
  /** Start of the next group's first cue: the last cue must end before it. */
  wallMs: number
  cues: readonly Cue[]
  spokenSentences: readonly Sentence[]
  /** The inspection, and the cues around the group that it was made with. */
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

/** The inspection of a cut; equal to `certificateFromInspection` of a fresh inspection of all cues. */
export interface CutCertificate {
  cues: number
  kept: number
  flags: Record<string, number>
}

/** Problems that make a translation doubtful. Missing numbers are not among them: the inspection flags them itself. */
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
/** Flags that the engine knows better than an inspection; all others are the rules that a cue breaks. */
const ENGINE_FLAGS: ReadonlySet<Flag> = new Set(['translation', 'confidence', 'lineBreak', 'register'])
/** Rules that a flag of the same name reports. */
const FLAG_RULES: ReadonlySet<Rule | Flag> = new Set<Rule | Flag>([
  ...(['speed', 'duration', 'gap', 'inTime', 'outTime', 'lineLength', 'lineBreak', 'phrase', 'pause'] as const),
  'numbers',
])

/** Groups of one profile and one list of words that were cut before, by their first sentence. */
export type KnownGroups = Map<DraftSentence | undefined, Group>

export function knownGroups({ groups }: Pick<Cut, 'groups'>): KnownGroups {
  return new Map(groups.map(group => [group.sentences[0], group]))
}

/** Cuts a draft. Given an earlier cut of the same words, it cuts only what changed; the result is the same. */
export function cutDraft(draft: Draft, profile: Profile = koreanProfile, earlier?: Cut): Cut {
  const steps = cutInSteps(draft, profile, earlier?.profile === profile ? knownGroups(earlier) : new Map())
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/**
 * Cuts a draft and pauses after each small piece of work, so that a page stays responsive. Groups go into `known` as
 * they are cut: a run that is given up leaves them to the next one.
 * Cues of sentences that a long enough silence parts are cut apart, from the last to the first, each group against the
 * first in-time of the next one.
 */
export function* cutInSteps(draft: Draft, profile: Profile, known: KnownGroups): Generator<undefined, Cut, undefined> {
  const { words, sentences, durationMs } = draft
  const groups: Group[] = []
  let wallMs = durationMs > 0 ? durationMs - 1 + profile.gapMs : Number.POSITIVE_INFINITY
  for (const [n, members] of (yield* groupsOf(sentences, words, profile)).reverse().entries()) {
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

/** Sentences or groups that are passed over between two pauses where nothing is to be cut. */
const STRIDE = 200

function isSame(group: Group, sentences: readonly DraftSentence[], wallMs: number): boolean {
  return (
    group.wallMs === wallMs &&
    group.sentences.length === sentences.length &&
    group.sentences.every((sentence, i) => sentence === sentences[i])
  )
}

/** Segments of a sentence; kept with it, since sentences and words never change. */
const segmentedSentences = new WeakMap<DraftSentence, { words: readonly Word[]; profile: Profile; found: Segmented }>()

function isSegmented(sentence: DraftSentence, words: readonly Word[], profile: Profile): boolean {
  const kept = segmentedSentences.get(sentence)
  return kept?.words === words && kept.profile === profile
}

function segmentsOf(sentence: DraftSentence, words: readonly Word[], profile: Profile): Segmented {
  const kept = segmentedSentences.get(sentence)
  if (kept && isSegmented(sentence, words, profile)) return kept.found
  const found = segmented(sentence, words, profile)
  segmentedSentences.set(sentence, { words, profile, found })
  return found
}

function* groupsOf(
  sentences: readonly DraftSentence[],
  words: readonly Word[],
  profile: Profile,
): Generator<undefined, DraftSentence[][], undefined> {
  const groups: DraftSentence[][] = []
  let endMs = Number.NEGATIVE_INFINITY
  let joined = false
  for (const [n, sentence] of sentences.entries()) {
    if (n % STRIDE === 0 || !isSegmented(sentence, words, profile)) yield
    const { spokenSentence } = segmentsOf(sentence, words, profile)
    const last = groups.at(-1)
    // A group must have room in front of the next one, or the engine would push its cues before the media.
    const apart = spokenSentence.startMs - endMs > profile.shareMs && spokenSentence.startMs > 2 * profile.minDurationMs
    if (last && (joined || !apart)) last.push(sentence)
    else groups.push([sentence])
    endMs = Math.max(endMs, spokenSentence.endMs)
    // A last out-time that was set by hand is moved after the cut; the next cue must know.
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
  const all = sentences.map(sentence => segmentsOf(sentence, words, profile))
  const cues: Cue[] = []
  let wall = wallMs
  for (const island of islandsOf(all).reverse()) {
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

/** Segments that are cut together: all between two cue ends that a person asked for. */
function islandsOf(all: readonly Segmented[]): Segment[][] {
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

/** Line breaks and out-times that a person set, and flags of the translator's problems. */
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
      changed = changed.map(cue =>
        cue.flags.includes('translation') ? cue : { ...cue, flags: [...cue.flags, 'translation'] },
      )
    if (changed === own) continue
    cues = replaced(cues, own, changed)
  }
  return cues
}

/** Flags the cue in which a sentence ends in another register than is wanted for it. */
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

/** The cue, out at a moment that a person set, unless nobody could see it then. */
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
    group.inspected = { before, after, cues, kept: cues.filter((_, n) => broken[n]?.length === 0).length }
    yield
  }
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
  const certificate: CutCertificate = { cues: 0, kept: 0, flags: {} }
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
  return { cues, sentences, cuesOf, certificate, groups, profile }
}
