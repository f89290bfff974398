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
import { COMMON } from './texts/common.ts'

/** What a route asks for: parameters of its path, body, query; a key where it creates something. */
export type RequestOf<Name extends RouteName> = { signal?: AbortSignal } & ([keyof RouteParameters<Name>] extends [
  never,
]
  ? { parameters?: undefined }
  : { parameters: RouteParameters<Name> }) &
  (RouteBody<Name> extends undefined ? { body?: undefined } : { body: RouteBody<Name> }) &
  (RouteQuery<Name> extends undefined ? { query?: undefined } : { query: RouteQuery<Name> }) &
  ((typeof ROUTES)[Name] extends { idempotent: true } ? { idempotencyKey: string } : { idempotencyKey?: undefined })

/** One call of the API, typed by the route's name; rejects with `RequestFailed`. */
export type Api = <Name extends RouteName>(name: Name, request: RequestOf<Name>) => Promise<RouteResponse<Name>>

export interface ApiSurroundings {
  fetch: typeof fetch
  /** The access token; `renewed` asks for one that was not used yet. `undefined` where nobody is signed in. */
  accessToken(options?: { renewed: boolean }): Promise<string | undefined>
  /** Called when the API no longer knows the person. */
  onSignedOut(): void
}

interface LooseRequest {
  signal?: AbortSignal
  parameters?: Readonly<Record<string, string>>
  body?: unknown
  query?: unknown
  idempotencyKey?: string
}

// The same table, in the form in which a route's name tells the type of its answer.
const RESPONSES: { [Name in RouteName]: { response: z.ZodType<RouteResponse<Name>> } } = ROUTES

/** The browser's client of the routes in the contract. */
export function createApi(surroundings: ApiSurroundings): Api {
  return async <Name extends RouteName>(name: Name, request: RequestOf<Name>): Promise<RouteResponse<Name>> => {
    const route = ROUTES[name]
    const response = await send(surroundings, route, request)
    const body: unknown = response.status === 204 ? {} : await response.json().catch(() => undefined)
    if (!response.ok) throw refusal(response.status, body)
    return parse(RESPONSES[name].response, body)
  }
}

async function send(surroundings: ApiSurroundings, route: Route, request: LooseRequest): Promise<Response> {
  const first = await attempt(surroundings, route, request, false)
  if (first.status !== 401) return first
  const second = await attempt(surroundings, route, request, true)
  if (second.status === 401) surroundings.onSignedOut()
  return second
}

async function attempt(
  { fetch, accessToken }: ApiSurroundings,
  route: Route,
  request: LooseRequest,
  renewed: boolean,
): Promise<Response> {
  const token = route.access === 'user' ? await accessToken({ renewed }) : undefined
  const headers = {
    accept: 'application/json',
    ...(token && { authorization: `Bearer ${token}` }),
    ...(request.body !== undefined && { 'content-type': 'application/json' }),
    ...(request.idempotencyKey && { 'idempotency-key': request.idempotencyKey }),
  }
  const body = request.body === undefined ? undefined : JSON.stringify(request.body)
  try {
    return await fetch(addressOf(route, request), { method: route.method, headers, body, signal: request.signal })
  } catch (cause) {
    if (request.signal?.aborted) throw cause
    throw new RequestFailed('OFFLINE', { message: COMMON.offline, cause })
  }
}

/** Path and query of a request. */
export function addressOf(route: Route, { parameters = {}, query }: LooseRequest): string {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''))
  const defined = Object.entries(query ?? {}).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(defined.map(([name, value]) => [name, String(value)])).toString()
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

/** The gateway in front of the API answers in its own words: only the status tells. */
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
