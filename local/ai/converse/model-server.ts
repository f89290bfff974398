import * as z from 'zod'
import { ServiceFault } from '#local-aws/aws/errors.ts'
import type { Server } from '../../engines/servers.ts'
import type { ConverseModel } from './index.ts'
import { type ConverseInput, type ConverseReply, expectedTool, type StopReason, textsOf } from './wire.ts'

export interface ModelServer extends Server {
  fetch: typeof fetch
}

/** As long as the functions wait for an answer. */
const ANSWER_MS = 230_000

/**
 * How a server is made to return the tool's input: by forcing the tool call; without tools, by a schema for its text; or by
 * asking for JSON in words.
 */
type Way = 'tool' | 'schema' | 'text'
const NEXT: Record<Way, Way | undefined> = { tool: 'schema', schema: 'text', text: undefined }

/** Implements Converse with the chat completions of an OpenAI-compatible server. */
function createModelServer({ url, model, key, fetch }: ModelServer): ConverseModel {
  const address = `${url}/chat/completions`
  const headers = { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) }
  const send = async (way: Way, input: ConverseInput) => {
    const body = JSON.stringify(chatRequest(model, input, way))
    const response = await reached(() =>
      fetch(address, { method: 'POST', headers, body, signal: AbortSignal.timeout(ANSWER_MS) }),
    )
    if (!response.ok) return new ServerRefusal(response.status, await response.text())
    const parsed = completion.safeParse(await response.json().catch(() => undefined))
    if (!parsed.success)
      throw new ServiceFault('ModelErrorException', `The model server answered in another shape: ${address}`, 424)
    return parseReply(parsed.data, input)
  }
  /** The way that worked last with this server. */
  let known: Way = 'tool'
  return {
    async answer(input) {
      for (let way = known; ; ) {
        const reply = await send(way, input)
        const isUnfit = reply instanceof ServerRefusal ? reply.isAboutWay : way === 'tool' && isProse(reply)
        const next = expectedTool(input) && NEXT[way]
        if (isUnfit && next) way = next
        else if (reply instanceof ServerRefusal) throw reply.fault()
        else {
          // A response without a tool call shows that the server does not force tool calls. Later requests send the
          // schema instead, because the server may enforce that.
          known = way === 'tool' && next && !isCalled(reply) ? next : way
          return reply
        }
      }
    },
  }
}

/** Calls the servers in order until one answers. A late answer ends the attempt, because no time is left for the others. */
export function createModelServers(servers: readonly ModelServer[]): ConverseModel {
  const models = servers.map(createModelServer)
  return {
    async answer(input) {
      let refused: unknown
      for (const model of models)
        try {
          return await model.answer(input)
        } catch (error) {
          if (!(error instanceof ServiceFault) || error.code === 'ModelTimeoutException') throw error
          refused ??= error
        }
      throw refused
    },
  }
}

async function reached(send: () => Promise<Response>): Promise<Response> {
  try {
    return await send()
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError')
      throw new ServiceFault('ModelTimeoutException', 'The model server took too long.', 408)
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
    stream: false,
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

/** A text as a string or in parts; parts of another kind are ignored. */
const text = z
  .union([z.string(), z.array(z.looseObject({ text: z.string().catch('') }))])
  .transform(content => (typeof content === 'string' ? content : content.map(part => part.text).join('')))
const tokens = z.int().catch(0)
const completion = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({
          content: text.catch(''),
          tool_calls: z
            .array(
              z.object({
                id: z.string().catch('call'),
                function: z.object({ name: z.string().catch(''), arguments: z.unknown().optional() }),
              }),
            )
            .catch([]),
        }),
        finish_reason: z.string().catch(''),
      }),
    )
    .min(1),
  usage: z
    .object({ prompt_tokens: tokens, completion_tokens: tokens })
    .catch({ prompt_tokens: 0, completion_tokens: 0 }),
})

const STOP_REASONS: Record<string, StopReason> = { length: 'max_tokens', content_filter: 'content_filtered' }

/** Calls whose arguments are damaged become texts, which the service repairs. */
function parseReply({ choices, usage }: z.infer<typeof completion>, input: ConverseInput): ConverseReply {
  const [choice] = choices
  const { content = '', tool_calls: calls = [] } = choice?.message ?? {}
  const blocks = calls.map(({ id, function: { name, arguments: written } }) => {
    const opened = parsedObject(written)
    const toolUse = { toolUseId: id, name: expectedTool(input)?.name ?? name, input: opened }
    return opened === undefined ? { text: String(written) } : { toolUse }
  })
  const isDamaged = blocks.some(block => 'text' in block)
  const texts = blocks.length > 0 || content.trim() === '' ? [] : [{ text: content }]
  return {
    content: [...blocks, ...texts],
    stopReason:
      STOP_REASONS[choice?.finish_reason ?? ''] ??
      (isDamaged ? 'malformed_tool_use' : blocks.length > 0 ? 'tool_use' : 'end_turn'),
    inputTokens: usage.prompt_tokens,
    outputTokens: usage.completion_tokens,
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

function isCalled({ content }: ConverseReply): boolean {
  return content.some(block => 'toolUse' in block)
}

/** True if the model finished its answer with neither a call nor JSON in its text. */
function isProse({ content, stopReason }: ConverseReply): boolean {
  return stopReason === 'end_turn' && content.every(block => 'text' in block && !block.text.includes('{'))
}
