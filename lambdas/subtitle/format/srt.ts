import type { Cue } from '../types.ts'
import { linesWithin, TextWriter } from './text-writer.ts'

/** SRT: indexes from 1, LF, a final newline; blank lines inside text are left out and `-->` becomes `→`. */
export function formatSrt(cues: readonly Cue[]): string {
  const writer = new TextWriter()
  let index = 0
  for (const { startMs, endMs, lines } of cues) {
    index += 1
    if (index > 1) writer.blank()
    writer.integer(index)
    writer.times(startMs, endMs, ',')
    for (const line of lines) {
      if (!writer.line(line)) for (const part of linesWithin(line)) writer.line(part)
    }
  }
  return writer.toString()
}
