import { brokenRules } from '../inspection/inspect.ts'
import { type Rule, spokenIn } from '../inspection/rules.ts'
import { koreanProfile, neededMs, type Profile } from '../profile.ts'
import { isBeside, mergeTracks, sentencesByTrack } from '../tracks.ts'
import type { Cue, Flag, Sentence } from '../types.ts'
import { type ShownSentence, shownSentence } from './block.ts'
import { Cutter } from './cutter.ts'
import { marksOf, type PhraseEnds } from './phrase-ends.ts'
import { type Span, timeSlots } from './timing.ts'
import { fitToMedia, type UntimedCue } from './untimed-cue.ts'

/**
 * Cuts the translations of sentences into cues within the sentences' time. For any input, cues are in order, do not
 * overlap on their track, lose no text, have at most two lines and end before the media does. Every other rule of the profile is kept,
 * or the cue carries the flag of the cause.
 * @param translations Korean by sentence id; a sentence without one is shown in the source language and flagged
 * @param mediaEndMs length of the media; unknown if absent or not positive
 * @param phraseEnds where a translator marked the ends of phrases, and the source words with which the next ones begin
 * @param nextCueMs start of an already cut cue that follows these; replaces `mediaEndMs`
 */
export function cuesFromSentences(
  sentences: readonly Sentence[],
  translations: ReadonlyMap<string, string>,
  profile: Profile = koreanProfile,
  mediaEndMs?: number,
  phraseEnds?: PhraseEnds,
  nextCueMs?: number,
): Cue[] {
  const tracks = sentencesByTrack(sentences)
  if (tracks.length > 1) {
    const cut = (track: readonly Sentence[]) =>
      cuesFromSentences(track, translations, profile, mediaEndMs, phraseEnds, nextCueMs)
    return mergeTracks(tracks.map(cut))
  }
  const { ordered, timed } = planCues(sentences, translations, profile, mediaEndMs, phraseEnds, nextCueMs)
  const isTop = ordered.some(({ words }) => words.some(isBeside))
  const cues = timed.map(({ cue, span }): Cue & { flags: Flag[] } => {
    const place = isTop ? ({ place: 'top' } as const) : undefined
    return { ...span, lines: cue.lines, sentenceIds: cue.sentenceIds, flags: [...cue.flags], ...place }
  })
  return flagged(isTop ? untilSaid(cues, ordered, profile, mediaEndMs) : cues, ordered, profile)
}

/** A cue beside the dialogue stays for its whole time, however long, up to the next cue there. */
function untilSaid<Shown extends Cue>(
  cues: readonly Shown[],
  sentences: readonly Sentence[],
  profile: Profile,
  mediaEndMs = 0,
): Shown[] {
  const ends = new Map(sentences.map(({ id, endMs }) => [id, endMs]))
  return cues.map((cue, i) => {
    const next = cues[i + 1]
    const id = cue.sentenceIds.at(-1) ?? ''
    if (next?.sentenceIds.includes(id)) return cue
    const wallMs = mediaEndMs > 0 ? mediaEndMs - 1 : Number.POSITIVE_INFINITY
    const latestMs = Math.min(next ? next.startMs - profile.gapMs : wallMs, wallMs)
    return { ...cue, endMs: Math.max(cue.endMs, Math.min(ends.get(id) ?? 0, latestMs)) }
  })
}

/** Cuts and times the sentences; arguments as for `cuesFromSentences`. */
export function planCues(
  sentences: readonly Sentence[],
  translations: ReadonlyMap<string, string>,
  profile: Profile,
  mediaEndMs?: number,
  phraseEnds?: PhraseEnds,
  nextCueMs?: number,
): { ordered: readonly Sentence[]; cutter: Cutter; timed: TimedCue[] } {
  const ordered = inOrder(sentences)
  const isFollowed = nextCueMs !== undefined
  const limitMs = isFollowed ? Math.max(1, nextCueMs - profile.gapMs + 1) : mediaEndMs
  const endMs = limitMs !== undefined && limitMs > 0 ? limitMs : undefined
  const wallMs = endMs === undefined ? Number.POSITIVE_INFINITY : endMs - 1 + profile.gapMs
  const shown: ShownSentence[] = []
  for (const [i, sentence] of ordered.entries()) {
    const nextMs = Math.min(ordered[i + 1]?.startMs ?? wallMs, wallMs)
    const marks = marksOf(phraseEnds?.get(sentence.id))
    const next = shownSentence(sentence, translations.get(sentence.id), nextMs, profile, marks)
    if (next) shown.push(next)
  }
  const cutter = new Cutter(shown, profile)
  let timed = timedCues(cutter, endMs, profile, isFollowed)
  const lacking = timed.filter(({ cue, span }) => span.endMs - span.startMs < neededMs(cue.halfWidths, profile))
  if (lacking.length > 0) {
    cutter.recut(new Set(lacking.flatMap(({ cue }) => cue.sentences)))
    timed = timedCues(cutter, endMs, profile, isFollowed)
  }
  return { ordered, cutter, timed }
}

interface TimedCue {
  cue: UntimedCue
  span: Span
}

function inOrder(sentences: readonly Sentence[]): readonly Sentence[] {
  const ordered = sentences.every((sentence, i) => i === 0 || sentence.startMs >= (sentences[i - 1]?.startMs ?? 0))
  return ordered ? sentences : [...sentences].sort((a, b) => a.startMs - b.startMs)
}

function timedCues(cutter: Cutter, mediaEndMs: number | undefined, profile: Profile, isFollowed: boolean): TimedCue[] {
  const untimed = fitToMedia(cutter.untimedCues(), mediaEndMs, profile)
  const slots = untimed.map(cue => ({ ...cue, needMs: neededMs(cue.halfWidths, profile) }))
  const spans = timeSlots(slots, mediaEndMs, profile, isFollowed)
  return untimed.map((cue, i) => ({ cue, span: spans[i] ?? { startMs: 0, endMs: 0 } }))
}

/** The flag for each rule that a cue may break; the other rules are kept by construction. */
const FLAG_OF: Partial<Record<Rule, Flag>> = {
  speed: 'speed',
  duration: 'duration',
  gap: 'gap',
  inTime: 'inTime',
  outTime: 'outTime',
  lineLength: 'lineLength',
  lineBreak: 'lineBreak',
  phrase: 'phrase',
  pause: 'pause',
  numbers: 'numbers',
}

/** Flags the rules that a cue breaks and words that were transcribed with low confidence. */
export function flagged(
  cues: readonly (Cue & { flags: Flag[] })[],
  sentences: readonly Sentence[],
  profile: Profile,
): Cue[] {
  for (const [i, rules] of brokenRules(cues, profile, sentences).entries()) {
    const cue = cues[i]
    if (!cue) continue
    for (const rule of rules) {
      const flag = FLAG_OF[rule]
      if (flag && !cue.flags.includes(flag)) cue.flags.push(flag)
    }
  }
  for (const [i, spoken] of spokenIn(cues, sentences, profile).entries()) {
    if (spoken.words.some(({ confidence }) => confidence < profile.lowConfidence)) cues[i]?.flags.push('confidence')
  }
  return [...cues]
}
