import { Worker } from 'node:worker_threads'
import { clausesOf } from './clauses.ts'
import { EngineError, type TranslationEngine } from './engine.ts'
import { fromTranslationWorker, type ToTranslationWorker, type TranslatorFiles } from './translation-messages.ts'

const WORKER = new URL('./translation-worker.ts', import.meta.url)
const HANGUL = /\p{Script=Hangul}/u

export interface MozillaOptions {
  files: TranslatorFiles
  /** The module that the worker runs; tests put one in its place that breaks. */
  workerModule?: URL
}

export interface MozillaTranslation extends TranslationEngine {
  /** Whether the files make a working translator: a vocabulary of another model is taken without a word. */
  works(): Promise<boolean>
  close(): Promise<void>
}

/** Mozilla's en-ko model by fxtranslate: one text after another in a worker thread, which is replaced after a throw. */
export function createMozilla(options: MozillaOptions): MozillaTranslation {
  let worker: Worker | undefined
  let turn: Promise<unknown> = Promise.resolve()
  let isClosed = false
  let asked = 0

  function started(): Worker {
    worker ??= new Worker(options.workerModule ?? WORKER, { workerData: options.files, execArgv: [] })
    return worker
  }

  function attempt(text: string): Promise<string> {
    const current = started()
    const id = ++asked
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const onMessage = (message: unknown) => {
      const said = fromTranslationWorker.parse(message)
      if (said.id === id) resolve(said.korean)
    }
    const onExit = (code: number) => reject(new Error(`The translation worker ended with ${code}.`))
    current.on('message', onMessage).once('error', reject).once('exit', onExit)
    const order: ToTranslationWorker = { id, text }
    current.postMessage(order)
    return promise.finally(() => current.off('message', onMessage).off('error', reject).off('exit', onExit))
  }

  async function end(): Promise<void> {
    const ended = worker
    worker = undefined
    // An error after the last answer has nobody to go to.
    await ended?.on('error', () => {}).terminate()
  }

  async function clause(text: string): Promise<string> {
    for (let tries = 1; ; tries++) {
      if (isClosed) throw new EngineError('STOPPED', 'The translation engine is closed.')
      try {
        return await attempt(text)
      } catch (cause) {
        await end()
        if (tries === 2)
          throw new EngineError('ENGINE_FAILED', 'The translation engine broke twice on this text.', { cause })
      }
    }
  }

  async function translateText(text: string): Promise<string> {
    if (text.trim() === '') return text
    const korean: string[] = []
    for (const part of clausesOf(text)) korean.push(await clause(part))
    return korean.join(' ')
  }

  function translate(texts: string[]): Promise<string[]> {
    const result = turn.then(async () => {
      const korean: string[] = []
      for (const text of texts) korean.push(await translateText(text))
      return korean
    })
    turn = result.catch(() => {})
    return result
  }

  return {
    hasRegisters: false,
    translate,
    works: () =>
      translate(['Hello.']).then(
        ([korean = '']) => HANGUL.test(korean),
        () => false,
      ),
    async close() {
      isClosed = true
      await end()
      await turn
    },
  }
}
