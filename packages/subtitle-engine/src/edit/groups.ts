import { cuesFromSentences } from '../cue/cues.ts'
import { withRegisterFlags } from '../cue/register-flags.ts'
import type { Profile } from '../profile.ts'
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
  /** The group of the baseline whose cues these are; absent if the group was cut for this draft. */
  kept?: Group
  /** The group's inspection, and the neighbouring cues it depends on. */
  inspected?: {
    before: Cue | undefined
    after: Cue | undefined
    cues: readonly Cue[]
    /** The cues of each sentence, by its id; the lists are reused while nothing changes. */
    cuesOf: ReadonlyMap<string, readonly Cue[]>
    kept: number
  }
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
  'placeholder',
])
/** Translator problems that suggest a text says something other than the speaker did. */
const SUSPICIONS = new Set([
  'omission',
  'question',
  'negation',
  'tense',
  'quantity',
  'english',
  'unbelieved',
  'script',
  'added',
  'misheard',
  'fallback',
  'meaning',
])
/** Groups already cut for one profile and one list of words, by their first sentence. */
export type KnownGroups = Map<DraftSentence | undefined, Group>

export function knownGroups({ groups }: { groups: readonly Group[] }): KnownGroups {
  return new Map(groups.map(group => [group.sentences[0], group]))
}

/** Unchanged sentences or groups that are skipped between two yields. */
export const STRIDE = 200

export function isSame(group: Group, sentences: readonly DraftSentence[], wallMs: number): boolean {
  return (
    group.wallMs === wallMs &&
    group.sentences.length === sentences.length &&
    group.sentences.every((sentence, i) => sentence === sentences[i])
  )
}

/** Cues must end before the media does. */
export function lastWall({ durationMs }: Draft, { gapMs }: Profile): number {
  return durationMs > 0 ? durationMs - 1 + gapMs : Number.POSITIVE_INFINITY
}

/** Cache of segments. Safe because sentences and words are immutable. */
const segmentedSentences = new WeakMap<DraftSentence, { words: readonly Word[]; profile: Profile; found: Segmented }>()

export function isSegmented(sentence: DraftSentence, words: readonly Word[], profile: Profile): boolean {
  const kept = segmentedSentences.get(sentence)
  return kept?.words === words && kept.profile === profile
}

export function readSegments(sentence: DraftSentence, words: readonly Word[], profile: Profile): Segmented {
  const kept = segmentedSentences.get(sentence)
  if (kept && isSegmented(sentence, words, profile)) return kept.found
  const found = segmented(sentence, words, profile)
  segmentedSentences.set(sentence, { words, profile, found })
  return found
}

export function cutGroup(sentences: readonly DraftSentence[], draft: Draft, wallMs: number, profile: Profile): Group {
  const { words, register } = draft
  const mediaWallMs = lastWall(draft, profile)
  const shown = sentences.filter(sentence => !isEmptied(sentence))
  const all = shown.map(sentence => readSegments(sentence, words, profile))
  const cues: Cue[] = []
  let wall = wallMs
  for (const island of buildIslands(all).reverse()) {
    const translations = new Map(island.map(({ spokenSentence, korean }) => [spokenSentence.id, korean]))
    const marks = new Map(island.map(segment => [segment.spokenSentence.id, segment]))
    const cut = cuesFromSentences(
      island.map(({ spokenSentence }) => spokenSentence),
      translations,
      profile,
      draft.durationMs,
      marks,
      wall === mediaWallMs ? undefined : wall,
    )
    cues.unshift(...cut.map(ofSentence))
    wall = cut[0]?.startMs ?? wall
  }
  return {
    sentences,
    wallMs,
    cues: withRegister(withDecisions(cues, shown, all, profile), shown, register),
    spokenSentences: all.map(({ spokenSentence }) => spokenSentence),
  }
}

/** A text that the user removed shows nothing; one that the translator failed to provide shows the English, flagged. */
function isEmptied({ korean, problems }: DraftSentence): boolean {
  return korean === '' && problems.length === 0
}

/** Splits segments at the cue ends set by the user; each part is cut on its own. */
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
    if (sentence.script) changed = changed.map(cue => withFlag(cue, 'script'))
    if (sentence.unheard) changed = changed.map((cue, i) => (i === changed.length - 1 ? withFlag(cue, 'unheard') : cue))
    if (changed === own) continue
    cues = replaced(cues, own, changed)
  }
  return cues
}

function withFlag(cue: Cue, flag: Flag): Cue {
  return cue.flags.includes(flag) ? cue : { ...cue, flags: [...cue.flags, flag] }
}

/** Flags a cue whose sentence ends in a register other than the requested one. */
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

/** Ends the cue at the user's out-time, but keeps it visible for the minimum duration. */
function endingAt(cue: Cue, endMs: number, { minDurationMs }: Profile): Cue {
  const latest = Math.min(cue.endMs, Math.max(endMs, cue.startMs + Math.min(minDurationMs, cue.endMs - cue.startMs)))
  return latest === cue.endMs ? cue : { ...cue, endMs: latest }
}
