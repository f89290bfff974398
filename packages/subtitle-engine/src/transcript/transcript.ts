import type { Transcript, Word } from '../types.ts'
import { hasChannels, untangled } from './channels.ts'
import { withDecimals } from './decimals.ts'
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
  const heard = timedWords(byChannel ? untangled(items) : items)
  const { words: spoken, dropped } = withoutNoise(heard)
  // A channel is certain; a label is the transcriber's guess.
  const words = byChannel ? spoken : withSteadySpeakers(spoken)
  let durationMs = 0
  for (const word of heard) durationMs = Math.max(durationMs, word.endMs)
  return { words, durationMs, dropped }
}

/** Separates speech from noise: sounds in brackets and hallucinated repetitions. */
function withoutNoise(heard: readonly Word[]): { words: Word[]; dropped: Word[] } {
  const noise = new Uint8Array(heard.length)
  markSounds(heard, noise)
  const spoken = heard.filter((_, i) => noise[i] === 0)
  const repeated = hallucinatedRepetitions(spoken)
  const dropped = [...heard.filter((_, i) => noise[i] === 1), ...spoken.filter((_, i) => repeated[i] === 1)]
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
