import { type EventSourceMessage, EventSourceParserStream } from 'eventsource-parser/stream'
import * as z from 'zod'

/** Maximum characters of text and arguments that are read, because a model may repeat itself endlessly. */
const MOST_CHARACTERS = 1_000_000

/** A text as a string or in parts; parts of another kind are ignored. */
const text = z
  .union([z.string(), z.array(z.looseObject({ text: z.string().catch('') }))])
  .transform(content => (typeof content === 'string' ? content : content.map(part => part.text).join('')))
const tokens = z.int().catch(0)
const usage = z
  .object({ prompt_tokens: tokens, completion_tokens: tokens })
  .catch({ prompt_tokens: 0, completion_tokens: 0 })
const called = z.object({ name: z.string().catch(''), arguments: z.unknown().optional() })

const completion = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({
          content: text.catch(''),
          tool_calls: z.array(z.object({ id: z.string().catch('call'), function: called })).catch([]),
        }),
        finish_reason: z.string().catch(''),
      }),
    )
    .min(1),
  usage,
})

/** A part of a streamed completion. The last part has the usage, and no choice. */
const chunk = z.looseObject({
  choices: z
    .array(
      z.object({
        delta: z
          .object({
            content: text.catch(''),
            tool_calls: z
              .array(z.object({ index: z.int().catch(0), id: z.string().catch(''), function: called }))
              .catch([]),
          })
          .catch({ content: '', tool_calls: [] }),
        finish_reason: z.string().catch(''),
      }),
    )
    .catch([]),
  usage: usage.optional(),
  error: z.unknown().optional(),
})

/** The contents of a chat completion. */
export interface Completion {
  content: string
  calls: { id: string; name: string; arguments: unknown }[]
  /** The protocol's reason: `stop`, `length`, `tool_calls`, `content_filter` ...; `length` if the time was up. */
  finishReason: string
  inputTokens: number
  outputTokens: number
}

/** The server reported an error after it had begun to answer. */
export class StreamError extends Error {}

/**
 * Reads a chat completion: a stream of events, or one object from a server that does not stream. If the stream breaks
 * off or its time is up, returns what was written until then, so that a slow model's work is not lost.
 * @returns undefined if the answer has another shape
 * @throws the error that ended a stream before anything was written; StreamError
 */
export async function readCompletion(response: Response): Promise<Completion | undefined> {
  if (!response.headers.get('content-type')?.includes('text/event-stream') || !response.body)
    return readWhole(await response.json().catch(() => undefined))
  const streamed = new StreamedCompletion()
  try {
    const events = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
    for await (const event of events) if (!streamed.add(event)) break
  } catch (error) {
    if (error instanceof StreamError || streamed.isEmpty) throw error
    return { ...streamed.completion, finishReason: 'length' }
  }
  return streamed.completion
}

function readWhole(answer: unknown): Completion | undefined {
  const { choices: [choice] = [], usage } = completion.safeParse(answer).data ?? {}
  if (!choice || !usage) return undefined
  const { content, tool_calls: calls } = choice.message
  return {
    content,
    calls: calls.map(({ id, function: { name, arguments: written } }) => ({ id, name, arguments: written })),
    finishReason: choice.finish_reason,
    inputTokens: usage.prompt_tokens,
    outputTokens: usage.completion_tokens,
  }
}

/** A completion that grows with each event. */
class StreamedCompletion {
  #content = ''
  readonly #calls: { index: number; id: string; name: string; arguments: string }[] = []
  #finishReason = ''
  #usage: z.infer<typeof usage> | undefined
  #parts = 0
  #characters = 0

  /** True if neither text nor a call was written; the model's reasoning does not count. */
  get isEmpty(): boolean {
    return this.#content.trim() === '' && this.#calls.length === 0
  }

  get completion(): Completion {
    const { prompt_tokens: inputTokens = 0, completion_tokens: outputTokens = 0 } = this.#usage ?? {}
    const calls = this.#calls.map(({ id, name, arguments: written }) => ({
      id: id || 'call',
      name,
      arguments: written,
    }))
    // Most servers write a token per part.
    const written = outputTokens || this.#parts
    return { content: this.#content, calls, finishReason: this.#finishReason, inputTokens, outputTokens: written }
  }

  /** @returns false after the last event */
  add({ data }: EventSourceMessage): boolean {
    if (data === '[DONE]') return false
    const part = chunk.safeParse(parsed(data)).data
    if (!part) return true
    if (part.error !== undefined && part.error !== null) throw new StreamError(JSON.stringify(part.error))
    if (part.usage && part.usage.completion_tokens > 0) this.#usage = part.usage
    this.#parts += 1
    for (const { delta, finish_reason: reason } of part.choices.slice(0, 1)) {
      this.#content += delta.content
      this.#characters += delta.content.length
      for (const each of delta.tool_calls) this.#addToCall(each)
      this.#finishReason = reason || this.#finishReason
    }
    if (this.#characters <= MOST_CHARACTERS) return true
    this.#finishReason = 'length'
    return false
  }

  #addToCall({ index, id, function: { name, arguments: more } }: { index: number; id: string; function: Called }) {
    const open = this.#calls.findLast(call => call.index === index)
    // Some servers number parallel calls 0 and 0; each has its own id.
    const isNew = !open || (name !== '' && id !== '' && id !== open.id)
    const call = isNew ? { index, id, name: '', arguments: '' } : open
    if (isNew) this.#calls.push(call)
    const written = typeof more === 'string' ? more : more === undefined || more === null ? '' : JSON.stringify(more)
    call.name ||= name
    call.arguments += written
    this.#characters += written.length
  }
}

type Called = z.infer<typeof called>

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
