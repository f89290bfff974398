import { brokenRules } from '../inspection/inspect.ts'
import { meanConfidence, type Rule, spokenIn } from '../inspection/rules.ts'
import { koreanProfile, neededMs, type Profile } from '../profile.ts'
import type { Cue, Flag, Sentence } from '../types.ts'
import { type Part, partOf } from './block.ts'
import { Cutter } from './cutter.ts'
import { type Draft, squeezed } from './draft.ts'
import { type Span, timeSlots } from './timing.ts'

/**
 * Cuts the translations of sentences into cues inside the sentences' time. For any input, cues are in order, do not
 * overlap, lose no text, have at most two lines and end before the media; every other rule of the profile is kept, or the
 * cue carries the flag of the cause.
 *
 * @param translations Korean by sentence id; a sentence without one is shown in the source language and flagged
 * @param mediaEndMs length of the media; unknown if absent or not positive
 */
export function cuesFromSentences(
  sentences: readonly Sentence[],
  translations: ReadonlyMap<string, string>,
  profile: Profile = koreanProfile,
  mediaEndMs?: number,
): Cue[] {
  const ordered = inOrder(sentences)
  const endMs = mediaEndMs !== undefined && mediaEndMs > 0 ? mediaEndMs : undefined
  const wallMs = endMs === undefined ? Number.POSITIVE_INFINITY : endMs - 1 + profile.gapMs
  const parts: Part[] = []
  for (const [i, sentence] of ordered.entries()) {
    const nextMs = Math.min(ordered[i + 1]?.startMs ?? wallMs, wallMs)
    const part = partOf(sentence, translations.get(sentence.id), nextMs, profile)
    if (part) parts.push(part)
  }
  const cutter = new Cutter(parts, profile)
  let timed = timedDrafts(cutter, endMs, profile)
  const lacking = timed.filter(({ draft, span }) => span.endMs - span.startMs < neededMs(draft.halves, profile))
  if (lacking.length > 0) {
    cutter.recut(new Set(lacking.flatMap(({ draft }) => draft.parts)))
    timed = timedDrafts(cutter, endMs, profile)
  }
  const cues = timed.map(({ draft, span }): Cue & { flags: Flag[] } => {
    return { ...span, lines: draft.lines, sentenceIds: draft.sentenceIds, flags: [...draft.flags] }
  })
  return flagged(cues, ordered, profile)
}

function inOrder(sentences: readonly Sentence[]): readonly Sentence[] {
  const ordered = sentences.every((sentence, i) => i === 0 || sentence.startMs >= (sentences[i - 1]?.startMs ?? 0))
  return ordered ? sentences : [...sentences].sort((a, b) => a.startMs - b.startMs)
}

function timedDrafts(cutter: Cutter, mediaEndMs: number | undefined, profile: Profile): { draft: Draft; span: Span }[] {
  const drafts = squeezed(cutter.drafts(), mediaEndMs, profile)
  const slots = drafts.map(draft => ({ ...draft, needMs: neededMs(draft.halves, profile) }))
  const spans = timeSlots(slots, mediaEndMs, profile)
  return drafts.map((draft, i) => ({ draft, span: spans[i] ?? { startMs: 0, endMs: 0 } }))
}

/** The flag for each rule that a cue may break; the other rules hold by construction. */
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

/** Flags the rules that a cue breaks and words that were recognized with low confidence. */
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
    if (meanConfidence(spoken.words) < profile.lowConfidence) cues[i]?.flags.push('confidence')
  }
  return [...cues]
}
