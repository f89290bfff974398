import type * as z from 'zod'
import { apiErrorBody } from '../../../../lambdas/contract/errors.ts'
import {
  type ParametersOf,
  type ReceivedOf,
  V1_ROUTES,
  type V1RouteName,
} from '../../../../lambdas/contract/every-route.ts'
import type { Route } from '../../../../lambdas/contract/routes/route.ts'
import type { Context } from '../context.ts'
import { EXIT, Fault } from '../fault.ts'
import type { Settings } from './settings.ts'

/** What a call sends. `parameters` are those of the route's path. */
export interface CallParts<Name extends V1RouteName> {
  parameters?: ParametersOf<Name>
  body?: (typeof V1_ROUTES)[Name] extends { body: infer Body extends z.ZodType } ? z.input<Body> : undefined
  query?: Readonly<Record<string, string | undefined>>
  idempotencyKey?: string
}

/** Calls `/api/v1` by the routes of the contract. */
export interface Client {
  /** @throws Fault with the service's code, OFFLINE, or STRANGE_ANSWER */
  call<Name extends V1RouteName>(name: Name, parts?: CallParts<Name>): Promise<ReceivedOf<Name>>
  /** The file that a route returns. */
  file(name: 'v1Subtitle', parts: CallParts<'v1Subtitle'>): Promise<{ name: string; bytes: Uint8Array }>
}

interface Received {
  response: Response
  bytes: Uint8Array
}

/** Codes of refusals because of a submission's cost. */
const OF_COST: ReadonlySet<string> = new Set(['OVER_CEILING', 'INSUFFICIENT_TOKENS', 'KEY_LIMIT'])
/** Pauses, in milliseconds, before a read or idempotent request is sent again because its response was lost. */
const PAUSES_MS = [500, 2000, 5000]
/** Routes that need no idempotency key, because a repeated request changes nothing more. */
const REPEATABLE: ReadonlySet<string> = new Set(['v1Heartbeat', 'v1StoreScript'])
/** A refusal may ask for a pause. A command waits if the pause is at most this many seconds. */
const LONGEST_PAUSE = 60

export function createClient(context: Pick<Context, 'fetch' | 'say' | 'wait' | 'signal'>, settings: Settings): Client {
  const { say, signal } = context

  async function attempt(route: Route, parts: CallParts<V1RouteName>): Promise<Received> {
    const { parameters = {}, body, query = {}, idempotencyKey } = parts
    const values: Readonly<Record<string, string>> = parameters
    const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
    const url = new URL(path, settings.url)
    for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value)
    const response = await context.fetch(url, {
      method: route.method,
      headers: {
        authorization: `Bearer ${settings.key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    })
    // Reads the body here, so that a repeatable request is retried if the connection breaks during the response.
    return { response, bytes: new Uint8Array(await response.arrayBuffer()) }
  }

  async function send(name: V1RouteName, parts: CallParts<V1RouteName>): Promise<Received> {
    const route: Route = V1_ROUTES[name]
    const isRepeatable = route.method === 'GET' || route.idempotent === true || REPEATABLE.has(name)
    for (const pauseMs of [...(isRepeatable ? PAUSES_MS : []), undefined]) {
      try {
        const received = await attempt(route, parts)
        const { response } = received
        const isLost = [502, 503, 504].includes(response.status)
        const pause = Number(response.headers.get('retry-after') ?? Number.NaN)
        const isSoon = response.status === 429 && pause <= LONGEST_PAUSE
        if (pauseMs === undefined || !(isLost || isSoon)) return received
        await context.wait(isSoon ? pause * 1000 : pauseMs, signal)
      } catch (cause) {
        if (signal.aborted) throw cause
        if (pauseMs === undefined)
          throw new Fault('OFFLINE', say('offline', settings.url), { exit: EXIT.offline, cause })
        await context.wait(pauseMs, signal)
      }
    }
    throw new Error('the last attempt returns or throws')
  }

  const strange = (cause: unknown) => new Fault('STRANGE_ANSWER', say('strange', settings.url), { cause })

  async function accepted(name: V1RouteName, parts: CallParts<V1RouteName>): Promise<Received> {
    const received = await send(name, parts)
    const { response, bytes } = received
    if (response.ok) return received
    const body = apiErrorBody.partial({ code: true }).safeParse(readJson(bytes))
    if (!body.success) throw strange(body.error)
    const { code = `HTTP_${response.status}`, message } = body.data
    throw new Fault(code, `${message} (${code})`, { exit: OF_COST.has(code) ? EXIT.cost : EXIT.failed })
  }

  return {
    async call(name, parts = {}) {
      const { bytes } = await accepted(name, parts as CallParts<V1RouteName>)
      const schema: z.ZodType = V1_ROUTES[name].response
      const parsed = schema.safeParse(readJson(bytes))
      if (!parsed.success) throw strange(parsed.error)
      return parsed.data as ReceivedOf<typeof name>
    },
    async file(name, parts) {
      const { response, bytes } = await accepted(name, parts)
      const disposition = response.headers.get('content-disposition') ?? ''
      const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1] ?? 'subtitle.srt'
      return { name: decodeURIComponent(encoded), bytes }
    },
  }
}

/** The JSON of a response; `undefined` if it is something else. */
function readJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}
