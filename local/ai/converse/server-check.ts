import * as z from 'zod'
import type { ModelServer } from './model-server.ts'

/** Tokens that a batch with its review takes, and tokens that a part of a talk takes for the brief. */
const [LEAST_CONTEXT, WANTED_CONTEXT] = [8_192, 16_384]
const NEEDED = `Translation needs ${count(LEAST_CONTEXT)} tokens, the brief of a talk ${count(WANTED_CONTEXT)}`
const ANSWER_MS = 5_000

const size = z.int().positive().optional().catch(undefined)
/** Where each server states its context: `/v1/models` of vLLM, `/api/v0/models` of LM Studio, `/api/ps` of Ollama. */
const model = z.looseObject({
  id: z.string().optional().catch(undefined),
  name: z.string().optional().catch(undefined),
  owned_by: z.string().optional().catch(undefined),
  max_model_len: size,
  loaded_context_length: size,
  context_length: size,
})
const list = z.looseObject({ data: z.array(model).optional(), models: z.array(model).optional() })
const llamaProps = z.looseObject({ default_generation_settings: z.looseObject({ n_ctx: size }) })

/**
 * Checks when the service starts whether a model server can be reached, has the model, and gives it enough context.
 * @returns lines for the terminal; none if all is well
 */
export async function checkModelServer(server: ModelServer): Promise<string[]> {
  const { url, model: name } = server
  const listed = await read(server, `${url}/models`).catch((error: unknown) => String(error))
  if (typeof listed === 'string') return [`The model server ${url} cannot be reached: ${listed}`]
  const names = (list.safeParse(listed).data?.data ?? []).flatMap(({ id }) => id ?? [])
  if (names.length > 0 && !isSingleModel(listed) && !names.some(each => isSameModel(each, name)))
    return [`The model server ${url} has no model "${name}". It has: ${names.slice(0, 10).join(', ')}`]
  const context = await readContext(server, listed)
  if (context === undefined)
    return [`The context of ${name} at ${url} is unknown. ${NEEDED} (Ollama: OLLAMA_CONTEXT_LENGTH)`]
  if (context >= WANTED_CONTEXT) return []
  return [`The model ${name} at ${url} has a context of ${count(context)} tokens. ${NEEDED}`]
}

async function readContext(server: ModelServer, listed: unknown): Promise<number | undefined> {
  const { origin } = new URL(server.url)
  const sources = [
    async () => listed,
    () => read(server, `${origin}/api/v0/models`),
    () => read(server, `${origin}/api/ps`),
    () => read(server, `${origin}/props`),
  ]
  for (const source of sources) {
    const found = await source().catch(() => undefined)
    const { data = [], models = [] } = list.safeParse(found).data ?? {}
    const own = [...data, ...models].find(({ id = '', name = id }) => isSameModel(name, server.model))
    const stated =
      own?.max_model_len ??
      own?.loaded_context_length ??
      own?.context_length ??
      llamaProps.safeParse(found).data?.default_generation_settings.n_ctx
    if (stated !== undefined) return stated
  }
  return undefined
}

/** With a single model, llama-server lists it by its file name and accepts any model name in requests. */
function isSingleModel(listed: unknown): boolean {
  const [only, ...others] = list.safeParse(listed).data?.data ?? []
  return only?.owned_by === 'llamacpp' && others.length === 0
}

/** Ollama adds a tag to names without one. A server with a single model ignores the name. */
function isSameModel(listed: string, wanted: string): boolean {
  return wanted === '' || listed === wanted || listed === `${wanted}:latest`
}

async function read({ key, fetch }: ModelServer, address: string): Promise<unknown> {
  const headers: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {}
  const response = await fetch(address, { headers, signal: AbortSignal.timeout(ANSWER_MS) })
  return response.json().catch(() => ({}))
}

function count(tokens: number): string {
  return tokens.toLocaleString('en')
}
