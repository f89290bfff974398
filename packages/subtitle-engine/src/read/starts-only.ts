import { readTimestamp } from '../format/timestamp.ts'
import type { Piece, RawCue } from './source.ts'

/** A cue whose end no one states ends with the next one, and at most after this time. */
const LONGEST_MS = 8000
/** Shortest time of the last cue, which no other ends. */
const LAST_MS = 3000

const TAG_LINE = /^\s{0,9}\[([a-z]{2,12}):([^\]]{0,200})\]\s*$/i
const TIME_TAGS = /^(?:\s{0,9}\[\d{1,4}:\d{1,2}(?:[.:]\d{1,3})?\]){1,30}/
const TIME_TAG = /\[(\d{1,4}:\d{1,2}(?:[.:]\d{1,3})?)\]/g
const WORD_TAG = /<(\d{1,4}:\d{1,2}(?:[.:]\d{1,3})?)>/g

/** Reads LRC: lines with the time at which they begin, several if they repeat, and words with theirs (`<00:01.20>`). */
export function readLrc(source: string): RawCue[] {
  const cues: { startMs: number; pieces: Piece[]; line: number }[] = []
  let shiftMs = 0
  for (const [i, row] of source.split(/\r\n|\n|\r/).entries()) {
    const [, name, value = ''] = TAG_LINE.exec(row) ?? []
    if (name?.toLowerCase() === 'offset') shiftMs = Number.parseInt(value, 10) || 0
    const times = TIME_TAGS.exec(row)?.[0]
    if (times === undefined) continue
    const pieces = wordPieces(row.slice(times.length))
    for (const [, time = ''] of times.matchAll(TIME_TAG))
      cues.push({ startMs: Math.max(0, lrcTime(time) - shiftMs), pieces, line: i + 1 })
  }
  return withEnds(cues.sort((a, b) => a.startMs - b.startMs))
}

/** `mm:ss.xx`; some programs write a colon before the hundredths. */
function lrcTime(time: string): number {
  return readTimestamp(time.replace(/:(\d+)$/, (whole, last: string) => (/:\d+:/.test(time) ? `.${last}` : whole))) ?? 0
}

function wordPieces(text: string): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  let startMs: number | undefined
  for (const { 0: tag, 1: time = '', index } of text.matchAll(WORD_TAG)) {
    if (index > from) pieces.push({ text: text.slice(from, index), startMs })
    startMs = lrcTime(time)
    from = index + tag.length
  }
  pieces.push({ text: text.slice(from), startMs })
  return pieces
}

/** `[Anna Berg] 10:01:12`, `Anna Berg   0:03`, `0:03 Anna Berg`, `Anna Berg (00:03):` above what the person says. */
const HEADS = [
  /^\[([^\]]{1,60})\]\s{1,9}(\d{1,2}:\d\d(?::\d\d)?)\s*$/,
  /^([^\d\s:][^:]{0,60}?)\s{1,40}\(?(\d{1,2}:\d\d(?::\d\d)?)\)?:?\s*$/,
  /^(\d{1,2}:\d\d(?::\d\d)?)\s{1,9}([^\d\s:][^:]{0,60}):?\s*$/,
]
/** `00:00:03 Anna Berg: Good morning` on one line. */
const ONE_LINE = /^\[?(\d{1,2}:\d\d:\d\d|\d{1,2}:\d\d)\]?\s{1,9}([^\d\s:][^:]{0,60}):\s+(\S.*)$/

/**
 * Reads the text that Zoom, Teams and other meetings save: who began to speak when, and what was said. Times of day
 * count from the first one. Undefined if fewer than two lines have that form.
 */
export function readMeeting(source: string): RawCue[] | undefined {
  const cues: { startMs: number; pieces: Piece[]; line: number }[] = []
  for (const [i, row] of source.split(/\r\n|\n|\r/).entries()) {
    const head = headOf(row)
    const last = cues.at(-1)
    if (head) {
      const { startMs, speaker, text } = head
      cues.push({ startMs, pieces: [{ text, speaker }], line: i + 1 })
    } else if (last && row.trim() !== '') last.pieces.push({ text: `\n${row}`, speaker: last.pieces[0]?.speaker })
  }
  if (cues.length < 2 || cues.some(({ startMs }, n) => startMs < (cues[n - 1]?.startMs ?? 0))) return undefined
  const first = cues[0]?.startMs ?? 0
  const isTimeOfDay = first >= 3_600_000
  return withEnds(cues.map(cue => ({ ...cue, startMs: isTimeOfDay ? cue.startMs - first : cue.startMs })))
}

function headOf(row: string): { startMs: number; speaker: string; text: string } | undefined {
  if (row.length > 4000) return undefined
  const [, at, name, text] = ONE_LINE.exec(row) ?? []
  if (at !== undefined && name !== undefined)
    return { startMs: readTimestamp(at) ?? 0, speaker: name.trim(), text: text ?? '' }
  for (const [n, pattern] of HEADS.entries()) {
    const [, one, two] = pattern.exec(row) ?? []
    if (one === undefined || two === undefined) continue
    const [speaker, time] = n === 2 ? [two, one] : [one, two]
    return { startMs: readTimestamp(time) ?? 0, speaker: speaker.trim(), text: '' }
  }
  return undefined
}

function withEnds(cues: readonly { startMs: number; pieces: Piece[]; line: number }[]): RawCue[] {
  return cues.map((cue, i) => {
    const nextMs = cues.slice(i + 1, i + 40).find(({ startMs }) => startMs > cue.startMs)?.startMs
    const endMs = Math.min(nextMs ?? cue.startMs + LAST_MS, cue.startMs + LONGEST_MS)
    return { ...cue, endMs, isTimed: true }
  })
}
