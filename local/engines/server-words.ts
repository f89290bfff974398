import * as z from 'zod'
import { type SpokenWord, UNDETERMINED } from './engine.ts'

const seconds = z.number().min(0).max(1e6)
const timedWord = z.looseObject({
  word: z.string().max(200).optional(),
  text: z.string().max(200).optional(),
  start: seconds,
  end: seconds,
  probability: z.number().optional().catch(undefined),
})
/** Words that have a time; the others are dropped. */
const words = z
  .array(timedWord.optional().catch(undefined))
  .max(100_000)
  .transform(all => all.filter(word => word !== undefined))
  .catch([])
const segment = z.looseObject({
  text: z.string().max(20_000).catch(''),
  start: seconds,
  end: seconds,
  avg_logprob: z.number().optional().catch(undefined),
  no_speech_prob: z.number().min(0).max(1).catch(0),
  words,
})

/** The `verbose_json` of OpenAI's `/v1/audio/transcriptions`, as various servers write it. */
export const verboseTranscription = z.looseObject({
  text: z.string().max(200_000).catch(''),
  language: z.string().max(40).optional().catch(undefined),
  words,
  segments: z.array(segment).max(20_000).catch([]),
})
export type VerboseTranscription = z.infer<typeof verboseTranscription>

/** A piece of a word with its time in seconds. */
interface Piece {
  text: string
  start: number
  end: number
  confidence: number
}

/** Confidence of words for which the server states none. */
const UNKNOWN_CONFIDENCE = 0.9
const AFTER = /(?<![.,?!;:…])[.,?!;:…]+["'”’)\]]*$/

/**
 * Returns the words of a transcription. Servers list words with or without punctuation, some in pieces (`o`, `'clock`); the
 * text is always whole, so the pieces are aligned with its words. A piece that matches no word of the text becomes a word.
 * @param offsetMs start of the sound in the media
 */
export function wordsOfTranscription(transcription: VerboseTranscription, offsetMs: number): SpokenWord[] {
  const pieces = piecesOf(transcription)
  const text = transcription.text.trim() || transcription.segments.map(each => each.text).join(' ')
  return alignPieces(pieces, text.split(/\s+/).filter(Boolean)).map(({ text: written, start, end, confidence }) => {
    const after = AFTER.exec(written)?.[0] ?? ''
    const bare = after.length < written.length ? written.slice(0, written.length - after.length) : written
    const startMs = offsetMs + Math.round(start * 1000)
    return {
      text: bare,
      after: bare === written ? '' : after,
      startMs,
      endMs: Math.max(startMs, offsetMs + Math.round(end * 1000)),
      confidence: Math.min(1, Math.max(0, confidence)),
    }
  })
}

function piecesOf({ words: top, segments }: VerboseTranscription): Piece[] {
  // For text that it repeats from an earlier segment, Whisper reports high confidence, but also a high chance of no
  // speech.
  const confidenceAt = (time: number) => {
    const { avg_logprob: log, no_speech_prob: silent = 0 } =
      segments.find(({ start, end }) => time >= start && time <= end) ?? {}
    return (log === undefined ? UNKNOWN_CONFIDENCE : Math.exp(Math.min(0, log))) * (1 - silent)
  }
  const listed = top.length > 0 ? top : segments.flatMap(each => each.words)
  if (listed.length === 0) return segments.flatMap(each => spreadWords(each, confidenceAt(each.start)))
  return listed.flatMap(({ word, text = '', start, end, probability }) => {
    const written = (word ?? text).trim()
    // Punctuation comes from the text.
    return letters(written) === ''
      ? []
      : [{ text: written, start, end, confidence: probability ?? confidenceAt(start) }]
  })
}

/** The words of a segment without word times, spread over it by their letters. */
function spreadWords({ text, start, end }: z.infer<typeof segment>, confidence: number): Piece[] {
  const all = text.split(/\s+/).filter(Boolean)
  const letters = all.reduce((sum, word) => sum + word.length + 1, 0)
  let said = 0
  return all.map(word => {
    const from = said
    said += word.length + 1
    const at = (count: number) => start + ((end - start) * count) / letters
    return { text: word, start: at(from), end: at(said), confidence }
  })
}

/** Most pieces that are skipped to find the next match. */
const REACH = 6

/** Gives each word of the text the time of its pieces. Both lists are in order and differ in a few words at most. */
function alignPieces(pieces: readonly Piece[], written: readonly string[]): Piece[] {
  const found: Piece[] = []
  let at = 0
  for (const word of written) {
    const whole = letters(word)
    if (whole === '') {
      const last = found.at(-1)
      if (last) last.text += word
      continue
    }
    const match = findPieces(pieces, at, whole)
    if (!match) continue
    found.push(...pieces.slice(at, match.from))
    const own = pieces.slice(match.from, match.to)
    const [first, last] = [own[0], own.at(-1)]
    if (!first || !last) continue
    const confidence = Math.min(...own.map(piece => piece.confidence))
    found.push({ text: word, start: first.start, end: last.end, confidence })
    at = match.to
  }
  return [...found, ...pieces.slice(at)]
}

/** Finds the next pieces that together spell this word. */
function findPieces(pieces: readonly Piece[], from: number, word: string): { from: number; to: number } | undefined {
  for (let start = from; start < Math.min(pieces.length, from + REACH); start += 1) {
    let joined = ''
    for (let end = start; end < pieces.length && joined.length < word.length; end += 1) {
      joined += letters(pieces[end]?.text ?? '')
      if (joined === word) return { from: start, to: end + 1 }
    }
  }
  return undefined
}

function letters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}%$€£&@#+]+/gu, '')
}

/** Amazon's codes of the most frequent languages, by the names and codes that servers use. */
const LANGUAGES: Readonly<Record<string, string>> = {
  english: 'en-US',
  en: 'en-US',
  korean: 'ko-KR',
  ko: 'ko-KR',
  japanese: 'ja-JP',
  ja: 'ja-JP',
  chinese: 'zh-CN',
  zh: 'zh-CN',
  spanish: 'es-ES',
  es: 'es-ES',
}

/** Amazon's code of the language that has most words; undefined if the server states none. */
export function mainLanguage(counts: ReadonlyMap<string, number>): string | undefined {
  const [most] = [...counts].sort(([, a], [, b]) => b - a)
  return most && (LANGUAGES[most[0].toLowerCase()] ?? UNDETERMINED)
}
