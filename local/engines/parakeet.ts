import type { SpeechEngine, SpokenWord, TranscriptionOptions } from './engine.ts'
import { UNDETERMINED } from './engine.ts'
import { saidWords } from './sound-times.ts'
import { createSpeechWorker, type WorkerOptions } from './speech-worker.ts'
import type { TranscriberFiles } from './transcriber.ts'

export interface ParakeetOptions extends WorkerOptions {
  files: TranscriberFiles
}

/** NVIDIA's Parakeet through sherpa-onnx, in another process. */
export function createParakeet(options: ParakeetOptions): SpeechEngine & { close(): Promise<void> } {
  const worker = createSpeechWorker(options)
  return {
    async transcribe(media, callOptions: TranscriptionOptions = {}) {
      const transcribed = await worker.transcribe(media, callOptions)
      return { ...transcribed, ...detectLanguage(transcribed.words) }
    },
    close: () => worker.close(),
  }
}

/** English function words: four to five of ten words in ordinary speech. */
const FUNCTION_WORDS = new Set(
  (
    'the be to of and a in that have i it for not on with he as you do at this but his by from they we say her she or ' +
    'an will my one all would there their what so up out if about who get which go me when make can like no just him ' +
    "know is are was were been has had did does don't it's i'm that's we're you're its our your them us then than"
  ).split(' '),
)

/** Fewer words are not enough to decide. */
const MIN_JUDGED_WORDS = 20
/** English speech has a far larger share of function words; other languages, transcribed as English, a smaller one. */
const MIN_FUNCTION_SHARE = 0.1

/**
 * Decides whether the words of this English-only model are English. For speech in another language it writes
 * English-looking words with hardly any function words; 20 or more such words count as an unidentified language. This
 * is a rule of thumb, not measured on real speech, so the threshold is low.
 */
export function detectLanguage(words: readonly SpokenWord[]): { language: string; languageScore: number } {
  const said = saidWords(words)
  const known = said.filter(({ text }) => FUNCTION_WORDS.has(text.toLowerCase().replace('’', "'"))).length
  const share = known / Math.max(1, said.length)
  if (said.length >= MIN_JUDGED_WORDS && share < MIN_FUNCTION_SHARE)
    return { language: UNDETERMINED, languageScore: 0.5 }
  return { language: 'en-US', languageScore: Math.min(0.99, 0.6 + share) }
}
