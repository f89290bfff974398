import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import { EngineError, type SpokenWord, type Transcription, type TranscriptionOptions } from './engine.ts'
import type { Server } from './servers.ts'
import { type TranscriberFiles, transcriberFiles } from './transcriber.ts'
import { type VoiceFiles, type VoiceTurn, voiceFiles, voiceTurn } from './voices.ts'
import { createWorkQueue, tryTwice } from './work-queue.ts'

/** The speech process is beside this file in the source, and beside the bundle in the layer (`bin/models/layer.ts`). */
const PROCESS = fileURLToPath(new URL(`./speech-process${extname(import.meta.url)}`, import.meta.url))

/** Trailing characters of the child's stderr to keep, where the native library names its errors. */
const STDERR_CHARACTERS = 1000

/**
 * Request to the speech process. With `voices`, the process finds out who speaks when, instead of what is said. Without
 * servers and a model's files, it rehearses. With `knowsSamples`, it also identifies the shipped samples.
 */
export const speechRequest = z.object({
  files: transcriberFiles.optional(),
  servers: z.array(z.object({ url: z.string(), model: z.string(), key: z.string().optional() })).optional(),
  voices: voiceFiles.optional(),
  knowsSamples: z.boolean().optional(),
  threads: z.int(),
  media: z.string(),
})
type SpeechRequest = z.infer<typeof speechRequest>

const spokenWord = z.object({
  text: z.string(),
  startMs: z.int(),
  endMs: z.int(),
  confidence: z.number(),
  after: z.string(),
})

/** Messages of the speech process: `progress` repeatedly, `words` or `turns`, then `done` or `failed`. */
export const speechMessage = z.union([
  z.object({ type: z.literal('progress') }),
  z.object({ type: z.literal('words'), words: z.array(spokenWord) }),
  z.object({ type: z.literal('turns'), turns: z.array(voiceTurn) }),
  z.object({
    type: z.literal('done'),
    durationMs: z.int(),
    recorded: z.literal(true).optional(),
    language: z.string().optional(),
  }),
  z.object({
    type: z.literal('failed'),
    code: z.enum(['NO_AUDIO', 'UNREADABLE', 'UNSUPPORTED_CODEC', 'TOO_LONG']),
    message: z.string(),
  }),
])
export type SpeechMessage = z.infer<typeof speechMessage>

/** Limits of the speech process, so that no file can take over the machine. */
export interface TranscriptionLimits {
  /** Longest time without a message, in milliseconds. There is at least one for every minute of sound. */
  silenceMs: number
  /** Longest time for one file, in milliseconds. */
  patienceMs: number
  /** Heap of the process, in MB. A model's memory is not part of it. */
  heapMegabytes: number
}

/** Four hours of sound take two hours on a slow machine, and one minute a few seconds. */
export const TRANSCRIPTION_LIMITS: TranscriptionLimits = {
  silenceMs: 5 * 60_000,
  patienceMs: 8 * 3_600_000,
  heapMegabytes: 1024,
}

export interface WorkerOptions {
  files?: TranscriberFiles
  /** Transcription servers, which take the place of a model. */
  servers?: Server[]
  /** Models that distinguish voices. If given, the process returns no words. */
  voices?: VoiceFiles
  /** Whether a process without a model returns the recorded words of the shipped samples. */
  knowsSamples?: boolean
  /** Module that the child runs. Tests replace it by one that crashes. */
  processModule?: string
  limits?: TranscriptionLimits
}

/** Result of the process; `recorded` for the words of a shipped sample. */
interface Transcribed extends Pick<Transcription, 'words' | 'durationMs'> {
  turns: VoiceTurn[]
  recorded?: true
  /** The language that the servers identified. */
  language?: string
}

export interface SpeechWorker {
  transcribe(media: string, options?: TranscriptionOptions): Promise<Transcribed>
  close(): Promise<void>
}

/**
 * Transcribes one file at a time in a child process with limits. The process is replaced after a crash and when it
 * exceeds a limit. A file that ends it twice fails.
 */
export function createSpeechWorker(options: WorkerOptions = {}): SpeechWorker {
  const { limits = TRANSCRIPTION_LIMITS } = options
  const queue = createWorkQueue()
  let child: ChildProcess | undefined
  let stderr = ''
  let isClosed = false

  function runningChild(): ChildProcess {
    if (child?.connected) return child
    child = fork(options.processModule ?? PROCESS, [], {
      execArgv: [`--max-old-space-size=${limits.heapMegabytes}`],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    stderr = ''
    child.stderr?.on('data', chunk => {
      stderr = (stderr + String(chunk)).slice(-STDERR_CHARACTERS)
    })
    return child
  }

  /**
   * One attempt. Rejects with an EngineError for a faulty file, and with any other error if the child exits early or
   * hangs.
   */
  function attempt(media: string, signal: AbortSignal | undefined): ReturnType<SpeechWorker['transcribe']> {
    const worker = runningChild()
    const words: SpokenWord[] = []
    const turns: VoiceTurn[] = []
    const { promise, resolve, reject } = Promise.withResolvers<Transcribed>()
    const giveUp = (limit: string, ms: number) =>
      setTimeout(() => reject(new Error(`The speech process ${limit} for ${ms} ms. ${stderr}`.trim())), ms)
    const silence = giveUp('said nothing', limits.silenceMs)
    const patience = giveUp('was not done', limits.patienceMs)
    const onMessage = (message: unknown) => {
      silence.refresh()
      const answer = speechMessage.parse(message)
      if (answer.type === 'words') for (const word of answer.words) words.push(word)
      if (answer.type === 'turns') for (const turn of answer.turns) turns.push(turn)
      if (answer.type === 'done')
        resolve({
          words,
          turns,
          durationMs: answer.durationMs,
          ...(answer.recorded && { recorded: true }),
          ...(answer.language !== undefined && { language: answer.language }),
        })
      if (answer.type === 'failed') reject(new EngineError(answer.code, answer.message))
    }
    const onExit = (code: number | null, cause: NodeJS.Signals | null) =>
      reject(new Error(`The speech process ended with ${cause ?? code}. ${stderr}`.trim()))
    // Only the end of the process interrupts the decoding of a piece.
    const onAbort = () => {
      reject(new EngineError('STOPPED', 'The work was abandoned.'))
      worker.kill('SIGKILL')
    }
    worker.on('message', onMessage).once('close', onExit).once('error', reject)
    signal?.addEventListener('abort', onAbort, { once: true })
    const { files, servers, voices, knowsSamples } = options
    const threads = Math.min(4, availableParallelism())
    const request: SpeechRequest = { files, servers, voices, knowsSamples, threads, media }
    worker.send(request, error => error && reject(error))
    return promise.finally(() => {
      clearTimeout(silence)
      clearTimeout(patience)
      worker.off('message', onMessage).off('close', onExit).off('error', reject)
      signal?.removeEventListener('abort', onAbort)
    })
  }

  return {
    transcribe: (media, { signal }: TranscriptionOptions = {}) =>
      queue.add(() =>
        tryTwice(() => attempt(media, signal), {
          isStopped: () => isClosed || signal?.aborted === true,
          endWorker: () => endProcess(child),
        }),
      ),
    async close() {
      isClosed = true
      await endProcess(child)
      await queue.idle()
    },
  }
}

/** Kills a child process and waits until it has exited. */
async function endProcess(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const { promise, resolve } = Promise.withResolvers<void>()
  child.once('exit', () => resolve())
  child.kill('SIGKILL')
  await promise
}
