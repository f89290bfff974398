import * as z from 'zod'
import { ServiceFault } from '#local-aws/aws/errors.ts'
import type { ConverseModel } from './index.ts'
import { type ConverseInput, type ConverseReply, expectedTool, type StopReason, textsOf } from './wire.ts'

export interface ModelServer {
  /** Base URL of an OpenAI-compatible server, such as `http://127.0.0.1:11434/v1`. */
  url: string
  /** Name of the model on that server. */
  model: string
  /** Bearer token, if the server requires one. */
  key?: string
  fetch: typeof fetch
}

/** A slow model gets as much time as the functions wait for it. */
const ANSWER_MS = 230_000

const completion = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({
          content: z.string().nullish(),
          tool_calls: z
            .array(
              z.object({ id: z.string().optional(), function: z.object({ name: z.string(), arguments: z.string() }) }),
            )
            .nullish(),
        }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
  usage: z.object({ prompt_tokens: z.int().default(0), completion_tokens: z.int().default(0) }).nullish(),
})

/** Implements Converse with the chat completions of an OpenAI-compatible server. */
export function createModelServer({ url, model, key, fetch }: ModelServer): ConverseModel {
  const address = `${url.endsWith('/') ? url.slice(0, -1) : url}/chat/completions`
  const headers = { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) }
  return {
    async answer(input) {
      const body = JSON.stringify(chatRequest(model, input))
      const response = await reached(() =>
        fetch(address, { method: 'POST', headers, body, signal: AbortSignal.timeout(ANSWER_MS) }),
      )
      if (!response.ok) throw chooseFault(response.status, await response.text())
      const parsed = completion.safeParse(await response.json().catch(() => undefined))
      if (!parsed.success)
        throw new ServiceFault('ModelErrorException', `The model server answered in another shape: ${address}`, 424)
      return parseReply(parsed.data, input)
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

function chooseFault(status: number, text: string): ServiceFault {
  const message = `The model server answered ${status}: ${text.slice(0, 300)}`
  if (status === 429) return new ServiceFault('ThrottlingException', message, 429)
  if (status === 401 || status === 403) return new ServiceFault('AccessDeniedException', message, 403)
  if (status === 404) return new ServiceFault('ResourceNotFoundException', message, 404)
  if (status >= 500) return new ServiceFault('ServiceUnavailableException', message, 503)
  return new ServiceFault('ValidationException', message)
}

/** Builds a chat-completions request. Cache points are omitted, because such servers cache prefixes themselves. */
function chatRequest(model: string, input: ConverseInput) {
  const tools = (input.toolConfig?.tools ?? []).flatMap(tool =>
    'toolSpec' in tool
      ? {
          type: 'function',
          function: {
            name: tool.toolSpec.name,
            description: tool.toolSpec.description,
            parameters: tool.toolSpec.inputSchema.json,
          },
        }
      : [],
  )
  const expected = expectedTool(input)
  return {
    model,
    stream: false,
    max_tokens: input.inferenceConfig?.maxTokens,
    temperature: input.inferenceConfig?.temperature,
    messages: [
      ...(input.system ? [{ role: 'system', content: textsOf(input.system).join('\n') }] : []),
      ...input.messages.map(({ role, content }) => ({ role, content: textsOf(content).join('\n\n') })),
    ],
    ...(tools.length > 0 && { tools }),
    ...(expected && { tool_choice: { type: 'function', function: { name: expected.name } } }),
  }
}

const STOP_REASONS: Record<string, StopReason> = { length: 'max_tokens', content_filter: 'content_filtered' }

function parseReply({ choices, usage }: z.infer<typeof completion>, input: ConverseInput): ConverseReply {
  const [choice] = choices
  const tokens = { inputTokens: usage?.prompt_tokens ?? 0, outputTokens: usage?.completion_tokens ?? 0 }
  const stopped = STOP_REASONS[choice?.finish_reason ?? '']
  const text = choice?.message.content ?? ''
  const call = choice?.message.tool_calls?.[0]
  const expected = expectedTool(input)
  // Many small models write the tool's input as text instead of calling the tool.
  const name = call?.function.name ?? expected?.name
  const parsed = jsonIn(call?.function.arguments ?? text)
  if (name !== undefined && parsed !== undefined)
    return {
      content: [{ toolUse: { toolUseId: call?.id ?? 'call-1', name, input: parsed } }],
      stopReason: stopped ?? 'tool_use',
      ...tokens,
    }
  const stopReason = stopped ?? (call ? 'malformed_tool_use' : 'end_turn')
  return { content: text === '' ? [] : [{ text }], stopReason, ...tokens }
}

/** The JSON object in a text, possibly inside a Markdown fence; undefined if there is none. */
function jsonIn(text: string): unknown {
  const from = text.indexOf('{')
  const to = text.lastIndexOf('}')
  if (from < 0 || to < from) return undefined
  try {
    return JSON.parse(text.slice(from, to + 1))
  } catch {
    return undefined
  }
}
