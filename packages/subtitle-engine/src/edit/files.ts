import { englishOf, formatBilingualSrt, formatSrt, formatVtt } from '../format/write.ts'
import type { Cut } from './cut.ts'

/** Contents of a subtitle's files; page and server produce the same from the same cut. */
export interface SubtitleFiles {
  srt: string
  vtt: string
  bilingual: string
  /** Cues with the English spoken in each, for the preview. */
  preview: { startMs: number; endMs: number; lines: string[]; flags: string[]; english?: string }[]
}

export function writeFiles({ cues, sentences, profile }: Pick<Cut, 'cues' | 'sentences' | 'profile'>): SubtitleFiles {
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
