import type { Transcript, Word } from '../types.ts'
import { withoutAbsorbedPauses } from './absorbed.ts'
import { hasChannels, untangled } from './channels.ts'
import { withDecimals } from './decimals.ts'
import { inventedWords } from './inventions.ts'
import { transcribedWords } from './items.ts'
import { hallucinatedRepetitions } from './repetitions.ts'
import { soundEnd } from './sounds.ts'
import { withSteadySpeakers } from './speakers.ts'
import { timedWords } from './times.ts'

/**
 * Reads Amazon Transcribe's result (parsed, or its text) into words in order, each with a time.
 *
 * @throws {SubtitleError} TRANSCRIPT_UNREADABLE when it is not JSON or has no list of items.
 */
export function transcriptFromAmazon(json: unknown): Transcript {
  const items = withDecimals(transcribedWords(json))
  const byChannel = hasChannels(items)
  const raw = withoutAbsorbedPauses(timedWords(byChannel ? untangled(items) : items))
  const { words: spoken, dropped } = withoutNoise(raw)
  // A channel is certain; a label is the transcriber's guess.
  const words = byChannel ? spoken : withSteadySpeakers(spoken)
  let durationMs = 0
  for (const word of raw) durationMs = Math.max(durationMs, word.endMs)
  return { words, durationMs, dropped }
}

/** Separates speech from noise: sounds in brackets, words invented for noise, and hallucinated repetitions. */
function withoutNoise(raw: readonly Word[]): { words: Word[]; dropped: Word[] } {
  const noise = new Uint8Array(raw.length)
  markSounds(raw, noise)
  const invented = inventedWords(raw)
  for (const [i, isInvented] of invented.entries()) if (isInvented === 1) noise[i] = 1
  const spoken = raw.filter((_, i) => noise[i] === 0)
  const repeated = hallucinatedRepetitions(spoken)
  const dropped = [...raw.filter((_, i) => noise[i] === 1), ...spoken.filter((_, i) => repeated[i] === 1)]
  return {
    words: spoken.filter((_, i) => repeated[i] === 0),
    dropped: dropped.sort((a, b) => a.startMs - b.startMs),
  }
}

function markSounds(words: readonly Word[], noise: Uint8Array): void {
  for (let i = 0; i < words.length; i += 1) {
    const end = soundEnd(words, i)
    if (end === 0) continue
    noise.fill(1, i, end)
    i = end - 1
  }
}
