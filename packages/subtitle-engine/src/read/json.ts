import { transcriptFromAmazon } from '../transcript/transcript.ts'
import type { Dialect, Piece, RawCue } from './source.ts'

/** Words without cues become cues of at most six seconds, which end at a pause, a full stop or another speaker. */
const CUE_PAUSE_MS = 700
const CUE_MS = 6000
/** Times are milliseconds if, read as seconds, the average segment would last longer than this. */
const LONGEST_SECONDS = 60

/**
 * Paths to the lists of segments or words: of Whisper (openai, faster-whisper, whisperX, whisper.cpp, transformers) and services
 * that export transcripts.
 */
const LISTS: readonly (readonly string[])[] = [
  ['segments'],
  ['result', 'segments'],
  ['transcription'],
  ['speakers'],
  ['chunks'],
  ['utterances'],
  ['results', 'utterances'],
  ['results', 'channels', '0', 'alternatives', '0', 'words'],
  ['monologues'],
  ['words'],
  [],
]
/** Fields by the names that those programs give them; a path where one is inside another. */
const START = ['start', 'offsets.from', 'timestamp.0', 'ts', '0']
const END = ['end', 'offsets.to', 'timestamp.1', 'end_ts', '1']
const TEXT = ['text', 'punctuated_word', 'word', 'value', '2']
const SPEAKER = ['speaker.name', 'speaker.label', 'speaker']
const WORDS = ['words', 'tokens', 'elements']

interface Said {
  text: string
  start: number | undefined
  end: number | undefined
  speaker: string | undefined
  words: readonly Said[]
}

/**
 * Reads a transcript in JSON, or in one JSON a line: YouTube's json3, Amazon Transcribe, Whisper, and what has the same
 * fields. Undefined for any other JSON.
 */
export function readJson(source: string): { dialect: Dialect; cues: RawCue[] } | undefined {
  const json =
    parse(source) ??
    parse(
      `[${source
        .trim()
        .split(/[\r\n]+/)
        .join(',')}]`,
    )
  const events = list(at(json, 'events'))
  if (events) return { dialect: 'json3', cues: events.flatMap(json3Cue) }
  if (list(at(json, 'results.items'))) return { dialect: 'amazon', cues: cuesOfWords(transcriptFromAmazon(json).words) }
  const found = LISTS.map(path => list(path.length === 0 ? json : at(json, path.join('.')))).find(each => each?.length)
  if (!found) return undefined
  const said = found.map(readSaid)
  // Rev's monologues have only words.
  const all = said.every(({ text }) => text === '') ? said.flatMap(({ words }) => words) : said
  if (all.every(({ start }) => start === undefined)) return undefined
  const scale = scaleOf(all)
  const isOfWords = all.every(({ text }) => !/\S\s+\S/.test(text))
  if (isOfWords) return { dialect: 'whisper', cues: cuesOfWords(all.map(word => pieceOf(word, scale))) }
  return { dialect: 'whisper', cues: all.flatMap((each, i) => cueOf(each, i, scale)) }
}

/** An event of json3; those without text only set windows and pens. Offsets are the times of words. */
function json3Cue(event: unknown, i: number): RawCue[] {
  const startMs = number(at(event, 'tStartMs'))
  const segments = list(at(event, 'segs'))
  if (!segments) return []
  const from = Math.max(0, Math.round(startMs ?? 0))
  const offsets = segments.map(segment => number(at(segment, 'tOffsetMs')) ?? 0)
  const isWordLevel = offsets.some(offset => offset > 0)
  const pieces = segments.flatMap((segment, n): Piece[] => {
    const said = at(segment, 'utf8')
    return typeof said === 'string' ? [{ text: said, startMs: isWordLevel ? from + (offsets[n] ?? 0) : undefined }] : []
  })
  const endMs = from + Math.max(0, Math.round(number(at(event, 'dDurationMs')) ?? 0))
  return [{ startMs: from, endMs, pieces, line: i + 1, isTimed: startMs !== undefined }]
}

function readSaid(value: unknown): Said {
  const first = (paths: readonly string[]) => paths.map(path => at(value, path)).find(each => each !== undefined)
  const start = number(first(START))
  const duration = number(at(value, 'duration'))
  const speaker = speakerOf(first(SPEAKER))
  return {
    text: String(first(TEXT) ?? ''),
    start,
    end: number(first(END)) ?? (start === undefined || duration === undefined ? undefined : start + duration),
    speaker,
    words: (list(first(WORDS)) ?? []).map(readSaid).map(word => ({ ...word, speaker: word.speaker ?? speaker })),
  }
}

/** The speaker's name, or the transcriber's number for it. whisper.cpp writes `?` for an unknown one. */
function speakerOf(value: unknown): string | undefined {
  if (typeof value === 'string' && value.trim() !== '' && value !== '?')
    return /^\d+$/.test(value) ? `spk_${value}` : value
  return typeof value === 'number' ? `spk_${value}` : undefined
}

/** Milliseconds per unit of the times. */
export function scaleOf(spans: readonly { start?: number | undefined; end?: number | undefined }[]): 1 | 1000 {
  const known = spans.flatMap(({ start, end }) => (start === undefined || end === undefined ? [] : [end - start]))
  return known.reduce((sum, each) => sum + each, 0) > known.length * LONGEST_SECONDS ? 1 : 1000
}

function cueOf({ text, start, end, speaker, words }: Said, i: number, scale: number): RawCue[] {
  if (text.trim() === '') return []
  const own = words.filter(word => !/^\[_.*\]$/.test(word.text)).map(word => pieceOf(word, scale))
  // Whisper writes a space before each word, or some tokens; others write none.
  if (!own.some(piece => /^\s/.test(piece.text))) for (const piece of own) piece.text = ` ${piece.text}`
  // Words whose letters differ from the segment's text are ignored.
  const isSame = letters(own.map(piece => piece.text).join('')) === letters(text)
  const startMs = Math.round((start ?? 0) * scale)
  const endMs = end === undefined ? Number.POSITIVE_INFINITY : Math.round(end * scale)
  return [{ startMs, endMs, pieces: isSame ? own : [{ text, speaker }], line: i + 1, isTimed: start !== undefined }]
}

const letters = (text: string) => text.replace(/\s+/g, '')

function pieceOf({ text, start, end, speaker }: Said, scale: number): Piece {
  const ms = (time: number | undefined) => (time === undefined ? undefined : Math.round(time * scale))
  return { text, startMs: ms(start), endMs: ms(end), speaker }
}

function cuesOfWords(words: readonly (Piece & { after?: string })[]): RawCue[] {
  const cues: (RawCue & { pieces: Piece[] })[] = []
  for (const word of words) {
    const last = cues.at(-1)
    const before = last?.pieces.at(-1)
    const startMs = word.startMs ?? last?.endMs ?? 0
    const endMs = word.endMs ?? startMs
    const piece = { ...word, text: `${word.text}${word.after ?? ''} ` }
    const isNew =
      !last ||
      before?.speaker !== word.speaker ||
      /[.?!]\s*$/.test(before?.text ?? '') ||
      startMs - last.endMs > CUE_PAUSE_MS ||
      endMs - last.startMs > CUE_MS
    if (isNew) cues.push({ startMs, endMs, pieces: [piece], line: cues.length + 1, isTimed: true })
    else {
      last.pieces.push(piece)
      last.endMs = Math.max(last.endMs, endMs)
    }
  }
  return cues
}

function parse(source: string): unknown {
  try {
    return JSON.parse(source)
  } catch {
    return undefined
  }
}

/** The value at a path such as `offsets.from`; undefined if there is none. */
function at(value: unknown, path: string): unknown {
  let found: unknown = value
  for (const name of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined
    found = Reflect.get(found, name)
  }
  return found ?? undefined
}

function list(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : undefined
}

function number(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}
