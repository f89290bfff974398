import { framesOf, readTiming } from './timing-line.ts'

/** A cue of SRT, WebVTT or SBV with its unchanged lines. */
export interface TimedLines {
  startMs: number
  endMs: number
  lines: string[]
  line: number
  isTimed: boolean
  /** Settings of WebVTT after the times. */
  settings: string
}

export interface TimedFile {
  cues: TimedLines[]
  /** Numbered text without times, with the number of its line. */
  untimed: { line: number; text: string }[]
  /** Lines before the first cue, and in WebVTT its head, comments, styles and regions. */
  skipped: { line: number; text: string }[]
  /** The rate at which times in frames were read; undefined if there are none. */
  frameRate: number | undefined
}

const INDEX = /^\s{0,99}[#-]?[\d０-９]{1,9}[.:)]?\s{0,99}$/
/** `[00:00.000 --> 00:03.000]  It is`, as Whisper and DaVinci Resolve print it. */
const BRACKETED = /^\s{0,9}\[([-\d０-９:：.,;\s–—>]{9,60})\]/
/** Text after the times of SRT that is not part of the cue: coordinates, and settings of WebVTT. */
const SETTINGS = /^(?:\s{0,9}[A-Za-z]{1,15}\d?:[^\s:]{1,60}){0,20}\s{0,99}$/
/** Beginnings of the blocks of WebVTT that are no cues. */
const SKIPPED = /^(?:WEBVTT|NOTE|STYLE|REGION)(?=\s|$)/
/** Usual frame rates. The lowest one above a file's highest frame number is assumed. */
const FRAME_RATES = [24, 25, 30, 50, 60, 120]

/**
 * Reads blocks of times and text tolerantly: with every kind of line end and arrow, missing or negative numbers, dots or full-width
 * signs in times, frames, stray blank lines. A cue with unreadable times starts where the one before it ends. An arrow
 * in a line of speech is speech.
 */
export function readTimedLines(source: string, isVtt: boolean): TimedFile {
  const rows = source.split(/\r\n|\n|\r/)
  const lines = rows.map(row => (row.includes('[') ? row.replace(BRACKETED, '$1') : row))
  const most = lines.reduce((highest, line) => Math.max(highest, framesOf(line) ?? -1), -1)
  const frameRate = most < 0 ? undefined : FRAME_RATES.find(rate => rate > most)
  const cues: TimedLines[] = []
  const skipped: TimedFile['skipped'] = []
  const open = new OpenText()
  let isSkipping = false
  for (const [i, line] of lines.entries()) {
    const isBlank = line === '' || line.trim() === ''
    const timing = isBlank ? undefined : readTiming(line, open.mayBegin(), open.endsWithIndex(), frameRate)
    if (timing) {
      const text = open.close(isVtt, cues.length + 1, false)
      const last = cues.at(-1)
      if (last) last.lines = text
      else if (!isVtt && open.untimed.length === 0) for (const each of text) skipped.push({ line: 1, text: each })
      const startMs = timing.startMs ?? last?.endMs ?? 0
      const isTimed = timing.startMs !== undefined && timing.endMs !== undefined
      cues.push({ startMs, endMs: timing.endMs ?? startMs, lines: [], line: i + 1, settings: timing.rest, isTimed })
      open.reset()
      if (!isVtt && isTimed && !SETTINGS.test(timing.rest)) open.addInLine(timing.rest, i + 1)
      isSkipping = false
    } else if (isBlank) {
      open.addBlank()
      isSkipping = false
    } else {
      isSkipping ||= isVtt && open.mayBegin() && SKIPPED.test(line)
      if (isSkipping) skipped.push({ line: i + 1, text: line })
      else open.add(rows[i] ?? line, i + 1)
    }
  }
  const text = open.close(false, cues.length + 1, true)
  const last = cues.at(-1)
  if (last) last.lines = text
  return { cues, untimed: open.untimed, skipped, frameRate }
}

/** The lines since the last timing line, from which the number or name of the next cue is taken away. */
class OpenText {
  readonly untimed: TimedFile['untimed'] = []
  private lines: { text: string; line: number; isAfterBlank: boolean }[] = []
  private isAfterBlank = true
  private isInLine = false

  reset(): void {
    this.lines = []
    this.isAfterBlank = false
    this.isInLine = false
  }

  /** Adds text on the line of its times. */
  addInLine(text: string, line: number): void {
    this.add(text.replace(/^\s{0,9}[,;\]]/, ''), line)
    this.isInLine = true
  }

  add(text: string, line: number): void {
    this.lines.push({ text, line, isAfterBlank: this.isAfterBlank })
    this.isAfterBlank = false
  }

  addBlank(): void {
    this.isAfterBlank = true
  }

  /** True if a cue may begin on this line. */
  mayBegin(): boolean {
    return this.isAfterBlank || this.isInLine
  }

  /** True directly below a number that begins a block. */
  endsWithIndex(): boolean {
    const last = this.lines.at(-1)
    return last !== undefined && !this.isAfterBlank && INDEX.test(last.text)
  }

  /**
   * Returns the text of the cue that ends here, without the number of the next cue. A number directly above the next times
   * is removed, in WebVTT also any name after a blank line; elsewhere, only the expected number is: between blank lines, or
   * above text without times.
   */
  close(isVtt: boolean, nextIndex: number, isEnd: boolean): string[] {
    const isNext = (text: string) => text.replace(/[\s#.:)]/g, '') === String(nextIndex)
    const last = this.lines.at(-1)
    if (last) {
      const isAbove = !isEnd && !this.isAfterBlank && (INDEX.test(last.text) || (isVtt && last.isAfterBlank))
      const isAlone = (isEnd || this.isAfterBlank) && last.isAfterBlank && this.lines.length > 1 && isNext(last.text)
      if (isAbove || isAlone) this.lines.pop()
    }
    return this.lines.flatMap(({ text, line, isAfterBlank }, i) => {
      const next = this.lines[i + 1]
      const isNumbered = isAfterBlank && next !== undefined && !next.isAfterBlank && INDEX.test(text)
      if (isNumbered && (nextIndex === 1 || isNext(text))) this.untimed.push({ line, text: next.text })
      return isNumbered && isNext(text) ? [] : [text]
    })
  }
}
