import { SubtitleError } from '../types.ts'

/** A word as the transcriber's file states it, with times in milliseconds, if any. */
export interface RawWord {
  text: string
  startMs: number | undefined
  endMs: number | undefined
  confidence: number
  after: string
  speaker?: string
  /** Channel of the recording, if the transcriber separates several. */
  channel?: string
}

const PLAIN_WORD = /^[A-Za-z0-9'-]*[A-Za-z0-9]$/
const PUNCTUATION_ONLY = /^[\p{P}\p{S}]+$/u
const SPOKEN_SIGN = /^[$€£₩#@&%+*°♪♫<>[\](){}]/u
const TRAILING_PUNCTUATION = /[.,?!;:…]+["'”’)\]]*$/

/** Reads the items of Amazon Transcribe's result and attaches punctuation to the word before it. */
export function transcribedWords(json: unknown): RawWord[] {
  const results = field(typeof json === 'string' ? parsed(json) : json, 'results')
  const items = field(results, 'items')
  if (!Array.isArray(items)) throw new SubtitleError('TRANSCRIPT_UNREADABLE', 'results.items is not a list')
  const speakers = speakersByStart(results)
  const words: RawWord[] = []
  for (const item of items) readItem(item, words, speakers)
  return words
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (cause) {
    throw new SubtitleError('TRANSCRIPT_UNREADABLE', 'the transcript is not JSON', { cause })
  }
}

function readItem(item: unknown, words: RawWord[], speakers: Map<string, string>): void {
  const alternatives = field(item, 'alternatives')
  const best: unknown = Array.isArray(alternatives) ? alternatives[0] : undefined
  const content = field(best, 'content')
  if (typeof content !== 'string') return
  const channel = text(field(item, 'channel_label'))
  const bare = PLAIN_WORD.test(content)
  const raw = bare ? content : content.trim().replace(/\s+/g, ' ')
  if (raw === '') return
  if (!bare && isMark(raw, field(item, 'type') === 'punctuation')) {
    const previous = channel === undefined ? words.at(-1) : words.findLast(word => word.channel === channel)
    if (previous) previous.after += raw
    return
  }
  const start = field(item, 'start_time')
  const tail = bare ? '' : (TRAILING_PUNCTUATION.exec(raw)?.[0] ?? '')
  const speaker =
    text(field(item, 'speaker_label')) ?? channel ?? (speakers.size > 0 ? speakers.get(String(start)) : undefined)
  const word: RawWord = {
    text: tail === '' || tail.length === raw.length ? raw : raw.slice(0, -tail.length),
    startMs: milliseconds(start),
    endMs: milliseconds(field(item, 'end_time')),
    confidence: parseConfidence(field(best, 'confidence')),
    after: tail.length === raw.length ? '' : tail,
  }
  if (speaker !== undefined) word.speaker = speaker
  if (channel !== undefined) word.channel = channel
  words.push(word)
}

/** Speaker labels by start time; older results and results with several channels list them apart from the items. */
function speakersByStart(results: unknown): Map<string, string> {
  const found = new Map<string, string>()
  const segments = field(field(results, 'speaker_labels'), 'segments')
  for (const segment of Array.isArray(segments) ? segments : []) {
    const items = field(segment, 'items')
    for (const item of Array.isArray(items) ? items : []) {
      const label = text(field(item, 'speaker_label')) ?? text(field(segment, 'speaker_label'))
      if (label !== undefined) found.set(String(field(item, 'start_time')), label)
    }
  }
  return found
}

function field(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Text with a letter or digit is a word, whatever its type; a lone sign such as `%` is punctuation only if typed so. */
function isMark(text: string, called: boolean): boolean {
  return PUNCTUATION_ONLY.test(text) && (called || !SPOKEN_SIGN.test(text))
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Converts seconds, a number or text, to whole milliseconds; undefined for anything else. */
function milliseconds(value: unknown): number | undefined {
  if (value === undefined || value === null || value === '') return undefined
  const seconds = Number(value)
  return Number.isFinite(seconds) && seconds >= 0 && seconds < 1e7 ? Math.round(seconds * 1000) : undefined
}

function parseConfidence(value: unknown): number {
  if (value === undefined || value === null || value === '') return 1
  const confidence = Number(value)
  return Number.isFinite(confidence) ? Math.min(1, Math.max(0, confidence)) : 1
}
