import type { CloudEngines } from '../../../local/cloud/options.ts'
import { recordedEngines } from '../../../test/fixtures/recorded-engines.ts'

/** Length of the recorded speech, including the pause before it repeats. */
const ROUND_MS = 26_000

/** Engines that respond immediately: they return the recorded speech, repeated for `seconds()`, and its Korean. */
export function instantEngines(seconds: () => number): CloudEngines {
  const { speech, translation } = recordedEngines('hello')
  return {
    translation,
    speech: {
      async transcribe(file, callOptions) {
        const transcribed = await speech.transcribe(file, callOptions)
        const durationMs = seconds() * 1000
        const starts = Array.from({ length: Math.max(1, Math.floor(durationMs / ROUND_MS)) }, (_, n) => n * ROUND_MS)
        const words = starts.flatMap(start =>
          transcribed.words.map(word => ({ ...word, startMs: word.startMs + start, endMs: word.endMs + start })),
        )
        return { ...transcribed, words, durationMs }
      },
    },
  }
}
