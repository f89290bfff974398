/**
 * The child process that transcribes speech, or rehearses it: decodes a media file, transcribes it piece by piece and
 * sends the words as they come. It is a separate process because the native library ends its process on some errors and
 * keeps one or two gigabytes of memory, and because no file may block the service.
 */
import { flushCompileCache } from 'node:module'
import { decodeSound, SAMPLE_RATE, type SoundPiece } from './decode.ts'
import { EngineError, type SpokenWord } from './engine.ts'
import { createLoudnessMeter } from './loudness.ts'
import { recordedWords } from './recordings.ts'
import { rehearsalWords } from './rehearsal-speech.ts'
import { mainLanguage } from './server-words.ts'
import { cutSound } from './sound-cutter.ts'
import { followSound } from './sound-times.ts'
import { type SpeechMessage, speechMessage, speechRequest } from './speech-worker.ts'
import { loadTranscriber, type Transcriber, type TranscriberFiles, wordsFromTokens } from './transcriber.ts'
import { createTranscriptionServer, type TranscribedPiece } from './transcription-server.ts'
import { speechSpans } from './voice-activity.ts'
import { findTurns } from './voices.ts'

let loaded: Promise<Transcriber> | undefined

process.on('message', message => void transcribe(message))
// Node writes its compile cache on exit, but this process is killed. Without the cache a start takes twice the CPU time.
flushCompileCache()
// Without the parent process, no one reads the messages.
process.on('disconnect', () => process.exit(0))

async function transcribe(message: unknown): Promise<void> {
  const { files, servers, voices, knowsSamples, threads, media } = speechRequest.parse(message)
  let endSample = 0
  const meter = createLoudnessMeter()
  async function* pieces(): AsyncGenerator<SoundPiece> {
    for await (const piece of decodeSound(media)) {
      endSample = piece.startSample + piece.samples.length
      meter.add(piece)
      send({ type: 'progress' })
      endIfTooLarge()
      yield piece
    }
  }
  try {
    if (voices) {
      const onProgress = () => send({ type: 'progress' })
      send({ type: 'turns', turns: await findTurns(voices, pieces(), { threads, onProgress }) })
      return send({ type: 'done', durationMs: milliseconds(endSample) })
    }
    if (!servers && !files) {
      for await (const _ of pieces());
      const recorded = knowsSamples ? await recordedWords(media) : undefined
      const levels = meter.levels()
      send({ type: 'words', words: recorded ?? rehearsalWords(speechSpans(levels), levels) })
      return send({ type: 'done', durationMs: milliseconds(endSample), ...(recorded && { recorded: true }) })
    }
    const words: SpokenWord[] = []
    const languages = new Map<string, number>()
    const transcriber = files ? await modelTranscriber(files, threads) : createTranscriptionServer(servers ?? [])
    for await (const { startSample, samples } of cutSound(pieces())) {
      const piece = await transcriber.transcribe(samples, milliseconds(startSample))
      words.push(...piece.words)
      if (piece.language !== undefined)
        languages.set(piece.language, (languages.get(piece.language) ?? 0) + piece.words.length)
      send({ type: 'progress' })
    }
    send({ type: 'words', words: followSound(words, meter.levels()) })
    send({ type: 'done', durationMs: milliseconds(endSample), language: mainLanguage(languages) })
  } catch (error) {
    const failure =
      error instanceof EngineError &&
      speechMessage.safeParse({ type: 'failed', code: error.code, message: error.message }).data
    if (failure) return send(failure)
    console.error(error)
    process.exit(1)
  }
}

/** Transcribes with the model, loading it once for all files. */
async function modelTranscriber(files: TranscriberFiles, threads: number) {
  loaded ??= loadTranscriber(files, threads)
  const transcriber = await loaded
  return {
    async transcribe(samples: Float32Array, offsetMs: number): Promise<TranscribedPiece> {
      return { words: wordsFromTokens(await transcriber.transcribe(samples), offsetMs), language: undefined }
    },
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
