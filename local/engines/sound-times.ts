import type { SpokenWord } from './engine.ts'
import { type Span, speechSpans } from './voice-activity.ts'

/** A word that begins or ends this far from its sound is moved to it. Soft consonants seem silent for less. */
const OFF_MS = 150
/** Sound this far from a word may still be its own. */
const NEAR_MS = 200
/** Shortest duration of a word. */
const SHORTEST_MS = 40
/** Below this, a word without sound was invented. */
const SURE = 0.5
/** Shortest hole between two words that needs a reason, as in the engine's `unheard.ts`. */
const HOLE_MS = 8000
/** Less speech-like sound in a hole is a cough or a chair. */
const HEARD_MS = 500
/** How the transcript names a hole without sound. Viewers do not see it. */
const SILENT_HOLE = { text: '[pause]', confidence: 1, after: '' }

/**
 * Checks transcribed words against the loudness of the sound. Words keep their order and never become longer: a word that
 * absorbed a pause begins at its onset and ends with its sound, and one without any sound loses its confidence. A hole without
 * speech-like sound is named `[pause]`, so that nobody is asked to listen to it.
 * @param levels loudness of the voice band, one level for every 10 ms of the media
 */
export function followSound(words: readonly SpokenWord[], levels: Float32Array): SpokenWord[] {
  const spans = speechSpans(levels)
  const followed: SpokenWord[] = []
  let endMs: number | undefined
  let from = 0
  for (const word of words) {
    while ((spans[from]?.endMs ?? Infinity) <= Math.min(word.startMs, endMs ?? word.startMs) - NEAR_MS) from += 1
    const timed = withSoundTimes(word, spans, from)
    if (
      endMs !== undefined &&
      timed.startMs - endMs >= HOLE_MS &&
      soundMs(spans, from, endMs, timed.startMs) < HEARD_MS
    )
      followed.push({ ...SILENT_HOLE, startMs: endMs, endMs: timed.startMs })
    followed.push(timed)
    endMs = Math.max(endMs ?? 0, timed.endMs)
  }
  return followed
}

/** No word contains a pause: of several sounds within its time, the longest is its own. */
function withSoundTimes(word: SpokenWord, spans: readonly Span[], from: number): SpokenWord {
  let own: Span | undefined
  let isNear = false
  for (let i = from; (spans[i]?.startMs ?? Infinity) < word.endMs + NEAR_MS; i += 1) {
    const part = overlap(spans[i], word.startMs, word.endMs)
    isNear ||= overlap(spans[i], word.startMs - NEAR_MS, word.endMs + NEAR_MS) !== undefined
    if (part && (!own || length(part) >= length(own))) own = part
  }
  if (!isNear) return word.confidence < SURE ? { ...word, confidence: 0 } : word
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
