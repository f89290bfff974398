import { decodeSound, SAMPLE_RATE } from './decode.ts'
import type { HearingOptions, Recognition, SpeechEngine, SpokenWord } from './engine.ts'
import { createLoudnessMeter } from './loudness.ts'
import { REHEARSAL_LINES } from './rehearsal-lines.ts'
import { utterancesOf } from './utterances.ts'
import { type Span, speechSpans } from './voice-activity.ts'

/** Words a second of an unhurried speaker. */
const PACE = 2.5
const LINES = REHEARSAL_LINES.map(line => ({ line, words: line.english.split(' ') }))

/**
 * Stands in where no speech model can be had: hears where people speak, not what they say. Its words are timed to the
 * real speech and tell the reader that no model is installed.
 */
export function createRehearsalSpeech(): SpeechEngine {
  return { hear }
}

async function hear(file: string, options: HearingOptions = {}): Promise<Recognition> {
  const meter = createLoudnessMeter()
  let endSample = 0
  for await (const piece of decodeSound(file, { signal: options.signal })) {
    meter.add(piece)
    endSample = piece.startSample + piece.samples.length
  }
  const levels = meter.levels()
  const words = rehearsalWords(speechSpans(levels), levels)
  const durationMs = Math.round((endSample * 1000) / SAMPLE_RATE)
  return { words, language: 'en-US', languageScore: 1, durationMs, rehearsal: true }
}

/** The rehearsal's lines, word by word inside the spans; each line ends where the speaker pauses. */
export function rehearsalWords(spans: Span[], levels: Float32Array): SpokenWord[] {
  const uses = LINES.map(() => 0)
  return utterancesOf(spans, levels).flatMap(utterance => timedWords(chooseLine(utterance, uses), utterance))
}

/** The line nearest in length to what is said at a natural pace; of several the one that was used least. */
function chooseLine(utterance: Span[], uses: number[]): string[] {
  const wanted = Math.max(1, (speechMs(utterance) / 1000) * PACE)
  const distance = LINES.map(({ words }) => Math.abs(words.length - wanted))
  const nearest = Math.min(...distance)
  const fitting = LINES.map((_, i) => i).filter(i => (distance[i] ?? 0) <= nearest + 1.01)
  const chosen = fitting.reduce((best, i) => ((uses[i] ?? 0) < (uses[best] ?? 0) ? i : best))
  uses[chosen] = (uses[chosen] ?? 0) + 1
  return LINES[chosen]?.words ?? []
}

/** Spreads words over the speech of an utterance by their length; no word reaches over a pause inside it. */
function timedWords(words: string[], utterance: Span[]): SpokenWord[] {
  const letters = words.map(word => word.length + 1)
  const perLetter = speechMs(utterance) / letters.reduce((sum, count) => sum + count, 0)
  let spoken = 0
  return words.map((word, i) => {
    const from = spoken
    spoken += (letters[i] ?? 0) * perLetter
    const span = utterance[spanAt(utterance, (from + spoken) / 2)] ?? { startMs: 0, endMs: 0 }
    const before = utterance.filter(other => other.endMs <= span.startMs)
    const offset = span.startMs - speechMs(before)
    const within = (at: number) => Math.round(Math.min(span.endMs, Math.max(span.startMs, at + offset)))
    const [, text = word, after = ''] = /^(.+?)([.,;]?)$/.exec(word) ?? []
    return { text, startMs: within(from), endMs: within(spoken), confidence: 0.99, after }
  })
}

/** Index of the span that holds a moment of speech time (the pauses left out). */
function spanAt(utterance: Span[], moment: number): number {
  let end = 0
  for (const [i, span] of utterance.entries()) {
    end += span.endMs - span.startMs
    if (moment <= end) return i
  }
  return utterance.length - 1
}

function speechMs(spans: Span[]): number {
  return spans.reduce((sum, span) => sum + span.endMs - span.startMs, 0)
}
