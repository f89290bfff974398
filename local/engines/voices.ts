import { createRequire } from 'node:module'
import * as z from 'zod'
import { SAMPLE_RATE, type SoundPiece } from './decode.ts'
import type { SpokenWord } from './engine.ts'

/** Paths of the models that distinguish voices: one finds where somebody speaks, the other how a voice sounds. */
export const voiceFiles = z.object({ segmentation: z.string(), embedding: z.string() })
export type VoiceFiles = z.infer<typeof voiceFiles>

/** A stretch of speech by one voice. Turns overlap if voices speak at the same time. */
export const voiceTurn = z.object({ startMs: z.int(), endMs: z.int(), voice: z.int().nonnegative() })
export type VoiceTurn = z.infer<typeof voiceTurn>

/**
 * Two stretches of speech belong to two voices if their TitaNet embeddings are at least this far apart. At the
 * library's default, 0.5, one speaker becomes several. Others published this figure and the two below; we have not
 * measured them.
 */
const DIFFERENT_VOICE = 1.05
/** Drops shorter stretches and closes shorter pauses, in seconds. */
const [SHORTEST_TURN, SHORTEST_PAUSE] = [0.3, 0.5]
/** Windows of 10 s begin every 3 s. The library's default, 1 s, fails on two minutes of speech without a pause. */
const WINDOW_SHIFT = 0.3

const segments = z.array(z.object({ start: z.number(), end: z.number(), speaker: z.int().nonnegative() }))

/**
 * The part of sherpa-onnx-node's native code that is used here. The package's own class offers only the synchronous
 * method.
 */
interface Addon {
  createOfflineSpeakerDiarization(config: unknown): object
  offlineSpeakerDiarizationProcessAsync(handle: object, samples: Float32Array, onProgress: () => void): Promise<unknown>
}

/**
 * Finds out who speaks when. A failure of the native library ends its process, so call this in a separate one.
 * @returns turns in order of their start times
 */
export async function findTurns(
  { segmentation, embedding }: VoiceFiles,
  sound: AsyncIterable<SoundPiece>,
  { threads, onProgress }: { threads: number; onProgress(): void },
): Promise<VoiceTurn[]> {
  const samples = await wholeSound(sound)
  const addon: Addon = createRequire(import.meta.url)('sherpa-onnx-node/addon.js')
  const handle = addon.createOfflineSpeakerDiarization({
    segmentation: { pyannote: { model: segmentation, windowShiftRatio: WINDOW_SHIFT }, numThreads: threads, debug: 0 },
    embedding: { model: embedding, numThreads: threads, debug: 0 },
    clustering: { numClusters: -1, threshold: DIFFERENT_VOICE },
    minDurationOn: SHORTEST_TURN,
    minDurationOff: SHORTEST_PAUSE,
  })
  return segments
    .parse(await addon.offlineSpeakerDiarizationProcessAsync(handle, samples, onProgress))
    .map(({ start, end, speaker }) => ({
      startMs: Math.round(start * 1000),
      endMs: Math.round(end * 1000),
      voice: speaker,
    }))
    .sort((a, b) => a.startMs - b.startMs)
}

/** Joins the pieces into one recording that starts at time 0 of the media, with silence in the gaps. */
async function wholeSound(sound: AsyncIterable<SoundPiece>): Promise<Float32Array> {
  let whole = new Float32Array(SAMPLE_RATE * 60)
  let end = 0
  for await (const { startSample, samples } of sound) {
    end = startSample + samples.length
    if (end > whole.length) {
      const larger = new Float32Array(Math.max(end, whole.length * 2))
      larger.set(whole)
      whole = larger
    }
    whole.set(samples, startSample)
  }
  return whole.subarray(0, end)
}

/** A word may be at most this far from a turn of its voice. */
const NEAR_MS = 500

/**
 * Gives each word the voice that speaks for most of it, or else the nearest voice. A word far from any voice gets the
 * voice of the previous word.
 */
export function withVoices(words: readonly SpokenWord[], turns: readonly VoiceTurn[]): SpokenWord[] {
  const longestMs = turns.reduce((longest, { startMs, endMs }) => Math.max(longest, endMs - startMs), 0)
  let from = 0
  let voice: number | undefined
  return words.map(word => {
    while ((turns[from]?.startMs ?? Infinity) + longestMs < word.startMs - NEAR_MS) from += 1
    let best: VoiceTurn | undefined
    let most = -NEAR_MS
    for (let i = from; (turns[i]?.startMs ?? Infinity) <= word.endMs + NEAR_MS; i += 1) {
      const turn = turns[i]
      if (!turn) break
      // If the turn does not overlap the word, the value is negative and states their distance.
      const sharedMs = Math.min(turn.endMs, word.endMs) - Math.max(turn.startMs, word.startMs)
      if (sharedMs > most) {
        most = sharedMs
        best = turn
      }
    }
    voice = best?.voice ?? voice
    return voice === undefined ? word : { ...word, voice }
  })
}
