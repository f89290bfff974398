import { createContext, Script } from 'node:vm'
import * as z from 'zod'

const multi = z.object({ value: z.string(), multiValue: z.array(z.object({ value: z.string() })).optional() })
const fields = z.record(z.string(), multi)

const requestSchema = z.object({
  method: z.string(),
  uri: z.string(),
  querystring: z.union([z.string(), fields]).default(''),
  headers: fields.default({}),
})
const responseSchema = z.object({
  statusCode: z.number(),
  statusDescription: z.string().optional(),
  headers: fields.default({}),
  body: z
    .union([z.string(), z.object({ data: z.string(), encoding: z.enum(['text', 'base64']).default('text') })])
    .default(''),
})
export type ViewerRequest = z.infer<typeof requestSchema>
export type ViewerResponse = z.infer<typeof responseSchema>

/** CloudFront stops a function after about a millisecond of computing; here it may take longer, but not for ever. */
const TIMEOUT_MS = 1000

/** A CloudFront Function of the viewer-request kind: gives the request to go on with, or an answer. */
export function createViewerFunction(
  code: string,
): (request: ViewerRequest) => Promise<ViewerRequest | ViewerResponse> {
  const script = new Script(`${code}\n;handler(event)`)
  return async request => {
    const event = { version: '1.0', context: { eventType: 'viewer-request' }, viewer: { ip: '127.0.0.1' }, request }
    // The event is made inside, so that the function never holds an object of this realm.
    const sandbox = createContext(Object.create(null))
    new Script(`globalThis.event = ${JSON.stringify(event)}`).runInContext(sandbox)
    const result: unknown = await script.runInContext(sandbox, { timeout: TIMEOUT_MS })
    return z.union([responseSchema, requestSchema]).parse(JSON.parse(JSON.stringify(result)))
  }
}

/** Header and query fields in the form that functions see. */
export function viewerFields(values: Record<string, string>): ViewerRequest['headers'] {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]))
}
