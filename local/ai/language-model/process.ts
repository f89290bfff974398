/**
 * Child process for the language model. The model runs as native code and takes gigabytes, and its crash must not end
 * the service.
 */
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { RUNNER } from './choice.ts'
import { type ModelAnswer, type ModelRequest, modelRequest, STOP } from './messages.ts'

/** The part of node-llama-cpp that is used here. */
interface Runner {
  getLlama(options: { gpu: false; build: 'never'; maxThreads: number }): Promise<Llama>
  LlamaChatSession: new (options: { contextSequence: Sequence; systemPrompt?: string }) => Session
}
interface Llama {
  loadModel(options: { modelPath: string }): Promise<Model>
  createGrammarForJsonSchema(schema: unknown): Promise<unknown>
}
interface Model {
  createContext(options: { contextSize: number }): Promise<{ getSequence(): Sequence }>
  tokenize(text: string): readonly unknown[]
}
type Sequence = object
interface Session {
  setChatHistory(history: readonly object[]): void
  promptWithMeta(
    text: string,
    options: {
      grammar?: unknown
      maxTokens?: number
      temperature?: number
      repeatPenalty: false
      signal: AbortSignal
      stopOnAbortSignal: true
    },
  ): Promise<{ responseText: string; stopReason: string }>
}

let loaded: ReturnType<typeof load> | undefined
let stop = new AbortController()

process.on('message', message => {
  if (message === STOP) stop.abort()
  else void answer(message)
})
process.on('disconnect', () => process.exit(0))

async function load({ weights, runner, contextTokens }: ModelRequest) {
  const entry = join(runner, 'node_modules', RUNNER.name, 'dist', 'index.js')
  const library: Runner = await import(pathToFileURL(entry).href)
  // By default it uses at least four threads, which wait for each other on fewer cores.
  const llama = await library.getLlama({ gpu: false, build: 'never', maxThreads: availableParallelism() })
  const model = await llama.loadModel({ modelPath: weights })
  const context = await model.createContext({ contextSize: contextTokens })
  return { library, llama, model, sequence: context.getSequence() }
}

async function answer(message: unknown): Promise<void> {
  const request = modelRequest.parse(message)
  const { system, messages, schema, maxTokens, temperature, answerMs } = request
  stop = new AbortController()
  const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(answerMs)])
  const last = messages.at(-1)?.text ?? ''
  loaded ??= load(request)
  const { library, llama, model, sequence } = await loaded
  const prompt = [system, ...messages.map(({ text }) => text)].join('\n')
  const inputTokens = model.tokenize(prompt).length
  if (inputTokens + (maxTokens ?? 0) / 4 > request.contextTokens)
    return send({ failure: `${inputTokens} tokens do not fit into ${request.contextTokens}`, reason: 'tooLong' })
  try {
    const started = performance.now()
    // A sequence caches what it has read, so the instructions that begin every request are read only once.
    const session = new library.LlamaChatSession({ contextSequence: sequence })
    session.setChatHistory([
      ...(system === '' ? [] : [{ type: 'system', text: system }]),
      ...messages
        .slice(0, -1)
        .map(({ role, text }) => (role === 'user' ? { type: 'user', text } : { type: 'model', response: [text] })),
    ])
    const grammar = schema && (await llama.createGrammarForJsonSchema(schema))
    const { responseText, stopReason } = await session.promptWithMeta(last, {
      ...{ grammar, maxTokens, temperature, signal },
      stopOnAbortSignal: true,
      // A penalty would distort JSON, which repeats the names of its properties.
      repeatPenalty: false,
    })
    if (signal.aborted && responseText.trim() === '') throw signal.reason
    send({
      text: responseText,
      isCutOff: stopReason === 'maxTokens' || stopReason === 'abort',
      inputTokens,
      outputTokens: model.tokenize(responseText).length,
      milliseconds: performance.now() - started,
    })
  } catch (error) {
    send({ failure: String(error), reason: signal.aborted ? 'late' : 'other' })
  }
}

function send(message: ModelAnswer): void {
  process.send?.(message)
}
