import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { ServiceFault } from '#local-aws/aws/errors.ts'
import { createWorkQueue } from '../../engines/work-queue.ts'
import type { ConverseModel } from '../converse/index.ts'
import { type ConverseInput, type ConverseReply, expectedTool, textsOf } from '../converse/wire.ts'
import { CONTEXT_TOKENS, type LanguageModelFiles } from './choice.ts'
import { type ModelAnswer, type ModelRequest, modelAnswer } from './messages.ts'

const PROCESS = fileURLToPath(new URL('./process.ts', import.meta.url))
/**
 * Functions wait this long for a response. Here the time in the queue does not count, because requests run one at a
 * time.
 */
const ANSWER_MS = 230_000
/** Tokens that the model writes per minute of speech, including the review (`npm run cost`). */
const TOKENS_PER_MINUTE = 700

interface LanguageModelOptions {
  files: LanguageModelFiles
  log(line: string): void
  /** Time limit of a response in milliseconds. Tests shorten it. */
  answerMs?: number
}

/**
 * Converse, backed by a language model in another process on this machine. A grammar enforces the tool's schema, so
 * every response that is not cut off is a tool call.
 */
export function createLanguageModel({
  files,
  log,
  answerMs = ANSWER_MS,
}: LanguageModelOptions): ConverseModel & { close(): Promise<void> } {
  const queue = createWorkQueue()
  let child: ChildProcess | undefined
  let isMeasured = false

  function ask(request: ModelRequest): Promise<ModelAnswer> {
    const running = child?.connected ? child : fork(PROCESS, [], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    child = running
    const { promise, resolve, reject } = Promise.withResolvers<ModelAnswer>()
    const timer = setTimeout(() => {
      reject(new ServiceFault('ModelTimeoutException', 'The language model took too long.', 408))
      // Only killing the process interrupts a response.
      running.kill('SIGKILL')
    }, answerMs)
    const onExit = (code: number | null) =>
      reject(new ServiceFault('ModelErrorException', `The language model's process ended with ${code}.`, 424))
    const onMessage = (message: unknown) => resolve(modelAnswer.parse(message))
    running.once('exit', onExit).once('message', onMessage)
    running.send(request)
    return promise.finally(() => {
      clearTimeout(timer)
      running.off('exit', onExit).off('message', onMessage)
    })
  }

  /** Logs, after the first sentences, how long a talk will take. */
  function measure({ outputTokens, milliseconds }: Exclude<ModelAnswer, { failure: string }>): void {
    if (isMeasured || outputTokens < 20) return
    isMeasured = true
    const minutes = Math.ceil((10 * TOKENS_PER_MINUTE * milliseconds) / outputTokens / 60_000)
    log(`The language model takes about ${minutes} minutes for a talk of ten, measured on the first sentences.`)
  }

  return {
    async answer(input) {
      const answer = await queue.add(() => ask(requestOf(input, files)))
      if ('failure' in answer)
        throw new ServiceFault(
          answer.isTooLong ? 'ValidationException' : 'ModelErrorException',
          answer.failure,
          answer.isTooLong ? 400 : 424,
        )
      measure(answer)
      return replyOf(answer, input)
    },
    async close() {
      child?.kill('SIGKILL')
      await queue.idle()
    },
  }
}

function requestOf(input: ConverseInput, files: LanguageModelFiles): ModelRequest {
  return {
    ...files,
    contextTokens: CONTEXT_TOKENS,
    system: textsOf(input.system ?? []).join('\n'),
    messages: input.messages.map(({ role, content }) => ({ role, text: textsOf(content).join('\n\n') })),
    schema: expectedTool(input)?.inputSchema.json,
    maxTokens: input.inferenceConfig?.maxTokens,
    temperature: input.inferenceConfig?.temperature,
  }
}

function replyOf(answer: Exclude<ModelAnswer, { failure: string }>, input: ConverseInput): ConverseReply {
  const { text, isCutOff, inputTokens, outputTokens } = answer
  const name = expectedTool(input)?.name
  const opened = name === undefined || isCutOff ? undefined : parsedObject(text)
  if (name !== undefined && opened)
    return {
      content: [{ toolUse: { toolUseId: 'call', name, input: opened } }],
      stopReason: 'tool_use',
      inputTokens,
      outputTokens,
    }
  return {
    content: text.trim() === '' ? [] : [{ text }],
    stopReason: isCutOff ? 'max_tokens' : 'end_turn',
    inputTokens,
    outputTokens,
  }
}

function parsedObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
