import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import {
  EngineError,
  type HearingOptions,
  type Recognition,
  type SpeechEngine,
  type SpokenWord,
  UNDETERMINED,
} from './engine.ts'
import { type RecognizerFiles, recognizerFiles } from './recognizer.ts'
import { createWorkQueue, tryTwice } from './work-queue.ts'

const PROCESS = fileURLToPath(new URL('./speech-process.ts', import.meta.url))

/** Characters kept of what the child last wrote to stderr, where the native library names its errors. */
const STDERR_CHARACTERS = 1000

/** Request to the speech process. */
export const speechRequest = z.object({ files: recognizerFiles, threads: z.int(), media: z.string() })
type SpeechRequest = z.infer<typeof speechRequest>

const spokenWord = z.object({
  text: z.string(),
  startMs: z.int(),
  endMs: z.int(),
  confidence: z.number(),
  after: z.string(),
})

/** Answers of the speech process: any number of `words`, then `done` or `failed`. */
export const speechAnswer = z.union([
  z.object({ type: z.literal('words'), words: z.array(spokenWord) }),
  z.object({ type: z.literal('done'), durationMs: z.int() }),
  z.object({
    type: z.literal('failed'),
    code: z.enum(['NO_AUDIO', 'UNREADABLE', 'UNSUPPORTED_CODEC']),
    message: z.string(),
  }),
])
export type SpeechAnswer = z.infer<typeof speechAnswer>

export interface ParakeetOptions {
  files: RecognizerFiles
  /** Module that the child runs; tests put a crashing one in its place. */
  processModule?: string
}

/** NVIDIA's Parakeet through sherpa-onnx: one file at a time in a child process, which is replaced after a crash. */
export function createParakeet(options: ParakeetOptions): SpeechEngine & { close(): Promise<void> } {
  const queue = createWorkQueue()
  let child: ChildProcess | undefined
  let stderr = ''
  let isClosed = false

  function runningChild(): ChildProcess {
    if (child?.connected) return child
    child = fork(options.processModule ?? PROCESS, [], { execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
    stderr = ''
    child.stderr?.on('data', chunk => {
      stderr = (stderr + String(chunk)).slice(-STDERR_CHARACTERS)
    })
    return child
  }

  /** One try. Rejects with an EngineError for a faulty file, with any other error where the child ends early. */
  function attempt(media: string, signal: AbortSignal | undefined): Promise<Recognition> {
    const worker = runningChild()
    const words: SpokenWord[] = []
    const { promise, resolve, reject } = Promise.withResolvers<Recognition>()
    const onMessage = (message: unknown) => {
      const answer = speechAnswer.parse(message)
      if (answer.type === 'words') words.push(...answer.words)
      if (answer.type === 'done') resolve({ words, ...languageOf(words), durationMs: answer.durationMs })
      if (answer.type === 'failed') reject(new EngineError(answer.code, answer.message))
    }
    const onExit = (code: number | null, cause: NodeJS.Signals | null) =>
      reject(new Error(`The speech process ended with ${cause ?? code}. ${stderr}`.trim()))
    // Nothing but the end of the process interrupts the decoding of a piece.
    const onAbort = () => {
      reject(new EngineError('STOPPED', 'The work was abandoned.'))
      worker.kill('SIGKILL')
    }
    worker.on('message', onMessage).once('close', onExit).once('error', reject)
    signal?.addEventListener('abort', onAbort, { once: true })
    const request: SpeechRequest = { files: options.files, threads: Math.min(4, availableParallelism()), media }
    worker.send(request, error => error && reject(error))
    return promise.finally(() => {
      worker.off('message', onMessage).off('close', onExit).off('error', reject)
      signal?.removeEventListener('abort', onAbort)
    })
  }

  return {
    hear: (media, { signal }: HearingOptions = {}) =>
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

/** Kills a child process and waits until it is gone. */
async function endProcess(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const { promise, resolve } = Promise.withResolvers<void>()
  child.once('exit', () => resolve())
  child.kill('SIGKILL')
  await promise
}

/** The function words of English: four to five of ten words in ordinary speech. */
const FUNCTION_WORDS = new Set(
  (
    'the be to of and a in that have i it for not on with he as you do at this but his by from they we say her she or ' +
    'an will my one all would there their what so up out if about who get which go me when make can like no just him ' +
    "know is are was were been has had did does don't it's i'm that's we're you're its our your them us then than"
  ).split(' '),
)

/** Fewer words are not enough to judge. */
const MIN_JUDGED_WORDS = 20
/** Share of function words that English is far above, and words made up for another language are below. */
const MIN_FUNCTION_SHARE = 0.1

/**
 * Judges whether the words of this English-only recognizer are English. For speech in another language it writes
 * English-looking words with hardly any function words; 20 or more such words count as a language that cannot be named.
 * A rule of thumb, not measured on real speech, hence the low bar.
 */
export function languageOf(words: readonly SpokenWord[]): { language: string; languageScore: number } {
  const known = words.filter(({ text }) => FUNCTION_WORDS.has(text.toLowerCase().replace('’', "'"))).length
  const share = known / Math.max(1, words.length)
  if (words.length >= MIN_JUDGED_WORDS && share < MIN_FUNCTION_SHARE)
    return { language: UNDETERMINED, languageScore: 0.5 }
  return { language: 'en-US', languageScore: Math.min(0.99, 0.6 + share) }
}
