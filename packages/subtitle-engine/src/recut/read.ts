import { readSrt } from '../format/parse-srt.ts'
import { isVtt, readVtt } from '../format/parse-vtt.ts'
import type { Cue } from '../types.ts'

export interface ReadSubtitle {
  cues: Cue[]
  /** Cues whose times could not be read. */
  unread: number
  format: 'srt' | 'vtt'
}

/** Reads SRT or WebVTT into cues with text, ordered by their starts. */
export function readSubtitle(text: string): ReadSubtitle {
  const format = isVtt(text) ? 'vtt' : 'srt'
  const { cues, unread } = format === 'vtt' ? readVtt(text) : readSrt(text)
  const shown = cues.filter(({ lines }) => lines.some(line => line.trim() !== ''))
  return { cues: shown.sort((a, b) => a.startMs - b.startMs), unread, format }
}
