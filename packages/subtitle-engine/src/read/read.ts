import { USUAL_FRAME_RATE } from '../format/timestamp.ts'
import { SubtitleError } from '../types.ts'
import { readAss } from './ass.ts'
import { decodeText } from './decode.ts'
import { findKind } from './file-kinds.ts'
import { readJson } from './json.ts'
import { linesOf } from './lines.ts'
import { readMarkup, SRT, VTT } from './markup.ts'
import { withoutRepetitions } from './repetitions.ts'
import { readSami } from './sami.ts'
import type { Dialect, Note, RawCue, ReadSubtitle, SourceCue } from './source.ts'
import { withSpeakers } from './speakers.ts'
import { readLrc, readMeeting } from './starts-only.ts'
import { readTable } from './table.ts'
import { readTimedLines } from './timed-lines.ts'
import { withTracks } from './tracks.ts'
import { readVttPlaces } from './vtt-places.ts'
import { readTtml, readYoutubeXml } from './xml.ts'

/** A longer run of combining marks is divided, as Unicode's Stream-Safe Text Format does: normalizing it is quadratic. */
const MARKS = /\p{M}{30}/gu
const GRAPHEME_JOINER = '\u034f'
/** A cue without a stated end ends with the next one, and at most after this time. */
const OPEN_END_MS = 5000

/** `1 "Anna Berg" (3456)` above the times: Webex names the speaker in the cue's identifier. */
const WEBEX = /^\d{1,6} "([^"\r\n]{1,60})" \(\d{0,20}\)\r?\n([^\r\n]{1,99})(?=\r?$)\r?\n/gm

interface Found {
  dialect: Dialect
  cues: RawCue[]
  notes: Note[]
}

/**
 * Reads a subtitle or transcript file of any dialect: its text, cues, times of words, places and speakers, each word
 * once. `notes` has everything that was left out or assumed.
 *
 * @param source the bytes of a file, or its text if they are decoded already
 * @param language the language to read of a file with two
 * @throws {SubtitleError} SUBTITLE_UNREADABLE for a file that is not text, SUBTITLE_EMPTY, SUBTITLE_NO_TIMES; `found`
 *   names what the file is
 */
export function readSubtitle(source: Uint8Array | string, language: 'en' | 'ko'): ReadSubtitle {
  const decoded = decodeText(source)
  const kind = typeof source === 'string' ? undefined : findKind(source)
  if (!decoded || kind) throw new SubtitleError('SUBTITLE_UNREADABLE', 'The file is no text.', { found: kind })
  const text = normalized(decoded.text)
  if (text.trim() === '') throw new SubtitleError('SUBTITLE_EMPTY', 'The file is empty.')
  const { dialect, cues: raw, notes } = readDialect(text, language)
  if (raw.every(({ isTimed }) => !isTimed))
    throw new SubtitleError('SUBTITLE_NO_TIMES', 'No time can be read.', {
      found: raw.length > 0 ? dialect : (findKind(text) ?? dialect),
    })
  if (decoded.broken > 0) notes.push({ kind: 'broken', line: 1, text: String(decoded.broken) })
  const cues = withTracks(withSpeakers(withoutRepetitions(inOrder(raw, notes), notes), notes))
  return { dialect, encoding: decoded.encoding, text: decoded.text, cues, notes: notes.sort((a, b) => a.line - b.line) }
}

/** Composed syllables and letters, without byte order marks, which joined files also have inside. */
function normalized(text: string): string {
  return text.replaceAll('\uFEFF', '').replace(MARKS, `$&${GRAPHEME_JOINER}`).normalize('NFC')
}

function readDialect(text: string, language: 'en' | 'ko'): Found {
  const start = text.trimStart().slice(0, 4000)
  if (/^WEBVTT(?=\s|$)/.test(start)) return readBlocks(text.replace(WEBEX, '\n$2\n<v $1>'), 'vtt')
  if (/^\[Script Info\]/im.test(start) || /^\[Events\]/im.test(start) || /^Dialogue:/m.test(start))
    return { dialect: 'ass', ...readAss(text) }
  if (/^<\?xml|^<(?:\w+:)?(?:tt|timedtext|transcript)[\s>]/i.test(start)) {
    if (/<timedtext[\s>]|<transcript[\s>]/i.test(start)) return { dialect: 'srv3', ...readYoutubeXml(text) }
    return { dialect: 'ttml', ...readTtml(text) }
  }
  if (/<SAMI[\s>]|<SYNC\s/i.test(start)) return { dialect: 'sami', ...readSami(text, language) }
  if (
    /^\s{0,9}\[(?:\d{1,4}(?::\d{1,2}){1,2}(?:[.:]\d{1,3})?|(?:ti|ar|al|by|offset|length|re|ve):[^\]]{0,200})\]/im.test(
      start,
    )
  ) {
    const lrc = readLrc(text)
    if (lrc) return { dialect: 'lrc', ...lrc }
  }
  if (/^[[{]/.test(start)) {
    const json = readJson(text)
    if (json) return { ...json, notes: [] }
  }
  const blocks = readBlocks(text, 'srt')
  if (blocks.cues.some(({ isTimed }) => isTimed)) return blocks
  const table = readTable(text, USUAL_FRAME_RATE)
  if (table) return { dialect: 'table', cues: table, notes: [] }
  const meeting = readMeeting(text)
  return meeting ? { dialect: 'meeting', ...meeting } : blocks
}

const SBV = /^\d{1,2}:\d\d:\d\d\.\d{3},\d{1,2}:\d\d:\d\d\.\d{3}\s*$/m

function readBlocks(text: string, dialect: 'srt' | 'vtt'): Found {
  const isVtt = dialect === 'vtt'
  const { cues, untimed, skipped, frameRate } = readTimedLines(text, isVtt)
  const notes: Note[] = untimed.map(note => ({ kind: 'untimed', ...note }))
  for (const { line, text: comment } of skipped) {
    if (!isVtt) notes.push({ kind: 'comment', line, text: comment.trim() })
    else if (comment.startsWith('NOTE') && comment.trim() !== 'NOTE')
      notes.push({ kind: 'comment', line, text: comment.slice(4).trim() })
  }
  if (frameRate !== undefined)
    notes.push({ kind: 'frames', line: cues[0]?.line ?? 1, text: String(frameRate ?? USUAL_FRAME_RATE) })
  const placeOf = isVtt ? readVttPlaces(skipped.map(({ text: row }) => row)) : () => undefined
  const raw = cues.map(({ lines, settings, ...cue }): RawCue => {
    const { pieces, place, notes: found } = readMarkup(lines.join('\n'), isVtt ? VTT : SRT, cue.startMs)
    for (const note of found) notes.push({ ...note, line: cue.line })
    return { ...cue, pieces, place: place ?? placeOf(settings) }
  })
  return { dialect: !isVtt && SBV.test(text.slice(0, 4000)) ? 'sbv' : dialect, cues: raw, notes }
}

/** Cues with words, by their starts, with the ends that the file leaves open. */
function inOrder(raw: readonly RawCue[], notes: Note[]): SourceCue[] {
  const cues = raw.flatMap(({ pieces, ...cue }): SourceCue[] => {
    const lines = linesOf(pieces)
    return lines.length === 0 ? [] : [{ ...cue, lines }]
  })
  for (const { isTimed, line, lines } of cues) {
    if (!isTimed) notes.push({ kind: 'untimed', line, text: lines[0]?.words.map(({ text }) => text).join(' ') ?? '' })
  }
  cues.sort((a, b) => a.startMs - b.startMs)
  let nextMs = Number.POSITIVE_INFINITY
  for (let i = cues.length - 1; i >= 0; i -= 1) {
    const cue = cues[i]
    if (!cue) continue
    if (!Number.isFinite(cue.endMs)) cue.endMs = Math.min(nextMs, cue.startMs + OPEN_END_MS)
    if (cue.startMs < nextMs) nextMs = cue.startMs
  }
  return cues
}
