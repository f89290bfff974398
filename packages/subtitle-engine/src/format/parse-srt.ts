import type { Cue } from '../types.ts'
import { isLooseTiming, untimedBlocks, withArrows } from './loose-timings.ts'
import { readTimestamp, strictTimestamp } from './timestamp.ts'

const NONE: readonly never[] = Object.freeze([])
const UNREADABLE = Object.freeze(['timing'] as const)
const TAG = /<\/?(?:[bius]|font(?: [^<>]*)?)>|\{\\[^{}]*\}/gi
const CARRIAGE_RETURN = 13

/**
 * The cues of a file, and the number of its cues that could not be read completely: those with the flag `timing`, and
 * those without any time.
 */
export interface ReadSrt {
  cues: Cue[]
  unread: number
}

/**
 * Reads SRT tolerantly: BOM, CRLF, missing or negative indexes, dots or full-width signs in times, other arrows, stray
 * spaces and formatting tags. A cue with unreadable times keeps its text, starts where the previous cue ends and carries
 * the flag `timing`.
 */
export function parseSrt(source: string): Cue[] {
  return readSrt(source).cues
}

/** Reads SRT like `parseSrt`, and counts the cues that could not be read, so that none is lost silently. */
export function readSrt(source: string): ReadSrt {
  const text = source.includes('\r') && /\r(?!\n)/.test(source) ? source.replace(/\r\n?/g, '\n') : source
  const strict = readCues(text)
  const read = strict.suspect ? readCues(withArrows(text)) : strict
  const flagged = read.cues.filter(cue => cue.flags.includes('timing')).length
  return { cues: read.cues, unread: flagged + untimedBlocks(read.head) }
}

/** The cues at every `-->`. `suspect`: another line looks like a timing line; `head`: the text before the first cue. */
function readCues(text: string): { cues: Cue[]; suspect: boolean; head: string } {
  const tagged = text.includes('<') || text.includes('{\\')
  const cues: Cue[] = []
  const scratch: string[] = []
  let beforeMs = 0
  let arrow = text.indexOf('-->')
  let lineStart = arrow < 0 ? 0 : text.lastIndexOf('\n', arrow) + 1
  const head = arrow < 0 ? text : text.slice(0, lineStart)
  let suspect = head.split('\n').some(isLooseTiming)
  while (arrow >= 0) {
    const lineEnd = endOfLine(text, arrow)
    const nextArrow = text.indexOf('-->', lineEnd)
    const textEnd = nextArrow < 0 ? text.length : text.lastIndexOf('\n', nextArrow) + 1
    const lines = linesBetween(text, lineEnd + 1, textEnd, nextArrow < 0 ? 0 : cues.length + 2, scratch)
    for (const line of lines) if (startsLikeTime(line) && isLooseTiming(line)) suspect = true
    const cue = readCue(text, lineStart, arrow, lineEnd, tagged ? lines.map(withoutTags) : lines, beforeMs)
    cues.push(cue)
    beforeMs = cue.endMs
    arrow = nextArrow
    lineStart = textEnd
  }
  return { cues, suspect, head }
}

/** Cheap enough for every line of a text: the first digit is preceded at most by a sign or a space. */
function startsLikeTime(line: string): boolean {
  const first = line.charCodeAt(0)
  return isDigit(first) || ((first === 0x20 || first === 0x2d) && isDigit(line.charCodeAt(1)))
}

function isDigit(unit: number): boolean {
  return (unit >= 0x30 && unit <= 0x39) || (unit >= 0xff10 && unit <= 0xff19)
}

function readCue(
  text: string,
  lineStart: number,
  arrow: number,
  lineEnd: number,
  lines: string[],
  beforeMs: number,
): Cue {
  if (arrow === lineStart + 13) {
    const startMs = strictTimestamp(text, lineStart)
    const endMs = strictTimestamp(text, arrow + 4)
    if (startMs >= 0 && endMs >= 0) return { startMs, endMs, lines, sentenceIds: NONE, flags: NONE }
  }
  const startMs = readTimestamp(text.slice(lineStart, arrow).replace(/^\uFEFF/, ''))
  const endMs = readTimestamp(/^\s*[\d:., ]+/.exec(text.slice(arrow + 3, lineEnd).normalize('NFKC'))?.[0] ?? '')
  const start = startMs ?? beforeMs
  const flags = startMs === undefined || endMs === undefined ? UNREADABLE : NONE
  return { startMs: start, endMs: endMs ?? start, lines, sentenceIds: NONE, flags }
}

function endOfLine(text: string, from: number): number {
  const at = text.indexOf('\n', from)
  return at < 0 ? text.length : at
}

/**
 * The text lines between two timing lines, without blank lines and without the index of the next cue. `nextIndex` is the
 * expected index, 0 if no cue follows. Lines are collected in `scratch` and copied, so that a cue's own array has no
 * spare capacity.
 */
function linesBetween(text: string, from: number, to: number, nextIndex: number, scratch: string[]): string[] {
  let count = 0
  let blankBeforeLast = false
  let blankAfterLast = false
  for (let at = from; at < to; ) {
    const newline = endOfLine(text, at)
    const end = newline > at && text.charCodeAt(newline - 1) === CARRIAGE_RETURN ? newline - 1 : newline
    if (end === at || isBlank(text, at, end)) blankAfterLast = true
    else {
      blankBeforeLast = blankAfterLast
      blankAfterLast = false
      // The index is directly above the times; above a stray blank line, only the expected number is an index.
      if (newline + 1 === to && nextIndex > 0 && isNumber(text, at, end)) break
      scratch[count] = text.slice(at, end)
      count += 1
    }
    at = newline + 1
  }
  const overBlank = nextIndex > 0 && blankAfterLast && blankBeforeLast && count > 0
  if (overBlank && scratch[count - 1]?.trim() === String(nextIndex)) count -= 1
  return scratch.slice(0, count)
}

function isNumber(text: string, from: number, to: number): boolean {
  for (let i = from; i < to; i += 1) {
    const unit = text.charCodeAt(i)
    if (unit < 48 || unit > 57) return /^\s*-?\d+\s*$/.test(text.slice(from, to))
  }
  return true
}

function isBlank(text: string, from: number, to: number): boolean {
  const first = text.charCodeAt(from)
  if ((first > 0x20 && first < 0x7f) || (first >= 0xac00 && first <= 0xd7a3)) return false
  return text.slice(from, to).trim() === ''
}

function withoutTags(line: string): string {
  return line.replace(TAG, '')
}
