import type { SpeechEngine } from './engine.ts'
import { detectLanguage } from './parakeet.ts'
import type { Server } from './servers.ts'
import { createSpeechWorker, type WorkerOptions } from './speech-worker.ts'

/** Speech transcribed by a server of OpenAI's protocol. The sound is decoded and cut in another process, as for a model. */
export function createServerSpeech(
  servers: Server[],
  options: WorkerOptions = {},
): SpeechEngine & { close(): Promise<void> } {
  const worker = createSpeechWorker({ ...options, servers })
  return {
    async transcribe(media, callOptions) {
      const { language, ...transcribed } = await worker.transcribe(media, callOptions)
      const named = language === undefined ? detectLanguage(transcribed.words) : { language, languageScore: 0.99 }
      return { ...transcribed, ...named }
    },
    close: () => worker.close(),
  }
}
