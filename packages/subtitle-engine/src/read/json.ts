import { transcriptFromAmazon } from '../transcript/transcript.ts'
import type { Dialect, Piece, RawCue } from './source.ts'

type Fields = Readonly<Record<string, unknown>>

/** A line that is at least this much later than its cue's last word opens no new cue; Amazon's words have no cues. */
const CUE_PAUSE_MS = 700
const CUE_MS = 6000

/**
 * Reads a transcript in JSON: YouTube's json3, Amazon Transcribe, or Whisper as openai-whisper, faster-whisper,
 * whisper.cpp and whisperX write it. Undefined for any other JSON.
 */
export function readJson(source: string): { dialect: Dialect; cues: RawCue[] } | undefined {
  let json: unknown
  try {
    json = JSON.parse(source)
  } catch {
    return undefined
  }
  const events = list(json, 'events')
  if (events) return { dialect: 'json3', cues: events.flatMap(json3Cue) }
  const results = field(json, 'results')
  if (list(results, 'items')) return { dialect: 'amazon', cues: amazonCues(json) }
  const spoken = list(json, 'transcription')
  if (spoken) return { dialect: 'whisper', cues: spoken.flatMap(whisperCppCue) }
  const segments =
    list(json, 'segments') ?? list(field(json, 'result'), 'segments') ?? (Array.isArray(json) ? json : undefined)
  const cues = segments?.flatMap(whisperCue) ?? []
  return cues.length > 0 || list(json, 'segments') ? { dialect: 'whisper', cues } : undefined
}

/** An event of json3; those without text only set windows and pens. Offsets are the times of words. */
function json3Cue(event: unknown, i: number): RawCue[] {
  const startMs = number(event, 'tStartMs')
  const segments = list(event, 'segs')
  if (!segments) return []
  const from = Math.max(0, Math.round(startMs ?? 0))
  const isWordLevel = segments.some(segment => (number(segment, 'tOffsetMs') ?? 0) > 0)
  const pieces = segments.flatMap((segment): Piece[] => {
    const said = text(segment, 'utf8')
    const offset = number(segment, 'tOffsetMs') ?? 0
    return said === undefined ? [] : [{ text: said, startMs: isWordLevel ? from + offset : undefined }]
  })
  const endMs = from + Math.max(0, Math.round(number(event, 'dDurationMs') ?? 0))
  return [{ startMs: from, endMs, pieces, line: i + 1, isTimed: startMs !== undefined }]
}

/** The words of Amazon Transcribe, at most six seconds a cue, which ends at a pause, a full stop or another speaker. */
function amazonCues(json: unknown): RawCue[] {
  const cues: (RawCue & { pieces: Piece[] })[] = []
  for (const word of transcriptFromAmazon(json).words) {
    const last = cues.at(-1)
    const before = last?.pieces.at(-1)
    const isNew =
      !last ||
      before?.speaker !== word.speaker ||
      /[.?!]\s*$/.test(before?.text ?? '') ||
      word.startMs - last.endMs > CUE_PAUSE_MS ||
      word.endMs - last.startMs > CUE_MS
    const piece = { ...word, text: `${word.text}${word.after} ` }
    if (isNew)
      cues.push({ startMs: word.startMs, endMs: word.endMs, pieces: [piece], line: cues.length + 1, isTimed: true })
    else {
      last.pieces.push(piece)
      last.endMs = Math.max(last.endMs, word.endMs)
    }
  }
  return cues
}

/** A segment with times in seconds; whisperX adds speakers, and its words have no spaces around them. */
function whisperCue(segment: unknown, i: number): RawCue[] {
  const [start, end] = [seconds(segment, 'start'), seconds(segment, 'end')]
  const said = text(segment, 'text')
  if (said === undefined) return []
  const speaker = text(segment, 'speaker')
  const words = (list(segment, 'words') ?? []).flatMap((word): Piece[] => {
    const spelled = text(word, 'word') ?? text(word, 'text')
    if (spelled === undefined) return []
    const own = text(word, 'speaker') ?? speaker
    const spaced = /^\s/.test(spelled) ? spelled : ` ${spelled}`
    return [{ text: spaced, startMs: seconds(word, 'start'), endMs: seconds(word, 'end'), speaker: own }]
  })
  const letters = (pieces: readonly Piece[]) =>
    pieces
      .map(piece => piece.text)
      .join('')
      .replace(/\s+/g, '')
  // Words that say something else than the segment are not its words.
  const pieces = letters(words) === letters([{ text: said }]) ? words : [{ text: said, speaker }]
  const startMs = start ?? 0
  return [{ startMs, endMs: end ?? startMs, pieces, line: i + 1, isTimed: start !== undefined && end !== undefined }]
}

function whisperCppCue(segment: unknown, i: number): RawCue[] {
  const said = text(segment, 'text')
  if (said === undefined) return []
  const offsets = field(segment, 'offsets')
  const [from, to] = [number(offsets, 'from'), number(offsets, 'to')]
  const turn = text(segment, 'speaker')
  const pieces = [{ text: said, speaker: turn === undefined || turn === '?' ? undefined : `turn-${turn}` }]
  const startMs = from ?? 0
  return [{ startMs, endMs: to ?? startMs, pieces, line: i + 1, isTimed: from !== undefined && to !== undefined }]
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}

function field(value: unknown, name: string): unknown {
  return isFields(value) ? value[name] : undefined
}

function list(value: unknown, name: string): readonly unknown[] | undefined {
  const found = field(value, name)
  return Array.isArray(found) ? found : undefined
}

function text(value: unknown, name: string): string | undefined {
  const found = field(value, name)
  return typeof found === 'string' ? found : undefined
}

function number(value: unknown, name: string): number | undefined {
  const found = field(value, name)
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined
}

function seconds(value: unknown, name: string): number | undefined {
  const found = number(value, name)
  return found === undefined ? undefined : Math.round(found * 1000)
}
