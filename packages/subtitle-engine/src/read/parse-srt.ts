import type { Cue } from '../types.ts'
import { readTimedLines } from './timed-lines.ts'

const NONE: readonly never[] = Object.freeze([])
const UNREADABLE = Object.freeze(['timing'] as const)
const TAG = /<\/?(?:[bius]|font(?: [^<>]{0,400})?)>|\{\\[^{}]{0,2000}\}/gi

/**
 * Reads the cues of an SRT file with their lines as they are, without formatting tags. A cue with unreadable times keeps
 * its text, starts where the previous cue ends and carries the flag `timing`. `readSubtitle` also reads what the lines
 * mean.
 */
export function parseSrt(source: string): Cue[] {
  const isTagged = source.includes('<') || source.includes('{\\')
  const { cues } = readTimedLines(source.replace(/^\uFEFF/, ''), false)
  return cues.map(({ startMs, endMs, lines, isTimed }) => ({
    ...(isTagged && lines[0]?.startsWith('{\\an8}') && { place: 'top' }),
    ...{ startMs, endMs, lines: isTagged ? lines.map(line => line.replace(TAG, '')) : lines, sentenceIds: NONE },
    flags: isTimed ? NONE : UNREADABLE,
  }))
}
