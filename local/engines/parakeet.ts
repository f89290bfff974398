import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { EngineError, type HearingOptions, type Recognition, type SpeechEngine, type SpokenWord } from './engine.ts'
import { languageOf } from './language.ts'
import { fromSpeechProcess, type RecognizerFiles, type ToSpeechProcess } from './speech-messages.ts'

const PROCESS = fileURLToPath(new URL('./speech-process.ts', import.meta.url))

export interface ParakeetOptions {
  files: RecognizerFiles
  /** The module that the child runs; tests put one in its place that breaks. */
  processModule?: string
}

/** NVIDIA's Parakeet by sherpa-onnx: one file at a time in a child process, which is replaced after a crash. */
export function createParakeet(options: ParakeetOptions): SpeechEngine & { close(): Promise<void> } {
  let child: ChildProcess | undefined
  /** The end of what the child wrote to its terminal: the native library says there what is wrong. */
  let lastLines = ''
  let turn: Promise<unknown> = Promise.resolve()
  let isClosed = false

  function started(): ChildProcess {
    if (child?.connected) return child
    child = fork(options.processModule ?? PROCESS, [], { execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
    lastLines = ''
    child.stderr?.on('data', chunk => {
      lastLines = (lastLines + String(chunk)).slice(-1000)
    })
    return child
  }

  /** One try; rejects with what is no EngineError where the child ends without an answer. */
  function attempt(media: string, { signal }: HearingOptions): Promise<Recognition> {
    const worker = started()
    const words: SpokenWord[] = []
    const { promise, resolve, reject } = Promise.withResolvers<Recognition>()
    const onMessage = (message: unknown) => {
      const said = fromSpeechProcess.parse(message)
      if (said.type === 'words') words.push(...said.words)
      if (said.type === 'done') resolve({ words, ...languageOf(words), durationMs: said.durationMs })
      if (said.type === 'failed') reject(new EngineError(said.code, said.message))
    }
    const onExit = (code: number | null, cause: NodeJS.Signals | null) =>
      reject(new Error(`The speech process ended with ${cause ?? code}. ${lastLines}`.trim()))
    const onAbort = () => {
      reject(new EngineError('STOPPED', 'The work was given up.'))
      // A piece that is being decoded cannot be called off.
      worker.kill('SIGKILL')
    }
    worker.on('message', onMessage).once('close', onExit).once('error', reject)
    signal?.addEventListener('abort', onAbort, { once: true })
    const order: ToSpeechProcess = { files: options.files, threads: Math.min(4, availableParallelism()), media }
    worker.send(order, error => error && reject(error))
    return promise.finally(() => {
      worker.off('message', onMessage).off('close', onExit).off('error', reject)
      signal?.removeEventListener('abort', onAbort)
    })
  }

  async function hear(media: string, hearing: HearingOptions): Promise<Recognition> {
    for (let tries = 1; ; tries++) {
      if (isClosed || hearing.signal?.aborted) throw new EngineError('STOPPED', 'The work was given up.')
      try {
        return await attempt(media, hearing)
      } catch (cause) {
        if (cause instanceof EngineError && cause.code !== 'STOPPED') throw cause
        await end(child)
        if (cause instanceof EngineError) throw cause
        if (tries === 2)
          throw new EngineError('ENGINE_FAILED', 'The speech engine broke twice on this file.', { cause })
      }
    }
  }

  return {
    hear(media, hearing = {}) {
      const result = turn.then(() => hear(media, hearing))
      turn = result.catch(() => {})
      return result
    },
    async close() {
      isClosed = true
      await end(child)
      await turn
    },
  }
}

/** Ends a child and waits until it is gone. */
async function end(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise(resolve => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
}
