import { planCues } from '../cue/cues.ts'
import type { SentenceCut } from '../cue/sentence-cuts.ts'
import type { Profile } from '../profile.ts'
import { buildDraft, HELD_SPACE, type TranslatedSentence } from './draft.ts'
import { readSegments } from './groups.ts'

export type { SentenceCut } from '../cue/sentence-cuts.ts'

/**
 * Finds where `cutDraft` ends the lines and cues of consecutive translated sentences, by sentence id. Only the first
 * and the last sentence may be cut differently, if they share a cue with sentences that are not in the list.
 * @param nextMs start of the sentence after them, if there is one
 */
export function findSentenceCuts(
  sentences: readonly TranslatedSentence[],
  profile: Profile,
  nextMs?: number,
): Map<string, SentenceCut> {
  const draft = buildDraft(sentences, { durationMs: 0, register: 'polite' })
  const segments = draft.sentences.flatMap(sentence => readSegments(sentence, draft.words, profile).segments)
  const { cutter } = planCues(
    segments.map(({ spokenSentence }) => spokenSentence),
    new Map(segments.map(({ spokenSentence, korean }) => [spokenSentence.id, korean])),
    profile,
    undefined,
    new Map(segments.map(segment => [segment.spokenSentence.id, segment])),
    nextMs,
  )
  const shown = (lines: readonly string[]) => lines.map(line => line.replaceAll(HELD_SPACE, ' '))
  return new Map([...cutter.sentenceCuts()].map(([id, { lines, worst }]) => [id, { lines: shown(lines), worst }]))
}
