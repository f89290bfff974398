import { createServer } from 'node:http'
import * as z from 'zod'

const tool = z.object({ type: z.literal('function'), function: z.looseObject({ name: z.string() }) })
const chat = z.looseObject({
  model: z.string(),
  messages: z.array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string().min(1) })).min(1),
  max_tokens: z.int().positive().default(0),
  stream: z.boolean().default(false),
  tools: z.array(tool).min(1).optional(),
  tool_choice: z.unknown().optional(),
  response_format: z.looseObject({ type: z.string() }).optional(),
})
export type Chat = z.infer<typeof chat>
type Refusal = readonly [status: number, body: unknown]

/** A server's deviations from OpenAI's protocol, as its documentation and issues describe them (November 2026). */
interface Dialect {
  /** Whether `tool_choice` forces a call; otherwise the model writes the call as its template shows it. */
  forces(choice: unknown): boolean
  refuse(request: Chat, model: { hasTools: boolean }): Refusal | undefined
  /** Refuses a request with more tokens than the context; undefined if the server cuts the request silently. */
  overflow(tokens: number, context: number): Refusal | undefined
  /** Where the server states its context. */
  states(context: number): Record<string, unknown>
  /** Extra fields of a message. */
  extra: object
}

const error = (message: string, more: object = {}) => ({ error: { message, ...more } })

const DIALECTS = {
  ollama: {
    // Ignores `tool_choice` (ollama/ollama#17921).
    forces: () => false,
    refuse: ({ tools }, { hasTools }) =>
      tools && !hasTools ? [400, error('registry.ollama.ai/library/m does not support tools')] : undefined,
    overflow: () => undefined,
    states: context => ({ '/api/ps': { models: [{ name: 'small-model:latest', context_length: context }] } }),
    extra: { reasoning: 'The user wants {JSON}.' },
  },
  'LM Studio': {
    forces: choice => choice === 'required',
    refuse: ({ tool_choice: choice, response_format: format }) => {
      if (typeof choice === 'object')
        return [400, { error: "Invalid tool_choice type: 'object'. Supported string values: none, auto, required" }]
      if (format && format.type !== 'json_schema')
        return [400, { error: "'response_format.type' must be 'json_schema'" }]
      return undefined
    },
    overflow: (tokens, context) => [
      400,
      {
        error: `The number of tokens to keep from the initial prompt (${tokens}) is greater than the context length (${context}).`,
      },
    ],
    states: context => ({ '/api/v0/models': { data: [{ id: 'small-model', loaded_context_length: context }] } }),
    extra: { reasoning_content: 'The user wants {JSON}.' },
  },
  'llama.cpp': {
    // Reads `tool_choice` as a string; a value of another type counts as `auto`.
    forces: choice => choice === 'required',
    refuse: ({ tools, response_format: format }, { hasTools }) => {
      if (tools && !hasTools)
        return [500, error('tools param requires --jinja flag', { code: 500, type: 'server_error' })]
      if (tools && format) return [400, error('Cannot use custom grammar constraints with tools.', { code: 400 })]
      return undefined
    },
    overflow: (tokens, context) => [
      400,
      error(`request (${tokens} tokens) exceeds the available context size (${context} tokens), try increasing it`, {
        type: 'exceed_context_size_error',
        n_prompt_tokens: tokens,
        n_ctx: context,
      }),
    ],
    states: context => ({
      '/v1/models': { data: [{ id: '/models/small-q4.gguf', owned_by: 'llamacpp' }] },
      '/props': { default_generation_settings: { n_ctx: context } },
    }),
    extra: { reasoning_content: 'The user wants {JSON}.' },
  },
  vLLM: {
    forces: choice => choice === 'required' || typeof choice === 'object',
    refuse: ({ tools, tool_choice: choice }) =>
      tools && (choice === undefined || choice === 'auto')
        ? [400, error('"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set')]
        : undefined,
    overflow: (tokens, context) => [
      400,
      error(`This model's maximum context length is ${context} tokens. However, you requested ${tokens} tokens.`),
    ],
    states: context => ({ '/v1/models': { data: [{ id: 'small-model', max_model_len: context }] } }),
    extra: { reasoning_content: null, refusal: null },
  },
} as const satisfies Record<string, Dialect>
export type DialectName = keyof typeof DIALECTS

/** Behaviour of the model in a stand-in. */
export interface Played {
  /** Input of the tool for a request. */
  input: (request: Chat) => object
  context?: number
  /** Whether the model can call tools. */
  hasTools?: boolean
  /** Replaces the whole response. */
  body?: unknown
  /** A server that cannot stream. */
  isWhole?: boolean
  /** Stops writing after this many events, without ending the response. */
  stallsAfter?: number
  status?: number
}

const whole = z.object({
  choices: z.array(
    z.object({
      message: z.looseObject({
        content: z.unknown().optional(),
        tool_calls: z
          .array(z.looseObject({ function: z.looseObject({ name: z.string(), arguments: z.unknown() }) }))
          .optional(),
      }),
      finish_reason: z.string(),
    }),
  ),
  usage: z.unknown(),
})

/** A completion as the events of a stream: texts and arguments in pieces, then the reason, then the usage. */
function chunksOf(answer: unknown): unknown[] {
  const parsed = whole.safeParse(answer).data
  const [choice] = parsed?.choices ?? []
  if (!choice) return [answer]
  const { content, tool_calls: calls = [], ...rest } = choice.message
  const delta = (each: object) => ({ choices: [{ index: 0, delta: each, finish_reason: null }] })
  const pieces = (text: unknown) => (typeof text === 'string' ? (text.match(/.{1,12}/gs) ?? []) : [text])
  return [
    delta({ ...rest, content: '' }),
    ...pieces(content ?? '').map(each => delta({ content: each })),
    ...calls.flatMap(({ function: { name, arguments: written }, ...call }, index) =>
      pieces(written).map((each, n) =>
        delta({
          tool_calls: [{ index, ...(n === 0 && call), function: { ...(n === 0 && { name }), arguments: each } }],
        }),
      ),
    ),
    { choices: [{ index: 0, delta: {}, finish_reason: choice.finish_reason }], usage: null },
    { choices: [], usage: parsed?.usage },
  ]
}

/** Starts a stand-in of a model server, which refuses what the real one refuses. */
export async function startModelServer(name: DialectName) {
  const dialect: Dialect = DIALECTS[name]
  const asked: Chat[] = []
  let played: Played = { input: () => ({}) }

  function respond(path: string, body: string): Refusal {
    const { context = 8192, hasTools = true } = played
    if (path === '/v1/chat/completions') return complete(JSON.parse(body), context, hasTools)
    const stated = dialect.states(context)[path]
    if (stated !== undefined) return [200, stated]
    return path === '/v1/models' ? [200, { data: [{ id: 'small-model' }] }] : [404, error('Not Found')]
  }

  function complete(given: unknown, context: number, hasTools: boolean): Refusal {
    const parsed = chat.safeParse(given)
    if (!parsed.success) return [422, error(z.prettifyError(parsed.error))]
    const request = parsed.data
    asked.push(request)
    const refused = dialect.refuse(request, { hasTools })
    if (refused) return refused
    const { body, status = 200 } = played
    if (body !== undefined || status !== 200) return [status, body ?? error('no')]
    const prompt = Math.ceil(JSON.stringify(request.messages).length / 4)
    const overflow = prompt + request.max_tokens > context ? dialect.overflow(prompt, context) : undefined
    return overflow ?? [200, completion(message(request), 'stop', prompt)]
  }

  function message({ ...request }: Chat): object {
    const input = JSON.stringify(played.input(request))
    const [spec] = request.tools ?? []
    if (spec && dialect.forces(request.tool_choice))
      return {
        content: null,
        tool_calls: [{ id: '365174485', type: 'function', function: { name: spec.function.name, arguments: input } }],
      }
    if (spec) return { content: `{"name":"${spec.function.name}","arguments":${input}}` }
    return { content: request.response_format ? input : `Here you are:\n\`\`\`json\n${input}\n\`\`\`` }
  }

  const completion = (made: object, finish_reason: string, prompt: number) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', ...dialect.extra, ...made }, finish_reason }],
    usage: { prompt_tokens: prompt, completion_tokens: 60, total_tokens: prompt + 60 },
  })

  const server = createServer(async (req, res) => {
    let body = ''
    for await (const chunk of req) body += chunk
    const [status, answer] = respond(req.url ?? '', body)
    const { isWhole = false, stallsAfter = Number.POSITIVE_INFINITY } = played
    const chunks = body.includes('"stream":true') && status === 200 && !isWhole ? chunksOf(answer) : undefined
    res.writeHead(status, { 'content-type': chunks ? 'text/event-stream; charset=utf-8' : 'application/json' })
    if (!chunks) return res.end(JSON.stringify(answer))
    for (const chunk of chunks.slice(0, stallsAfter)) res.write(`data: ${JSON.stringify(chunk)}\n\n`)
    return chunks.length > stallsAfter ? undefined : res.end('data: [DONE]\n\n')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked,
    play(next: Played) {
      played = next
      asked.length = 0
    },
    close: () => new Promise(resolve => server.close(resolve)),
  }
}
