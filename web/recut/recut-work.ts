import {
  detectRegister,
  endingLevel,
  formatSrt,
  type Note,
  PROFILES,
  readSubtitle,
  type SourceCue,
  SubtitleError,
} from '#subtitle-engine'
import { buildDraft, buildProject } from '#subtitle-engine/edit'
import type { ExportSource } from '#subtitle-engine/export'
import { type Recut, recutCues } from '#subtitle-engine/recut'
import type { SubtitleProfile } from '../../lambdas/contract/archive-entry.ts'
import type { LocalSubtitle } from '../shared/local-subtitle.ts'
import { refusalText } from '../shared/reading/texts.ts'
import { type Comparison, compare } from './compare.ts'
import { RECUT } from './texts.ts'

const MOST_BYTES = 5 * 1024 * 1024
/** Minimum share of Hangul among the letters of a Korean subtitle; names and songs may be in other scripts. */
const HANGUL_SHARE = 0.3

/** A Korean subtitle file after reading. */
export interface OldSubtitle {
  file: string
  /** The file's name without extension. */
  name: string
  /** What the reader left out or assumed. */
  notes: readonly Note[]
}

/** Reads, cuts and exports one file at a time, in a worker, because 20,000 cues take the engine seconds. */
export class RecutWork {
  private cues: readonly SourceCue[] = []
  private recut: Recut = { before: [], after: [], sentences: [] }
  private profile: SubtitleProfile = 'standard'

  /** Reads a file, or returns in Korean why it cannot be recut. */
  async read(file: File): Promise<OldSubtitle | string> {
    if (file.size > MOST_BYTES) return RECUT.tooLarge
    try {
      const { cues, notes } = readSubtitle(new Uint8Array(await file.arrayBuffer()), 'ko')
      if (cues.length === 0) return RECUT.noCues
      if (!isKorean(cues)) return RECUT.notKorean
      this.cues = cues
      return { file: file.name, name: file.name.replace(/\.[^.]{1,5}$/, ''), notes }
    } catch (error) {
      const reason = error instanceof SubtitleError ? refusalText(error) : undefined
      if (reason === undefined) throw error
      return reason
    }
  }

  cut(profile: SubtitleProfile): Comparison {
    const start = performance.now()
    this.profile = profile
    this.recut = recutCues(this.cues, PROFILES[profile])
    performance.measure('recut', { start })
    return compare(this.recut, PROFILES[profile])
  }

  srt(): string {
    return formatSrt(this.recut.after)
  }

  source(): Omit<ExportSource, 'name'> {
    return { sentences: this.recut.sentences, cues: this.recut.after, profile: PROFILES[this.profile] }
  }

  /**
   * Builds the draft for the editor. A sentence in another register than the rest keeps its own, so that it is not
   * flagged.
   */
  project(): Pick<LocalSubtitle, 'profile' | 'register' | 'machine'> {
    const { sentences } = this.recut
    const { counts } = detectRegister(sentences.map(({ text }) => text).join('\n'))
    const register = counts.banmal > counts.haeyo + counts.hapnida ? 'banmal' : 'polite'
    const draft = buildDraft(
      sentences.map(sentence => ({ sentence, korean: sentence.text, problems: [] })),
      { durationMs: 0, register },
    )
    const own = draft.sentences.map(sentence => {
      const level = endingLevel(sentence.korean)
      const isOther = level !== undefined && (level === 'banmal') !== (register === 'banmal')
      return isOther ? { ...sentence, register: level } : sentence
    })
    return { profile: this.profile, register, machine: buildProject({ ...draft, sentences: own }) }
  }
}

function isKorean(cues: readonly SourceCue[]): boolean {
  const text = cues.flatMap(({ lines }) => lines.flatMap(({ words }) => words.map(word => word.text))).join(' ')
  return countLetters(text, /[가-힣]/g) >= countLetters(text, /\p{L}/gu) * HANGUL_SHARE
}

function countLetters(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}
