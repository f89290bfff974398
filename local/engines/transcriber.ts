import { createRequire } from 'node:module'
import * as z from 'zod'
import { SAMPLE_RATE } from './decode.ts'
import type { SpokenWord } from './engine.ts'

/** Paths of a speech model's files. */
export const transcriberFiles = z.union([
  z.object({ kind: z.literal('ctc'), model: z.string(), tokens: z.string() }),
  z.object({
    kind: z.literal('transducer'),
    encoder: z.string(),
    decoder: z.string(),
    joiner: z.string(),
    tokens: z.string(),
  }),
])
export type TranscriberFiles = z.infer<typeof transcriberFiles>

/** The result of sherpa-onnx for a piece of sound. Times are seconds from the start of the piece. */
const transcribedTokens = z.object({
  tokens: z.array(z.string()),
  timestamps: z.array(z.number()),
  /** Duration of each token; transducers only. */
  durations: z.array(z.number()).default([]),
  /** Logarithm of each token's probability; transducers only. */
  ys_log_probs: z.array(z.number()).default([]),
})
export type TranscribedTokens = z.infer<typeof transcribedTokens>

/** The part of sherpa-onnx-node that is used here. The package has no types. */
interface Sherpa {
  OfflineRecognizer: {
    createAsync(config: unknown): Promise<{
      createStream(): SherpaStream
      decodeAsync(stream: SherpaStream): Promise<unknown>
    }>
  }
}
interface SherpaStream {
  acceptWaveform(sound: { sampleRate: number; samples: Float32Array }): void
}

/** A loaded speech model. */
export interface Transcriber {
  /** Transcribes up to a minute of sound at 16 kHz. */
  transcribe(samples: Float32Array): Promise<TranscribedTokens>
}

/**
 * Loads a speech model. The native library ends the whole process if a file lacks its metadata, so call this in a
 * separate process and only with files whose digest was checked.
 */
export async function loadTranscriber(files: TranscriberFiles, threads: number): Promise<Transcriber> {
  const sherpa: Sherpa = createRequire(import.meta.url)('sherpa-onnx-node')
  const transcriber = await sherpa.OfflineRecognizer.createAsync({
    featConfig: { sampleRate: SAMPLE_RATE, featureDim: 80 },
    modelConfig: { ...modelConfig(files), tokens: files.tokens, numThreads: threads, provider: 'cpu', debug: 0 },
  })
  return {
    async transcribe(samples) {
      const stream = transcriber.createStream()
      stream.acceptWaveform({ sampleRate: SAMPLE_RATE, samples })
      // The synchronous decode would abort the process on an error; this one rejects.
      return transcribedTokens.parse(await transcriber.decodeAsync(stream))
    },
  }
}

function modelConfig(files: TranscriberFiles): Record<string, unknown> {
  if (files.kind === 'ctc') return { nemoCtc: { model: files.model } }
  const { encoder, decoder, joiner } = files
  return { transducer: { encoder, decoder, joiner }, modelType: 'nemo_transducer' }
}

/** Longest duration assumed for a token of a CTC model, which reports only token starts. */
const CTC_TOKEN_SECONDS = 0.24
/** Confidence of words for which the model reports no probability. */
const UNKNOWN_CONFIDENCE = 0.9
/** Shortest duration of a word. */
const SHORTEST_MS = 40

const PUNCTUATION = /^[.,?!;:…]+$/

/**
 * Joins the tokens of a piece into words: a leading space starts a word, and punctuation belongs to the word before it.
 * @param offsetMs start of the piece in the media
 */
export function wordsFromTokens(transcribed: TranscribedTokens, offsetMs: number): SpokenWord[] {
  const words: { text: string; after: string; start: number; end: number; probabilities: number[] }[] = []
  for (const [i, token] of transcribed.tokens.entries()) {
    const text = token.trim().replace('<unk>', '')
    const last = words.at(-1)
    if (text === '') continue
    const start = transcribed.timestamps[i] ?? 0
    const end = computeEnd(transcribed, i)
    const logProbability = transcribed.ys_log_probs[i]
    const probabilities = logProbability === undefined ? [] : [Math.exp(Math.min(0, logProbability))]
    if (last && PUNCTUATION.test(text)) last.after += text
    else if (last && !token.startsWith(' ')) {
      // As in `U.S.` and `3.5`: the punctuation before this token did not end the word.
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

function computeEnd({ timestamps, durations }: TranscribedTokens, i: number): number {
  const start = timestamps[i] ?? 0
  const duration = durations[i]
  if (duration !== undefined) return start + duration
  return Math.min(timestamps[i + 1] ?? Number.POSITIVE_INFINITY, start + CTC_TOKEN_SECONDS)
}

function mean(probabilities: number[]): number {
  if (probabilities.length === 0) return UNKNOWN_CONFIDENCE
  return probabilities.reduce((sum, value) => sum + value, 0) / probabilities.length
}
