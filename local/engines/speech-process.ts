/**
 * The process that hears: decodes a media file, recognizes it piece by piece and sends the words as they come. A process
 * of its own, because the native library ends its process on some errors and keeps a gigabyte or two of memory.
 */
import { decodeSound, SAMPLE_RATE, type SoundPiece } from './decode.ts'
import { EngineError } from './engine.ts'
import { loadRecognizer, type Recognizer } from './recognizer.ts'
import { cutSound } from './sound-cutter.ts'
import { type FromSpeechProcess, fromSpeechProcess, toSpeechProcess } from './speech-messages.ts'
import { wordsFromTokens } from './tokens.ts'

let loaded: Promise<Recognizer> | undefined

process.on('message', message => void hear(toSpeechProcess.parse(message)))
// The service is gone: nobody waits for the words.
process.on('disconnect', () => process.exit(0))

async function hear({ files, threads, media }: ReturnType<typeof toSpeechProcess.parse>): Promise<void> {
  try {
    loaded ??= loadRecognizer(files, threads)
    const recognizer = await loaded
    let endSample = 0
    const counted = async function* (): AsyncGenerator<SoundPiece> {
      for await (const piece of decodeSound(media)) {
        endSample = piece.startSample + piece.samples.length
        yield piece
      }
    }
    for await (const { startSample, samples } of cutSound(counted())) {
      const words = wordsFromTokens(await recognizer.recognize(samples), milliseconds(startSample))
      tell({ type: 'words', words })
    }
    tell({ type: 'done', durationMs: milliseconds(endSample) })
  } catch (error) {
    const failure =
      error instanceof EngineError &&
      fromSpeechProcess.safeParse({ type: 'failed', code: error.code, message: error.message }).data
    if (failure) return tell(failure)
    console.error(error)
    process.exit(1)
  }
}

function tell(message: FromSpeechProcess): void {
  process.send?.(message)
}

function milliseconds(samples: number): number {
  return Math.round((samples * 1000) / SAMPLE_RATE)
}
