/**
 * The recognizer of `HEARING=own`: the speech engine of a laptop, as the function `hearSound` loads it. For AWS,
 * `bin/models/layer.ts` bundles this module into a layer.
 */
import { openModel } from '../engines/open-engines.ts'
import { saidWords } from '../engines/sound-times.ts'
import { transcriptFile } from './transcribe/result.ts'

interface Weights {
  engine: { id: string; kind: 'transducer' | 'ctc'; files: readonly { name: string }[] }
  folder: string
}

/**
 * Minimum number of words for identifying the language. Below it, the recognizer assumes English, and the service
 * relies on the confidence of the words.
 */
const JUDGED_WORDS = 20

export function openRecognizer({ engine: { id, kind, files }, folder }: Weights) {
  const engine = openModel({ kind, files }, folder)
  return {
    /** A media file's transcript in Amazon Transcribe's format, and its language. */
    async hear(media: string): Promise<{ language: string; transcript: Record<string, unknown> }> {
      const transcription = await engine.transcribe(media)
      const { language, words } = transcription
      const request = { TranscriptionJobName: id, IdentifyLanguage: saidWords(words).length >= JUDGED_WORDS }
      return { language, transcript: transcriptFile(request, { ...transcription, engine: id }, language) }
    },
    close: () => engine.close(),
  }
}
