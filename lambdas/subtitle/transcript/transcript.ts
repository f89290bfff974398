import type { Transcript } from '../types.ts'
import { heardWords } from './items.ts'
import { withoutNoise } from './noise.ts'
import { timedWords } from './times.ts'

/**
 * Reads Amazon Transcribe's result (parsed, or its text) into words in order, each with a time.
 *
 * @throws {SubtitleError} TRANSCRIPT_UNREADABLE when it is not JSON or has no list of items.
 */
export function transcriptFromAmazon(json: unknown): Transcript {
  const heard = timedWords(heardWords(json))
  const { words, dropped } = withoutNoise(heard)
  let durationMs = 0
  for (const word of heard) durationMs = Math.max(durationMs, word.endMs)
  return { words, durationMs, dropped }
}
