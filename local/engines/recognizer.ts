import { createRequire } from 'node:module'
import { SAMPLE_RATE } from './decode.ts'
import type { RecognizerFiles } from './speech-messages.ts'
import { type RecognizedTokens, recognizedTokens } from './tokens.ts'

/** The part of sherpa-onnx-node that is used; the package has no types of its own. */
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
export interface Recognizer {
  /** Tokens of up to a minute of sound at 16 kHz. */
  recognize(samples: Float32Array): Promise<RecognizedTokens>
}

/**
 * Loads a model. Ends the whole process where a file lacks its metadata (the native library does), so it belongs into a
 * process of its own, and only files whose digest was checked may come here.
 */
export async function loadRecognizer(files: RecognizerFiles, threads: number): Promise<Recognizer> {
  const sherpa: Sherpa = createRequire(import.meta.url)('sherpa-onnx-node')
  const recognizer = await sherpa.OfflineRecognizer.createAsync({
    featConfig: { sampleRate: SAMPLE_RATE, featureDim: 80 },
    modelConfig: { ...modelConfig(files), tokens: files.tokens, numThreads: threads, provider: 'cpu', debug: 0 },
  })
  return {
    async recognize(samples) {
      const stream = recognizer.createStream()
      stream.acceptWaveform({ sampleRate: SAMPLE_RATE, samples })
      // The synchronous decode aborts the process on an error; this one rejects.
      return recognizedTokens.parse(await recognizer.decodeAsync(stream))
    },
  }
}

function modelConfig(files: RecognizerFiles): Record<string, unknown> {
  if (files.kind === 'ctc') return { nemoCtc: { model: files.model } }
  const { encoder, decoder, joiner } = files
  return { transducer: { encoder, decoder, joiner }, modelType: 'nemo_transducer' }
}
