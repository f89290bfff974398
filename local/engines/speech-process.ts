/**
 * The child process that transcribes speech, or rehearses it: decodes a media file, transcribes it piece by piece and
 * sends the words as they come. It is a separate process because the native library ends its process on some errors and
 * keeps one or two gigabytes of memory, and because no file may block the service.
 */
import { decodeSound, SAMPLE_RATE, type SoundPiece } from './decode.ts'
import { EngineError } from './engine.ts'
import { recordedWords } from './recordings.ts'
import { rehearse } from './rehearsal-speech.ts'
import { mainLanguage } from './server-words.ts'
import { cutSound } from './sound-cutter.ts'
import { type SpeechMessage, speechMessage, speechRequest } from './speech-worker.ts'
import { loadTranscriber, type Transcriber, wordsFromTokens } from './transcriber.ts'
import { createTranscriptionServer } from './transcription-server.ts'

let loaded: Promise<Transcriber> | undefined

process.on('message', message => void transcribe(message))
// Without the parent process, no one reads the messages.
process.on('disconnect', () => process.exit(0))

async function transcribe(message: unknown): Promise<void> {
  const { files, servers, knowsSamples, threads, media } = speechRequest.parse(message)
  let endSample = 0
  async function* pieces(): AsyncGenerator<SoundPiece> {
    for await (const piece of decodeSound(media)) {
      endSample = piece.startSample + piece.samples.length
      send({ type: 'progress' })
      endIfTooLarge()
      yield piece
    }
  }
  try {
    if (servers) {
      const server = createTranscriptionServer(servers)
      const languages = new Map<string, number>()
      for await (const { startSample, samples } of cutSound(pieces())) {
        const { words, language } = await server.transcribe(samples, milliseconds(startSample))
        if (language !== undefined) languages.set(language, (languages.get(language) ?? 0) + words.length)
        send({ type: 'words', words })
      }
      return send({ type: 'done', durationMs: milliseconds(endSample), language: mainLanguage(languages) })
    }
    if (!files) {
      const rehearsed = await rehearse(pieces())
      const recorded = knowsSamples ? await recordedWords(media) : undefined
      send({ type: 'words', words: recorded ?? rehearsed })
      return send({ type: 'done', durationMs: milliseconds(endSample), ...(recorded && { recorded: true }) })
    }
    loaded ??= loadTranscriber(files, threads)
    const transcriber = await loaded
    for await (const { startSample, samples } of cutSound(pieces()))
      send({ type: 'words', words: wordsFromTokens(await transcriber.transcribe(samples), milliseconds(startSample)) })
    send({ type: 'done', durationMs: milliseconds(endSample) })
  } catch (error) {
    const failure =
      error instanceof EngineError &&
      speechMessage.safeParse({ type: 'failed', code: error.code, message: error.message }).data
    if (failure) return send(failure)
    console.error(error)
    process.exit(1)
  }
}

/** A model takes up to two gigabytes, and decoding a minute much less than one. */
const MOST_MEMORY = 4 * 1024 ** 3

function endIfTooLarge(): void {
  const bytes = process.memoryUsage.rss()
  if (bytes <= MOST_MEMORY) return
  console.error(`The speech process took ${bytes} bytes of memory.`)
  process.exit(1)
}

function send(answer: SpeechMessage): void {
  process.send?.(answer)
}

function milliseconds(samples: number): number {
  return Math.round((samples * 1000) / SAMPLE_RATE)
}
