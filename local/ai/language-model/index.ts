import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import { ServiceFault } from '#local-aws/aws/errors.ts'
import { LOCAL_ANSWER_MS } from '../../../lambdas/contract/local-model.ts'
import { createWorkQueue } from '../../engines/work-queue.ts'
import type { ConverseModel } from '../converse/index.ts'
import type { Pace } from '../converse/pace.ts'
import { type ConverseInput, type ConverseReply, expectedTool, textsOf } from '../converse/wire.ts'
import { CONTEXT_TOKENS, LANGUAGE_MODEL, type LanguageModelFiles } from './choice.ts'
import { type ModelAnswer, type ModelRequest, modelAnswer, STOP } from './messages.ts'

const PROCESS = fileURLToPath(new URL('./process.ts', import.meta.url))
/** A process that has not stopped this long after its time limit is hanging in native code. */
const HANGS_MS = 30_000

interface LanguageModelOptions {
  files: LanguageModelFiles
  /** Receives how fast the model writes. */
  pace?: Pace
  /** Time limit of a response in milliseconds. Tests shorten it. */
  answerMs?: number
  hangsMs?: number
}

/**
 * Converse, backed by a language model in another process on this machine. A grammar enforces the tool's schema, so
 * every response that is not cut off is a tool call.
 */
export function createLanguageModel({
  files,
  pace,
  answerMs = LOCAL_ANSWER_MS,
  hangsMs = HANGS_MS,
}: LanguageModelOptions): ConverseModel & { close(): Promise<void> } {
  const queue = createWorkQueue()
  let child: ChildProcess | undefined

  function ask(request: ModelRequest, gone: AbortSignal | undefined): Promise<ModelAnswer> {
    const running = child?.connected ? child : fork(PROCESS, [], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    child = running
    const { promise, resolve, reject } = Promise.withResolvers<ModelAnswer>()
    const timer = setTimeout(() => {
      reject(TOO_LATE)
      running.kill('SIGKILL')
    }, answerMs + hangsMs)
    const onGone = () => void (running.connected && running.send(STOP))
    gone?.addEventListener('abort', onGone)
    const onExit = (code: number | null) =>
      reject(new ServiceFault('ModelErrorException', `The language model's process ended with ${code}.`, 424))
    const onMessage = (message: unknown) => resolve(modelAnswer.parse(message))
    running.once('exit', onExit).once('message', onMessage)
    running.send(request)
    return promise.finally(() => {
      clearTimeout(timer)
      gone?.removeEventListener('abort', onGone)
      running.off('exit', onExit).off('message', onMessage)
    })
  }

  return {
    async answer(input, gone) {
      const answer = await queue.add(async () => {
        if (gone?.aborted) throw TOO_LATE
        return ask(requestOf(input, files, answerMs), gone)
      })
      if ('failure' in answer) throw faultOf(answer)
      pace?.measure(LANGUAGE_MODEL.id, expectedTool(input)?.name, answer.outputTokens, answer.milliseconds)
      return replyOf(answer, input)
    },
    async close() {
      child?.kill('SIGKILL')
      await queue.idle()
    },
  }
}

const TOO_LATE = new ServiceFault('ModelTimeoutException', 'The language model took too long.', 408)

function faultOf({ reason, failure }: Extract<ModelAnswer, { failure: string }>): ServiceFault {
  if (reason === 'late') return TOO_LATE
  if (reason === 'tooLong') return new ServiceFault('ValidationException', failure)
  return new ServiceFault('ModelErrorException', failure, 424)
}

function requestOf(input: ConverseInput, files: LanguageModelFiles, answerMs: number): ModelRequest {
  return {
    ...files,
    answerMs,
    contextTokens: CONTEXT_TOKENS,
    system: textsOf(input.system ?? []).join('\n'),
    messages: input.messages.map(({ role, content }) => ({ role, text: textsOf(content).join('\n\n') })),
    schema: withoutOptional(expectedTool(input)?.inputSchema.json),
    maxTokens: input.inferenceConfig?.maxTokens,
    temperature: input.inferenceConfig?.temperature,
  }
}

const objectSchema = z.looseObject({ properties: z.record(z.string(), z.unknown()), required: z.array(z.string()) })

/**
 * A schema without optional properties. The runner's grammar makes the model write every property, so with optional
 * ones it would write a reason for every text and take twice as long.
 */
function withoutOptional<Schema>(schema: Schema): Schema
function withoutOptional(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutOptional)
  if (typeof schema !== 'object' || schema === null) return schema
  const { required, properties } = objectSchema.safeParse(schema).data ?? {}
  const kept = properties && Object.entries(properties).filter(([name]) => required?.includes(name))
  const entries = Object.entries({ ...schema, ...(kept && { properties: Object.fromEntries(kept) }) })
  return Object.fromEntries(entries.map(([name, value]) => [name, withoutOptional(value)]))
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
