import { EngineError, type SpeechEngine, unlessStopped } from './engine.ts'
import { createSpeechWorker, type WorkerOptions } from './speech-worker.ts'
import { type VoiceFiles, withVoices } from './voices.ts'

/**
 * Adds voices to an engine's words. If the models fail, the words get no voices, because a subtitle without dashes is
 * better than none.
 */
export function distinguishVoices(
  engine: SpeechEngine & { close(): Promise<void> },
  files: Promise<VoiceFiles>,
  { log, ...options }: Pick<WorkerOptions, 'processModule' | 'limits'> & { log(line: string): void },
): SpeechEngine & { close(): Promise<void> } {
  const worker = files.then(voices => createSpeechWorker({ ...options, voices }))
  worker.catch(() => {})
  return {
    async transcribe(media, callOptions) {
      const transcription = await engine.transcribe(media, callOptions)
      if (transcription.words.length === 0 || transcription.rehearsal) return transcription
      try {
        const { turns } = await (await unlessStopped(worker, callOptions?.signal)).transcribe(media, callOptions)
        return { ...transcription, words: withVoices(transcription.words, turns) }
      } catch (error) {
        if (error instanceof EngineError && error.code === 'STOPPED') throw error
        log(`The voices of a recording could not be distinguished: ${String(error)}`)
        return transcription
      }
    },
    async close() {
      await engine.close()
      await worker.then(one => one.close()).catch(() => {})
    },
  }
}
