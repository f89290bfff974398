import type * as z from 'zod'
import type { Certificate } from '../contract/archive-entry.ts'
import type { SentenceFile, TranslationFile } from '../contract/media-objects.ts'
import type { previewCue } from '../contract/routes.ts'
import {
  type Cue,
  certificateFromInspection,
  cuesFromSentences,
  englishOf,
  type Flag,
  inspectCues,
  koreanProfile,
} from '../subtitle/index.ts'

export interface Subtitle {
  cues: Cue[]
  certificate: Certificate
}

/** The cues of an entry, inspected; `mediaEndMs` is where the media ends. */
export function subtitleOf(file: SentenceFile, translations: TranslationFile, mediaEndMs: number): Subtitle {
  const { sentences } = file
  const korean = new Map(Object.entries(translations).map(([id, each]) => [id, each.korean]))
  const cut = cuesFromSentences(sentences, korean, koreanProfile, mediaEndMs)
  const cues = cut.map(cue => withDoubts(cue, translations))
  const { cues: count, kept, flags } = certificateFromInspection(inspectCues(cues, koreanProfile, sentences))
  const otherRegister = Object.values(translations).filter(({ problems }) => problems.includes('register')).length
  return {
    cues,
    certificate: {
      cues: count,
      kept,
      flags: otherRegister > 0 ? { ...flags, register: otherRegister } : flags,
      source: file.source,
      rehearsal: file.rehearsal,
    },
  }
}

/** Problems that make a translation doubtful; the engine itself sees missing numbers. */
const DOUBTS = new Set(['empty', 'noHangul', 'tooShort', 'tooLong', 'duplicate', 'glossary'])

function withDoubts(cue: Cue, translations: TranslationFile): Cue {
  const doubtful = cue.sentenceIds.some(id => translations[id]?.problems.some(problem => DOUBTS.has(problem)))
  const flag: Flag = 'translation'
  return doubtful && !cue.flags.includes(flag) ? { ...cue, flags: [...cue.flags, flag] } : cue
}

/** What the page's preview reads: each cue with the English that is spoken in it. */
export function previewOf(cues: readonly Cue[], { sentences }: SentenceFile): z.output<typeof previewCue>[] {
  const english = englishOf(cues, sentences)
  return cues.map(({ startMs, endMs, lines, flags }, i) => ({
    startMs,
    endMs,
    lines: [...lines],
    flags: [...flags],
    english: english[i],
  }))
}
