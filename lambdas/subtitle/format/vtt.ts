import type { Cue } from '../types.ts'
import { linesWithin, TextWriter } from './text-writer.ts'

const escapes = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
])

/** WebVTT with the signs escaped that it reads as markup. */
export function formatVtt(cues: readonly Cue[]): string {
  const writer = new TextWriter()
  writer.line('WEBVTT')
  for (const { startMs, endMs, lines } of cues) {
    writer.blank()
    writer.times(startMs, endMs, '.')
    for (const line of lines.flatMap(linesWithin)) writer.line(escaped(line))
  }
  return writer.toString()
}

function escaped(text: string): string {
  return text.replace(/[&<>]/g, sign => escapes.get(sign) ?? sign)
}
