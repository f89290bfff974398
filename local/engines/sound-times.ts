import type { SpokenWord } from './engine.ts'
import { type Span, speechSpans } from './voice-activity.ts'

/**
 * The edge of a word is moved to the word's sound if it is at least this far from it. Soft consonants seem silent for
 * less time than this.
 */
const OFF_MS = 150
/** Sound up to this far from a word may still belong to it. */
const NEAR_MS = 200
/** Words at most this far apart have no pause between them. */
const TOUCHING_MS = 100
/** Shortest duration of a word. */
const SHORTEST_MS = 40
/** A word without sound and with a lower confidence counts as invented. */
const SURE = 0.5
/** Shortest hole between two words that must be explained, as in the engine's `unheard.ts`. */
const HOLE_MS = 8000
/** Sound this close to a word is an echo of it or a breath. */
const EDGE_MS = 1000
/** Less speech-like sound than this in a hole is a cough or a chair. */
const HEARD_MS = 500
/** Marks a hole without speech in the transcript. Viewers do not see it. */
const SILENT_HOLE = { text: '[pause]', confidence: 1, after: '' }

/** The spoken words, without the marks of silent holes. */
export function saidWords(words: readonly SpokenWord[]): SpokenWord[] {
  return words.filter(({ text }) => text !== SILENT_HOLE.text)
}

/**
 * Checks transcribed words against the loudness of the sound. A word that absorbed a pause is trimmed to its sound. A
 * word placed before its sound gets a share of the next word's. An uncertain word without any sound loses its
 * confidence. A hole without speech-like sound is marked `[pause]`, so the editor does not ask the user to listen to
 * it.
 * @param levels loudness of the voice band, one level for every 10 ms of the media
 */
export function followSound(words: readonly SpokenWord[], levels: Float32Array): SpokenWord[] {
  const spans = speechSpans(levels)
  const followed: SpokenWord[] = []
  let endMs: number | undefined
  let from = 0
  let silent: SpokenWord | undefined
  for (const word of words) {
    while ((spans[from]?.endMs ?? Infinity) <= Math.min(word.startMs, endMs ?? word.startMs) - NEAR_MS) from += 1
    const isSilent = soundMs(spans, from, word.startMs - NEAR_MS, word.endMs + NEAR_MS) === 0
    const timed = isSilent ? word : withSoundTimes(word, spans, from)
    // The sound of both words may begin only within the time of the second word.
    if (silent && timed.startMs - word.startMs >= OFF_MS && word.startMs - silent.endMs <= TOUCHING_MS)
      followed.splice(-1, 1, ...shareSound(silent, timed))
    else followed.push(isSilent && word.confidence < SURE ? { ...word, confidence: 0 } : timed)
    silent = isSilent ? word : undefined
    endMs = Math.max(endMs ?? 0, followed.at(-1)?.endMs ?? 0)
  }
  return withPauses(followed, spans)
}

/** Divides the second word's sound between both words, in proportion to their letters. */
function shareSound(first: SpokenWord, second: SpokenWord): [SpokenWord, SpokenWord] {
  const share = first.text.length / (first.text.length + second.text.length)
  const middleMs = Math.round(second.startMs + (second.endMs - second.startMs) * share)
  return [
    { ...first, startMs: second.startMs, endMs: middleMs },
    { ...second, startMs: middleMs },
  ]
}

/** Marks the holes between words that contain no speech-like sound. */
function withPauses(words: readonly SpokenWord[], spans: readonly Span[]): SpokenWord[] {
  let endMs = words[0]?.startMs ?? 0
  let from = 0
  return words.flatMap(word => {
    const hole = { startMs: endMs, endMs: word.startMs }
    endMs = Math.max(endMs, word.endMs)
    if (length(hole) < HOLE_MS) return [word]
    while ((spans[from]?.endMs ?? Infinity) <= hole.startMs) from += 1
    const isSilent = soundMs(spans, from, hole.startMs + EDGE_MS, hole.endMs - EDGE_MS) < HEARD_MS
    return isSilent ? [{ ...SILENT_HOLE, ...hole }, word] : [word]
  })
}

/** Trims a word to the longest sound within its time, because no word contains a pause. */
function withSoundTimes(word: SpokenWord, spans: readonly Span[], from: number): SpokenWord {
  let own: Span | undefined
  for (let i = from; (spans[i]?.startMs ?? Infinity) < word.endMs; i += 1) {
    const part = overlap(spans[i], word.startMs, word.endMs)
    if (part && (!own || length(part) >= length(own))) own = part
  }
  if (!own || length(own) < SHORTEST_MS) return word
  const startMs = own.startMs - word.startMs >= OFF_MS ? own.startMs : word.startMs
  const endMs = word.endMs - own.endMs >= OFF_MS ? own.endMs : word.endMs
  return { ...word, startMs, endMs }
}

function soundMs(spans: readonly Span[], from: number, startMs: number, endMs: number): number {
  let sum = 0
  for (let i = from; (spans[i]?.startMs ?? Infinity) < endMs; i += 1) {
    const part = overlap(spans[i], startMs, endMs)
    if (part) sum += length(part)
  }
  return sum
}

function overlap(span: Span | undefined, startMs: number, endMs: number): Span | undefined {
  if (!span || span.endMs <= startMs || span.startMs >= endMs) return undefined
  return { startMs: Math.max(span.startMs, startMs), endMs: Math.min(span.endMs, endMs) }
}

function length({ startMs, endMs }: Span): number {
  return endMs - startMs
}
