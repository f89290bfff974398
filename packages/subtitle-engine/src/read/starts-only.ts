import { readTimestamp } from '../format/timestamp.ts'
import { isSpeakerName } from './names.ts'
import type { Note, Piece, RawCue } from './source.ts'

/** A cue without a stated end ends with the next one, and at most after this time. */
const LONGEST_MS = 8000
/** Shortest time of the last cue, which no other cue ends. */
const LAST_MS = 3000

const TAG_LINE = /^\s{0,9}\[([a-z]{2,12}):([^\]]{0,200})\]\s*$/i
const TIME_TAGS = /^(?:\s{0,9}\[\d{1,4}(?::\d{1,2}){1,2}(?:[.:]\d{1,3})?\]){1,30}/
const TIME_TAG = /\[(\d{1,4}(?::\d{1,2}){1,2}(?:[.:]\d{1,3})?)\]/g
const WORD_TAG = /<(\d{1,4}:\d{1,2}(?:[.:]\d{1,3})?)>/g
/** Hundredths after a colon, as some programs write them: a part over 59 cannot be seconds. */
const HUNDREDTHS = /\[\d{1,4}:\d{1,2}:[6-9]\d\]/

interface Start {
  startMs: number
  pieces: Piece[]
  line: number
}

/**
 * Reads LRC: lines with the time at which they begin, several if they repeat, and words with theirs (`<00:01.20>`).
 * Undefined if more than a quarter of the lines have another form.
 */
export function readLrc(source: string): { cues: RawCue[]; notes: Note[] } | undefined {
  const cues: Start[] = []
  const notes: Note[] = []
  const hasHundredths = HUNDREDTHS.test(source)
  const timeOf = (time: string) => readTimestamp(hasHundredths ? time.replace(/^(\d+:\d+):(\d+)$/, '$1.$2') : time) ?? 0
  let shiftMs = 0
  for (const [i, row] of source.split(/\r\n|\n|\r/).entries()) {
    const [, name, value = ''] = TAG_LINE.exec(row) ?? []
    if (name?.toLowerCase() === 'offset') shiftMs = Number.parseInt(value, 10) || 0
    const times = TIME_TAGS.exec(row)?.[0]
    if (times === undefined) {
      if (name === undefined && row.trim() !== '') notes.push({ kind: 'comment', line: i + 1, text: row.trim() })
      continue
    }
    const pieces = wordPieces(row.slice(times.length), timeOf)
    for (const [, time = ''] of times.matchAll(TIME_TAG))
      cues.push({ startMs: Math.max(0, timeOf(time) - shiftMs), pieces, line: i + 1 })
  }
  if (notes.length * 3 > cues.length) return undefined
  return { cues: withEnds(cues.sort((a, b) => a.startMs - b.startMs)), notes }
}

function wordPieces(text: string, timeOf: (time: string) => number): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  let startMs: number | undefined
  for (const { 0: tag, 1: time = '', index } of text.matchAll(WORD_TAG)) {
    if (index > from) pieces.push({ text: text.slice(from, index), startMs })
    startMs = timeOf(time)
    from = index + tag.length
  }
  pieces.push({ text: text.slice(from), startMs })
  return pieces
}

const AT = String.raw`(?<at>\d{1,2}:\d\d(?::\d\d)?(?:[.,]\d{1,3})?)`
const NAME = String.raw`(?<name>[^\d\s:\[\]()*][^:\[\]*]{0,60}?)`
/** Lines that state who begins to speak and when, as programs for meetings and transcripts write them. */
const HEADS = [
  // `[Anna Berg] 10:01:12`
  new RegExp(String.raw`^\[(?<name>[^\]]{1,60})\]\s{1,9}${AT}\s*$`),
  // `Anna Berg   0:03`, `Anna Berg (00:03):`, `Anna Berg - 00:03`
  new RegExp(String.raw`^${NAME}(?:\s{1,9}[-–—])?\s{1,40}\(?${AT}\)?:?\s*$`),
  // `Anna Berg: [00:03] Good morning`
  new RegExp(String.raw`^\*{0,2}${NAME}:\*{0,2}\s{1,9}\[${AT}\]\s(?<text>.+)$`),
  // `0:03`, `0:03 Anna Berg`, `(0:03) Anna Berg: Good morning`, `0:03 Good morning`
  new RegExp(String.raw`^[[(]?${AT}[\])]?(?:\s{1,9}(?:From )?${NAME} ?:(?=\s|$))?(?:\s{1,9}(?<text>\S.*))?$`),
]
/** Text that programs add to what was said. */
const ADDED =
  /^(?:Transcribed by https?:\/\/otter\.ai|clovanote\.naver\.com|.{1,60} (?:started|stopped) transcription|(?:\d{1,3} ?(?:(?:hour|minute|second)s?|시간|분|초),? ?){1,3})\s*$/

/**
 * Reads transcripts that state only when each speaker begins, as meeting programs save them. Times of day
 * count from the first one. Undefined if fewer than two lines have that form, or if their times do not rise.
 */
export function readMeeting(source: string): { cues: RawCue[]; notes: Note[] } | undefined {
  const cues: Start[] = []
  const notes: Note[] = []
  const rows = source.split(/\r\n|\n|\r/)
  for (const [i, row] of rows.entries()) {
    const head = row.length > 4000 ? undefined : headOf(row, rows[i + 1] ?? '')
    const last = cues.at(-1)
    if (head) cues.push({ startMs: head.startMs, pieces: [{ text: head.text, speaker: head.speaker }], line: i + 1 })
    else if (last && !ADDED.test(row)) last.pieces.push({ text: `\n${row}`, speaker: last.pieces[0]?.speaker })
    else if (row.trim() !== '') notes.push({ kind: 'comment', line: i + 1, text: row.trim() })
  }
  const first = cues[0]?.startMs ?? 0
  if (cues.length < 2 || cues.some(({ startMs }, n) => startMs < (cues[n - 1]?.startMs ?? 0))) return undefined
  const isTimeOfDay = first >= 3_600_000
  return {
    cues: withEnds(cues.map(cue => ({ ...cue, startMs: isTimeOfDay ? cue.startMs - first : cue.startMs }))),
    notes,
  }
}

function headOf(
  row: string,
  below: string,
): { startMs: number; speaker: string | undefined; text: string } | undefined {
  const found = HEADS.map(pattern => pattern.exec(row)?.groups).find(groups => groups !== undefined)
  if (!found) return undefined
  const { at = '', name, text: said = '' } = found
  const text = said.replace(/^[-–—] /, '')
  const startMs = readTimestamp(at) ?? 0
  const isName = name === undefined && below.trim() !== '' && !/^[[(]?\d/.test(below) && isSpeakerName(text.trim())
  return isName ? { startMs, speaker: text.trim(), text: '' } : { startMs, speaker: name?.trim(), text }
}

function withEnds(cues: readonly Start[]): RawCue[] {
  return cues.map((cue, i) => {
    const nextMs = cues.slice(i + 1, i + 40).find(({ startMs }) => startMs > cue.startMs)?.startMs
    const endMs = Math.min(nextMs ?? cue.startMs + LAST_MS, cue.startMs + LONGEST_MS)
    return { ...cue, endMs, isTimed: true }
  })
}
