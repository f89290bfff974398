import { englishOf, formatBilingualSrt, formatSrt, formatVtt } from '../format/write.ts'
import type { Cut } from './cut.ts'

/** The files of a subtitle: the same for the same cut, on the page and on the server. */
export interface SubtitleFiles {
  srt: string
  vtt: string
  bilingual: string
  /** Cues with the English spoken in each, for the preview. */
  preview: { startMs: number; endMs: number; lines: string[]; flags: string[]; english?: string }[]
}

export function filesOf({ cues, sentences, profile }: Pick<Cut, 'cues' | 'sentences' | 'profile'>): SubtitleFiles {
  const english = englishOf(cues, sentences)
  return {
    srt: formatSrt(cues),
    vtt: formatVtt(cues, profile),
    bilingual: formatBilingualSrt(cues, sentences),
    preview: cues.map(({ startMs, endMs, lines, flags }, i) => ({
      startMs,
      endMs,
      lines: [...lines],
      flags: [...flags],
      english: english[i],
    })),
  }
}
