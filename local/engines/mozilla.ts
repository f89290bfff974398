import { Worker } from 'node:worker_threads'
import * as z from 'zod'
import type { TranslationEngine } from './engine.ts'
import { createWorkQueue, tryTwice } from './work-queue.ts'

const WORKER = new URL('./translation-worker.ts', import.meta.url)
const HANGUL = /\p{Script=Hangul}/u

/** Paths of a translation model's files. Both vocabularies may be the same file. */
export const translatorFiles = z.object({
  model: z.string(),
  sourceVocabulary: z.string(),
  targetVocabulary: z.string(),
})
export type TranslatorFiles = z.infer<typeof translatorFiles>

/** Request to the translation worker. */
export const translationRequest = z.object({ id: z.int(), text: z.string() })
type TranslationRequest = z.infer<typeof translationRequest>

const translationResponse = z.object({ id: z.int(), korean: z.string() })
/** Response of the translation worker. */
export type TranslationResponse = z.infer<typeof translationResponse>

export interface MozillaOptions {
  files: TranslatorFiles
  /** Module that the worker runs. Tests replace it by one that crashes. */
  workerModule?: URL
}

export interface MozillaTranslation extends TranslationEngine {
  /** Whether the files translate. The library accepts the vocabulary of another model without an error. */
  works(): Promise<boolean>
  close(): Promise<void>
}

/**
 * Mozilla's en-ko model through fxtranslate: one text at a time in a worker thread, which is replaced after an error.
 */
export function createMozilla(options: MozillaOptions): MozillaTranslation {
  const queue = createWorkQueue()
  let worker: Worker | undefined
  let isClosed = false
  let requests = 0

  function attempt(text: string): Promise<string> {
    worker ??= new Worker(options.workerModule ?? WORKER, { workerData: options.files, execArgv: [] })
    const current = worker
    requests += 1
    const request: TranslationRequest = { id: requests, text }
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const onMessage = (message: unknown) => {
      const { id, korean } = translationResponse.parse(message)
      if (id === request.id) resolve(korean)
    }
    const onExit = (code: number) => reject(new Error(`The translation worker ended with ${code}.`))
    current.on('message', onMessage).once('error', reject).once('exit', onExit)
    current.postMessage(request)
    return promise.finally(() => current.off('message', onMessage).off('error', reject).off('exit', onExit))
  }

  async function endWorker(): Promise<void> {
    const ended = worker
    worker = undefined
    // Without pending work there is no listener for errors either.
    await ended?.on('error', () => {}).terminate()
  }

  async function translateText(text: string): Promise<string> {
    if (text.trim() === '') return text
    const korean: string[] = []
    for (const clause of splitClauses(text))
      korean.push(await tryTwice(() => attempt(clause), { isStopped: () => isClosed, endWorker }))
    return korean.join(' ')
  }

  function translate(texts: string[]): Promise<string[]> {
    return queue.add(async () => {
      const korean: string[] = []
      for (const text of texts) korean.push(await translateText(text))
      return korean
    })
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
      await endWorker()
      await queue.idle()
    },
  }
}

/** Longest text for a translator whose time grows with the square of the length. */
const MAX_WORDS = 40

/** Clause ends, from the strongest to the weakest. */
const BOUNDARIES = [/[.?!]["'”’)]*$/, /[;:]$/, /,$/]

/** Splits a text into parts of at most 40 words, after the strongest punctuation nearest to the middle. */
export function splitClauses(text: string): string[] {
  const words = text.trim().split(/\s+/)
  if (words.length <= MAX_WORDS) return [words.join(' ')]
  const cut = cutPlace(words)
  return [...splitClauses(words.slice(0, cut).join(' ')), ...splitClauses(words.slice(cut).join(' '))]
}

/** Number of words before the cut. */
function cutPlace(words: string[]): number {
  const middle = words.length / 2
  const inner = words.slice(0, -1).map((word, i) => ({ word, end: i + 1 }))
  for (const boundary of BOUNDARIES) {
    const places = inner.filter(({ word }) => boundary.test(word)).map(({ end }) => end)
    const nearest = places.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0]
    if (nearest !== undefined) return nearest
  }
  return Math.round(middle)
}
