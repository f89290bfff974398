import * as z from 'zod'
import type { SpokenWord } from './engine.ts'

/** What sherpa-onnx answers for a piece of sound; times in seconds from the piece's start. */
export const recognizedTokens = z.object({
  tokens: z.array(z.string()),
  timestamps: z.array(z.number()),
  /** Of each token; transducers only. */
  durations: z.array(z.number()).default([]),
  /** Logarithm of each token's probability; transducers only. */
  ys_log_probs: z.array(z.number()).default([]),
})
export type RecognizedTokens = z.infer<typeof recognizedTokens>

/** A CTC model says when a token begins, not how long it is; more than this it hardly is. */
const CTC_TOKEN_SECONDS = 0.24
/** What a word is worth whose recognizer tells no probability. */
const UNTOLD_CONFIDENCE = 0.9
/** Nobody says a word faster. */
const SHORTEST_MS = 40

const PUNCTUATION = /^[.,?!;:…]+$/

/** Words of a piece from its tokens: a leading space begins a word, punctuation goes behind the word before it. */
export function wordsFromTokens(heard: RecognizedTokens, offsetMs: number): SpokenWord[] {
  const words: { text: string; after: string; start: number; end: number; probabilities: number[] }[] = []
  for (const [i, token] of heard.tokens.entries()) {
    const text = token.trim().replace('<unk>', '')
    const last = words.at(-1)
    if (text === '') continue
    const start = heard.timestamps[i] ?? 0
    const end = endOf(heard, i)
    const logProbability = heard.ys_log_probs[i]
    const probabilities = logProbability === undefined ? [] : [Math.exp(Math.min(0, logProbability))]
    if (last && PUNCTUATION.test(text)) last.after += text
    else if (last && !token.startsWith(' ')) {
      // `U.S.` and `3.5`: what looked like the end of a word was its middle.
      last.text += last.after + text
      last.after = ''
      last.end = Math.max(last.end, end)
      last.probabilities.push(...probabilities)
    } else if (!PUNCTUATION.test(text)) words.push({ text, after: '', start, end, probabilities })
  }
  return words.map((word, i) => {
    const startMs = offsetMs + Math.round(word.start * 1000)
    const next = words[i + 1]
    const latest = next ? offsetMs + Math.round(next.start * 1000) : Number.POSITIVE_INFINITY
    const endMs = Math.max(
      startMs,
      Math.min(latest, Math.max(startMs + SHORTEST_MS, offsetMs + Math.round(word.end * 1000))),
    )
    return { text: word.text, startMs, endMs, confidence: mean(word.probabilities), after: word.after }
  })
}

function endOf({ timestamps, durations }: RecognizedTokens, i: number): number {
  const start = timestamps[i] ?? 0
  const duration = durations[i]
  if (duration !== undefined) return start + duration
  return Math.min(timestamps[i + 1] ?? Number.POSITIVE_INFINITY, start + CTC_TOKEN_SECONDS)
}

function mean(probabilities: number[]): number {
  if (probabilities.length === 0) return UNTOLD_CONFIDENCE
  return probabilities.reduce((sum, value) => sum + value, 0) / probabilities.length
}
