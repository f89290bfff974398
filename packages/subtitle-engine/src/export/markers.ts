import type { Cue } from '../types.ts'
import { type FrameRate, framedCues, timecode } from './frames.ts'

const COLUMNS = ['Marker Name', 'Description', 'In', 'Out', 'Duration', 'Marker Type']

/** Writes cues as markers, in the columns that Premiere exports. The byte order mark tells spreadsheets that it is UTF-8. */
export function formatMarkers(cues: readonly Cue[], frameRate: FrameRate): string {
  const rows = framedCues(cues, frameRate).map(({ from, to, lines }) => {
    const times = [from, to, to - from].map(frame => timecode(frame, frameRate))
    return [lines.join(' '), lines.join('\n'), ...times, 'Comment']
  })
  return `\ufeff${[COLUMNS, ...rows].map(row => `${row.map(csvField).join(',')}\r\n`).join('')}`
}

/**
 * Text that spreadsheets read as a formula; East Asian editions read full-width signs, too. A dash before Korean is
 * none: it begins a line of dialogue.
 */
const FORMULA = /^\s*(?:[=+@＝＋＠]|[-－]\s*[\d(A-Za-z])|^[\t\r]/

/** A field in quotes; an apostrophe keeps spreadsheets from reading a text as a formula. */
function csvField(text: string): string {
  return `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
}
