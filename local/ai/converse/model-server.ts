import { ServiceFault } from '#local-aws/aws/errors.ts'
import { LOCAL_ANSWER_MS } from '../../../lambdas/contract/local-model.ts'
import type { Server } from '../../engines/servers.ts'
import { type Completion, readCompletion, StreamError } from './completion.ts'
import type { ConverseModel } from './index.ts'
import type { Pace } from './pace.ts'
import { type ConverseInput, type ConverseReply, expectedTool, type StopReason, textsOf } from './wire.ts'

export interface ModelServer extends Server {
  fetch: typeof fetch
}

interface ModelServerOptions {
  /** Time limit of an answer in milliseconds. Tests shorten it. */
  answerMs?: number
  /** Receives how fast a model writes. */
  pace?: Pace
}

/**
 * How a server is made to return the tool's input: by forcing the tool call; without tools, by a schema for its text; or by
 * asking for JSON in words.
 */
type Way = 'tool' | 'schema' | 'text'
const NEXT: Record<Way, Way | undefined> = { tool: 'schema', schema: 'text', text: undefined }

/** Implements Converse with the chat completions of an OpenAI-compatible server. */
function createModelServer(
  { url, model, key, fetch }: ModelServer,
  { answerMs = LOCAL_ANSWER_MS, pace }: ModelServerOptions,
): ConverseModel {
  const address = `${url}/chat/completions`
  const headers = { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) }
  const send = async (way: Way, input: ConverseInput, stop: AbortSignal) => {
    const body = JSON.stringify(chatRequest(model, input, way))
    const startedAt = performance.now()
    const response = await fetch(address, { method: 'POST', headers, body, signal: stop })
    if (!response.ok) return new ServerRefusal(response.status, await response.text())
    const completion = await readCompletion(response)
    if (!completion)
      throw new ServiceFault('ModelErrorException', `The model server answered in another shape: ${address}`, 424)
    pace?.measure(model, expectedTool(input)?.name, completion.outputTokens, performance.now() - startedAt)
    return completion
  }
  /** The way that worked last with this server. */
  let known: Way = 'tool'
  return {
    async answer(input, gone) {
      const late = AbortSignal.timeout(answerMs)
      const stop = gone ? AbortSignal.any([late, gone]) : late
      for (let way = known; ; ) {
        const reply = await reached(() => send(way, input, stop), late)
        const isUnfit = reply instanceof ServerRefusal ? reply.isAboutWay : way === 'tool' && isProse(reply)
        const next = expectedTool(input) && NEXT[way]
        if (isUnfit && next) way = next
        else if (reply instanceof ServerRefusal) throw reply.fault()
        else {
          // A response without a tool call shows that the server does not force tool calls. Later requests send the
          // schema instead, because the server may enforce that.
          known = way === 'tool' && next && reply.calls.length === 0 ? next : way
          return replyOf(reply, input)
        }
      }
    },
  }
}

/** Calls the servers in order until one answers. A late answer ends the attempt, because no time is left for the others. */
export function createModelServers(servers: readonly ModelServer[], options: ModelServerOptions = {}): ConverseModel {
  const models = servers.map(server => createModelServer(server, options))
  return {
    async answer(input, gone) {
      let refused: unknown
      for (const model of models)
        try {
          return await model.answer(input, gone)
        } catch (error) {
          const isLate = !(error instanceof ServiceFault) || error.code === 'ModelTimeoutException'
          if (isLate || gone?.aborted) throw error
          refused ??= error
        }
      throw refused
    },
  }
}

async function reached<Reply>(send: () => Promise<Reply>, late: AbortSignal): Promise<Reply | ServerRefusal> {
  try {
    return await send()
  } catch (error) {
    if (error instanceof ServiceFault) throw error
    if (error instanceof StreamError) return new ServerRefusal(500, error.message)
    if (late.aborted) throw new ServiceFault('ModelTimeoutException', 'The model server took too long.', 408)
    throw new ServiceFault('ServiceUnavailableException', `The model server cannot be reached: ${String(error)}`, 503)
  }
}

/** Words in the errors of servers that cannot call tools or follow a schema; each server has its own words and status. */
const ABOUT_WAY = /\btools?\b|tool_choice|function.?call|jinja|grammar|response_format|json_schema|structured/i
const ABOUT_CONTEXT =
  /context (?:size|length|window)|exceed_context|maximum context|too many tokens|prompt is too long/i

/** A response other than 200. */
class ServerRefusal {
  readonly #status: number
  readonly #text: string

  constructor(status: number, text: string) {
    this.#status = status
    this.#text = text
  }

  get isAboutWay(): boolean {
    return ![401, 403, 404, 429, 503].includes(this.#status) && ABOUT_WAY.test(this.#text)
  }

  fault(): ServiceFault {
    const [status, text] = [this.#status, this.#text]
    const message = `The model server answered ${status}: ${text.slice(0, 300)}`
    // Checked before the status: some versions return 500, after which the same request would be sent again.
    if (ABOUT_CONTEXT.test(text)) return new ServiceFault('ValidationException', message)
    if (status === 429) return new ServiceFault('ThrottlingException', message, 429)
    if (status === 401 || status === 403) return new ServiceFault('AccessDeniedException', message, 403)
    if (status === 404) return new ServiceFault('ResourceNotFoundException', message, 404)
    if (status >= 500) return new ServiceFault('ServiceUnavailableException', message, 503)
    return new ServiceFault('ValidationException', message)
  }
}

/** Builds a chat-completions request. Cache points are omitted, because such servers cache prefixes themselves. */
function chatRequest(model: string, input: ConverseInput, way: Way) {
  const expected = expectedTool(input)
  const system = input.system ? textsOf(input.system) : []
  if (expected && way !== 'tool')
    system.push(
      `There are no tools here. Instead of calling ${expected.name}, write its input: nothing but one JSON object that fits this schema.\n${JSON.stringify(expected.inputSchema.json)}`,
    )
  return {
    model,
    // A stream shows what a slow model has written when its time is up.
    stream: true,
    stream_options: { include_usage: true },
    max_tokens: input.inferenceConfig?.maxTokens,
    temperature: input.inferenceConfig?.temperature,
    messages: [
      ...(system.length > 0 ? [{ role: 'system', content: system.join('\n') }] : []),
      ...input.messages.map(({ role, content }) => ({ role, content: textsOf(content).join('\n\n') })),
    ],
    ...(way === 'tool' && toolsOf(input)),
    ...(way === 'schema' &&
      expected && {
        response_format: {
          type: 'json_schema',
          json_schema: { name: expected.name, schema: expected.inputSchema.json },
        },
      }),
  }
}

/**
 * The tools, one of which must be called. `required` is the only forcing value that all servers understand: LM Studio refuses
 * an object with the tool's name, and llama-server takes it for `auto`.
 */
function toolsOf(input: ConverseInput) {
  const tools = (input.toolConfig?.tools ?? []).flatMap(tool => ('toolSpec' in tool ? [tool.toolSpec] : []))
  if (tools.length === 0) return {}
  return {
    tools: tools.map(({ name, description, inputSchema }) => ({
      type: 'function',
      function: { name, description, parameters: inputSchema.json },
    })),
    tool_choice: 'required',
  }
}

const STOP_REASONS: Record<string, StopReason> = { length: 'max_tokens', content_filter: 'content_filtered' }

/** Calls whose arguments are damaged become texts, which the service repairs. */
function replyOf({ content, calls, finishReason, ...tokens }: Completion, input: ConverseInput): ConverseReply {
  const blocks = calls.map(({ id, name, arguments: written }) => {
    const opened = parsedObject(written)
    const toolUse = { toolUseId: id, name: expectedTool(input)?.name ?? name, input: opened }
    return opened === undefined ? { text: String(written) } : { toolUse }
  })
  const isDamaged = blocks.some(block => 'text' in block)
  const texts = blocks.length > 0 || content.trim() === '' ? [] : [{ text: content }]
  return {
    content: [...blocks, ...texts],
    stopReason:
      STOP_REASONS[finishReason] ?? (isDamaged ? 'malformed_tool_use' : blocks.length > 0 ? 'tool_use' : 'end_turn'),
    ...tokens,
  }
}

function parsedObject(written: unknown): object | undefined {
  try {
    const value: unknown = typeof written === 'string' ? JSON.parse(written) : written
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

/** True if the model finished its answer with neither a call nor JSON in its text. */
function isProse({ calls, content, finishReason }: Completion): boolean {
  return calls.length === 0 && !(finishReason in STOP_REASONS) && !content.includes('{')
}
