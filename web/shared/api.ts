import type * as z from 'zod'
import { API_ERRORS, type ApiErrorCode, apiErrorBody } from '../../lambdas/contract/errors.ts'
import {
  ROUTES,
  type Route,
  type RouteBody,
  type RouteName,
  type RouteParameters,
  type RouteQuery,
  type RouteResponse,
} from '../../lambdas/contract/routes.ts'
import { RequestFailed } from './request-failed.ts'
import { COMMON } from './texts.ts'

// Re-exported so that they load with the client, not with the page.
export { discardPrefetched, takePrefetched } from './prefetched.ts'

/** Parameters, body and query of a request, plus an idempotency key if the route creates something. */
export type RequestOf<Name extends RouteName> = {
  signal?: AbortSignal
  /** Called with the time at which the response was received, which has passed if the server has no newer one (304). */
  onReceived?(at: number): void
} & ([keyof RouteParameters<Name>] extends [never]
  ? { parameters?: undefined }
  : { parameters: RouteParameters<Name> }) &
  (RouteBody<Name> extends undefined ? { body?: undefined } : { body: RouteBody<Name> }) &
  (RouteQuery<Name> extends undefined ? { query?: undefined } : { query: RouteQuery<Name> }) &
  ((typeof ROUTES)[Name] extends { idempotent: true } ? { idempotencyKey: string } : { idempotencyKey?: undefined }) &
  // The secret of a proofreader's link, in place of a session.
  ((typeof ROUTES)[Name] extends { access: 'link' } ? { bearer: string } : { bearer?: undefined })

/** Calls a route of the API by its name; rejects with `RequestFailed`. */
export type Api = <Name extends RouteName>(name: Name, request: RequestOf<Name>) => Promise<RouteResponse<Name>>

/** Dependencies of the client. */
export interface ApiDeps {
  fetch: typeof fetch
  /** The response to a GET request that was sent before this client had loaded; each can be taken once. */
  takePrefetched(address: string): Promise<Response> | undefined
  /** The access token; `renewed` asks for a new one. `undefined` when nobody is signed in. */
  accessToken(options?: { renewed: boolean }): Promise<string | undefined>
  wait(ms: number): Promise<void>
  /** Epoch milliseconds. */
  now(): number
  /** Called when the API rejects a renewed token. */
  onSignedOut(): void
}

const GIVEN_UP: ReadonlySet<number> = new Set([502, 503, 504])
const REPEATED_AFTER_MS = [1000, 3000] as const

interface LooseRequest {
  signal?: AbortSignal
  onReceived?(at: number): void
  parameters?: Readonly<Record<string, string>>
  body?: unknown
  query?: unknown
  idempotencyKey?: string
  bearer?: string
}

// Typed so that TypeScript infers the response's type from the route's name.
const RESPONSES: { [Name in RouteName]: { response: z.ZodType<RouteResponse<Name>> } } = ROUTES

/** The browser's client for the routes of the contract. */
export function createApi(deps: ApiDeps): Api {
  const kept: Kept = new Map()
  return async <Name extends RouteName>(name: Name, request: RequestOf<Name>): Promise<RouteResponse<Name>> => {
    const { ok, status, body } = await patiently(deps, ROUTES[name], request, kept)
    if (!ok) throw refusal(status, body)
    return parse(RESPONSES[name].response, body)
  }
}

/** Responses with an entity tag, by address. */
type Kept = Map<string, { etag: string; body: unknown; receivedAt: number }>
const MOST_KEPT = 5

interface Answer {
  ok: boolean
  status: number
  body: unknown
}

/**
 * Sends a request. If the gateway fails a creating request (502, 503 or 504 without an error code), sends it again: it
 * may have succeeded, and its idempotency key prevents a second effect. The query cache retries reads.
 */
async function patiently(deps: ApiDeps, route: Route, request: LooseRequest, kept: Kept): Promise<Answer> {
  const address = buildAddress(route, request)
  const known = kept.get(address)
  const waits = request.idempotencyKey === undefined ? [] : [...REPEATED_AFTER_MS]
  for (;;) {
    const response = await send(deps, route, request, known?.etag)
    const { ok, status } = response
    const now = deps.now()
    request.onReceived?.(status === 304 && known ? known.receivedAt : now)
    if (status === 304 && known) return { ok: true, status, body: known.body }
    const body = status === 204 ? {} : await readBody(response, request.signal)
    const isGivenUp = GIVEN_UP.has(status) && !apiErrorBody.safeParse(body).success
    const waitMs = isGivenUp ? waits.shift() : undefined
    const etag = ok ? response.headers.get('etag') : null
    if (etag !== null) keep(kept, address, { etag, body, receivedAt: now })
    if (waitMs === undefined) return { ok, status, body }
    await deps.wait(waitMs)
    request.signal?.throwIfAborted()
  }
}

function keep(kept: Kept, address: string, response: { etag: string; body: unknown; receivedAt: number }): void {
  kept.delete(address)
  kept.set(address, response)
  const [oldest] = kept.keys()
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest)
}

async function send(deps: ApiDeps, route: Route, request: LooseRequest, etag?: string): Promise<Response> {
  const prefetched = route.method === 'GET' ? deps.takePrefetched(buildAddress(route, request)) : undefined
  const first =
    (await prefetched?.catch(() => undefined)) ?? (await attempt(deps, route, request, { renewed: false, etag }))
  if (first.status !== 401) return first
  const second = await attempt(deps, route, request, { renewed: true, etag })
  if (second.status === 401) deps.onSignedOut()
  return second
}

async function attempt(
  deps: ApiDeps,
  route: Route,
  request: LooseRequest,
  { renewed, etag }: { renewed: boolean; etag: string | undefined },
): Promise<Response> {
  const token = route.access === 'user' ? await deps.accessToken({ renewed }) : request.bearer
  const headers = {
    accept: 'application/json',
    ...(token && { authorization: `Bearer ${token}` }),
    ...(request.body !== undefined && { 'content-type': 'application/json' }),
    ...(etag && { 'if-none-match': etag }),
    ...(request.idempotencyKey && { 'idempotency-key': request.idempotencyKey }),
  }
  const body = request.body === undefined ? undefined : JSON.stringify(request.body)
  try {
    return await deps.fetch(buildAddress(route, request), {
      method: route.method,
      headers,
      body,
      signal: request.signal,
    })
  } catch (cause) {
    throw unanswered(cause, request.signal)
  }
}

/** The JSON of a response; `undefined` if it is something else. */
async function readBody(response: Response, signal: AbortSignal | undefined): Promise<unknown> {
  // A connection may break after the status has arrived.
  const text = await response.text().catch(cause => {
    throw unanswered(cause, signal)
  })
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function unanswered(cause: unknown, signal: AbortSignal | undefined): unknown {
  return signal?.aborted ? cause : new RequestFailed('OFFLINE', { message: COMMON.offline, cause })
}

/** Path and query of a request. Query values that are `undefined` are omitted. */
function buildAddress(route: Route, { parameters = {}, query }: LooseRequest): string {
  const path = route.path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(parameters[key] ?? ''))
  const defined = Object.entries(query ?? {}).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(defined.map(([key, value]) => [key, String(value)])).toString()
  return search ? `${path}?${search}` : path
}

function refusal(status: number, body: unknown): RequestFailed {
  const parsed = apiErrorBody.safeParse(body)
  const code = parsed.success && isKnown(parsed.data.code) ? parsed.data.code : codeByStatus(status)
  return new RequestFailed(code, { status, message: parsed.data?.message ?? API_ERRORS[code][1] })
}

function isKnown(code: string): code is ApiErrorCode {
  return Object.hasOwn(API_ERRORS, code)
}

/** The error code for a response of the gateway itself, which has a status but no code of the contract. */
function codeByStatus(status: number): ApiErrorCode {
  if (status === 401) return 'UNAUTHORIZED'
  if (status === 403) return 'FORBIDDEN'
  if (status === 404) return 'NOT_FOUND'
  if (status === 429) return 'TOO_MANY_REQUESTS'
  return status < 500 ? 'BAD_REQUEST' : 'INTERNAL'
}

function parse<Value>(schema: z.ZodType<Value>, body: unknown): Value {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  throw new RequestFailed('STRANGE_ANSWER', { message: COMMON.unknownError, cause: parsed.error })
}
