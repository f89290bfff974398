import type { ContentBlock, ConverseCommandInput, ConverseCommandOutput, Tool } from '@aws-sdk/client-bedrock-runtime'
import { chooseTool } from '../contract/tool-choice.ts'
import { log, logCounted } from '../runtime/log.ts'
import { isPassing, retrying } from '../runtime/retry.ts'
import { loadBedrock, type Model, ModelGoneError, ModelLateError } from './model.ts'
import { joinInputs, jsonIn, openCall } from './read-json.ts'

/** One request whose response is the call of one tool. */
export interface ToolQuestion {
  /** Kind of request, for the log. */
  what: 'brief' | 'translation' | 'review' | 'again' | 'check' | 'youtube'
  system: string
  /** The user message: the material, then the task. */
  material: string
  asked: string
  /** True if the next request begins with the same material, so that it is worth caching. */
  comesAgain: boolean
  /** `isStrict`: models that can enforce the schema must do so. */
  tool: { name: string; description: string; schema: JsonObject; isStrict?: boolean }
  maxTokens: number
  /** Epoch milliseconds after which the model is not called again. */
  giveUpAt: number
}

type Json = string | number | boolean | null | Json[] | JsonObject
export interface JsonObject {
  [name: string]: Json
}

export interface ToolAnswer {
  /**
   * Input of the tool call as the model wrote it; the model's text if that contains only damaged JSON; undefined if there is
   * neither a call nor JSON.
   */
  input: unknown
  /** True if the answer was cut off at `maxTokens`. */
  isCutOff: boolean
}

/** Errors that every further request would also get. A retired model is a ResourceNotFoundException. */
const LASTING = new Set([
  'AccessDeniedException',
  'ResourceNotFoundException',
  'UnrecognizedClientException',
  'ExpiredTokenException',
])

/** Bedrock's and the SDK's names for an answer that did not come in time. */
const LATE = new Set(['ModelTimeoutException', 'TimeoutError'])

/** ValidationExceptions about the model id instead of the request: retired, misspelt, or only callable by a profile. */
const INVALID_MODEL = /model identifier is invalid|on-demand throughput/i

/** A ThrottlingException that lasts until tomorrow. New accounts may have a quota of 0. */
const DAY_IS_SPENT = /tokens per day/i

/** True if every further request would fail, too, for longer than it is worth to wait. */
function isLasting({ name, message }: Error): boolean {
  if (name === 'ValidationException') return INVALID_MODEL.test(message)
  if (name === 'ThrottlingException') return DAY_IS_SPENT.test(message)
  return LASTING.has(name)
}

/**
 * Calls a model through Converse; it must respond by calling the tool. Logs token counts but never texts.
 * @returns `undefined` if the model rejects this one request, or if `giveUpAt` has passed
 * @throws ModelGoneError if it is missing, not granted, or busy for longer than the patience allows
 * @throws ModelLateError if the answer takes too long
 */
export async function askModel(model: Model, question: ToolQuestion): Promise<ToolAnswer | undefined> {
  if (model.now() >= question.giveUpAt) return undefined
  const reply = await replied(model, question)
  if (!reply) return undefined
  const { inputTokens = 0, outputTokens = 0, cacheReadInputTokens = 0 } = reply.usage ?? {}
  logCounted('model', 'model', 'the model answered', {
    what: question.what,
    inputTokens,
    outputTokens,
    cachedTokens: cacheReadInputTokens,
  })
  if (reply.stopReason !== 'tool_use')
    log('warn', 'model', 'the model stopped early', { what: question.what, stopReason: reply.stopReason })
  const blocks = reply.output?.message?.content ?? []
  const { name } = question.tool
  const calls = blocks.flatMap(({ toolUse }) => (toolUse?.name === name ? [openCall(toolUse.input, name)] : []))
  // A model that is not forced to call the tool may write the call or its input as text.
  const text = () => openCall(jsonIn(blocks.map(block => block.text ?? '').join('')), name)
  return { input: calls.length > 0 ? joinInputs(calls) : text(), isCutOff: reply.stopReason === 'max_tokens' }
}

async function replied(model: Model, question: ToolQuestion): Promise<ConverseCommandOutput | undefined> {
  const { ConverseCommand } = await loadBedrock()
  const client = await model.client()
  const command = new ConverseCommand(commandInput(model.id, question))
  const about = { model: model.id, what: question.what }
  try {
    return await retrying(async ({ isLast, waitMs }) => {
      try {
        return await client.send(command)
      } catch (error) {
        const isOver = isLast || model.now() + waitMs >= question.giveUpAt
        if (isOver || !isPassing(error) || isLasting(error) || LATE.has(error.name)) throw error
        return undefined
      }
    }, model.retry)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if (LATE.has(error.name)) {
      log('warn', 'model', 'the model took too long', about, error)
      throw new ModelLateError(model.now() >= question.giveUpAt, { cause: error })
    }
    if (isLasting(error)) {
      log('error', 'model', 'the model did not answer', about, error)
      throw new ModelGoneError('the model cannot be used', { cause: error })
    }
    if (isPassing(error)) {
      log('warn', 'model', 'the model was too busy', about, error)
      throw new ModelGoneError('the model was too busy', { cause: error })
    }
    log('error', 'model', 'the model did not answer', about, error)
    return undefined
  }
}

function commandInput(
  modelId: string,
  { system, material, asked, comesAgain, tool, maxTokens }: ToolQuestion,
): ConverseCommandInput {
  const cachePoint = { cachePoint: { type: 'default' } } as const
  const caches = cachesPrompts(modelId)
  const strict = tool.isStrict && HOLDS_TO_SCHEMA.test(modelId) ? { strict: true } : {}
  const json = 'strict' in strict ? withoutBounds(tool.schema) : tool.schema
  const spec: Tool = {
    toolSpec: { name: tool.name, description: tool.description, inputSchema: { json }, ...strict },
  }
  const content: ContentBlock[] = [{ text: material }, ...(comesAgain && caches ? [cachePoint] : []), { text: asked }]
  return {
    modelId,
    // Tools and instructions are the same for all batches of a talk.
    system: [{ text: system }, ...(caches && tool.isStrict ? [cachePoint] : [])],
    messages: [{ role: 'user', content }],
    toolConfig: { tools: [spec], toolChoice: chooseTool(modelId, tool.name) },
    inferenceConfig: { maxTokens },
    ...(THINKING_OPTIONAL.test(modelId) && { additionalModelRequestFields: { thinking: { type: 'disabled' } } }),
  }
}

/** Models that think unless told otherwise. Thinking costs tokens and time, counts towards `maxTokens`, and can be off. */
const THINKING_OPTIONAL = /(?:^|\.)anthropic\.claude-haiku-5/

/**
 * Models that enforce a tool's schema; others reject `strict`. Bedrock offers no structured outputs for Claude 5 (Anthropic's
 * migration guide for Haiku 5.5, October 2026).
 */
const HOLDS_TO_SCHEMA = /(?:^|\.)anthropic\.claude-(?:opus|sonnet|haiku)-4-[5-9]/

/** Models that accept a cache point in Converse; others reject a request with one. */
const CACHING =
  /(?:^|\.)(?:anthropic\.claude-(?:3-7|3-5-haiku|(?:opus|sonnet|haiku)-\d)|amazon\.nova-(?:micro|lite|pro|premier))/

/** Whether a model, or the model behind a profile, accepts a cache point. An ARN does not tell, so it counts as no. */
function cachesPrompts(modelId: string): boolean {
  return CACHING.test(modelId)
}

/** Keywords that are refused in a schema that a model must hold to (Anthropic, structured outputs). */
const BOUNDS = new Set(['minimum', 'maximum', 'minItems', 'maxItems', 'minLength', 'maxLength'])

function withoutBounds(schema: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(schema, (key, value: unknown) => (BOUNDS.has(key) ? undefined : value)))
}
