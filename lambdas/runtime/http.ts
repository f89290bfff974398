import type { APIGatewayProxyEventV2WithJWTAuthorizer, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import * as z from 'zod'
import { ApiError } from '../contract/errors.ts'
import type { FunctionName } from '../contract/functions.ts'
import { ROUTES, type Route, type RouteName } from '../contract/routes.ts'
import { log } from './log.ts'

/** Who calls, as the authorizer checked it. */
export interface Caller {
  /** The pool's `sub`. */
  uid: string
  /** `{provider}_{subject}`: the same for the same social account, even after leaving. */
  username: string
  /** For userInfo and revoke at the hosted sign-in. */
  accessToken: string
}

type Parsed<Name extends RouteName, Part extends 'body' | 'query'> =
  (typeof ROUTES)[Name] extends Record<Part, infer Schema extends z.ZodType> ? z.output<Schema> : undefined

/** One request, parsed by the schemas of its route. */
export interface Call<Name extends RouteName> {
  body: Parsed<Name, 'body'>
  query: Parsed<Name, 'query'>
  parameters: Record<string, string>
  /** Empty strings on a public route. */
  caller: Caller
  /** The page's UUID; an empty string where the route does not ask for one. */
  idempotencyKey: string
}

/** An answer with another status than 200. */
export class Reply<Body> {
  readonly status: number
  readonly body: Body

  constructor(status: number, body: Body) {
    this.status = status
    this.body = body
  }
}

type Response<Name extends RouteName> = z.input<(typeof ROUTES)[Name]['response']>
type RoutesOf<Room extends FunctionName> = {
  [Name in RouteName as (typeof ROUTES)[Name]['room'] extends Room ? Name : never]: (
    call: Call<Name>,
  ) => Promise<Response<Name> | Reply<Response<Name>>>
}

type LooseCall = { [Part in keyof Call<RouteName>]: unknown }
type Event = Omit<APIGatewayProxyEventV2WithJWTAuthorizer, 'requestContext'> & {
  requestContext: Pick<APIGatewayProxyEventV2WithJWTAuthorizer['requestContext'], 'requestId'> & {
    authorizer?: { jwt?: { claims: Record<string, unknown> } }
  }
}

/** The entry of a room of the API: finds the route, parses, calls, replies. Known refusals keep their code; the rest is an opaque 500. */
export function apiHandler<Room extends FunctionName>(_room: Room, routes: RoutesOf<Room>) {
  const byRouteKey = new Map<string, { route: Route; run: (call: LooseCall) => Promise<unknown> }>()
  for (const [name, run] of Object.entries<unknown>(routes)) {
    const route: Route = ROUTES[name as RouteName]
    byRouteKey.set(`${route.method} ${route.path}`, { route, run: run as (call: LooseCall) => Promise<unknown> })
  }
  return async (event: Event): Promise<APIGatewayProxyStructuredResultV2> => {
    try {
      const found = byRouteKey.get(event.routeKey)
      if (!found) throw new ApiError('NOT_FOUND')
      const answer = await found.run(parseCall(found.route, event))
      return answer instanceof Reply ? json(answer.status, answer.body) : json(200, answer)
    } catch (error) {
      return refusal(error, event)
    }
  }
}

const claims = z.object({ sub: z.string(), username: z.string() })
const uuid = z.uuid()

function parseCall(route: Route, event: Event): LooseCall {
  const { sub, username } =
    route.access === 'user' ? claims.parse(event.requestContext.authorizer?.jwt?.claims) : { sub: '', username: '' }
  const key = route.idempotent ? uuid.safeParse(event.headers['idempotency-key']) : undefined
  if (key && !key.success) throw new ApiError('BAD_REQUEST', { cause: key.error })
  return {
    body: route.body ? parse(route.body, bodyOf(event)) : undefined,
    query: route.query ? parse(route.query, event.queryStringParameters ?? {}) : undefined,
    parameters: Object.fromEntries(
      Object.entries(event.pathParameters ?? {}).map(([name, value]) => [name, value ?? '']),
    ),
    caller: { uid: sub, username, accessToken: (event.headers.authorization ?? '').replace(/^Bearer /i, '') },
    idempotencyKey: key?.data ?? '',
  }
}

function bodyOf(event: Event): unknown {
  const text = event.isBase64Encoded ? Buffer.from(event.body ?? '', 'base64').toString('utf8') : (event.body ?? '')
  try {
    return JSON.parse(text || '{}')
  } catch {
    // The parser's message quotes what was sent: names and titles stay out of the log.
    throw new ApiError('BAD_REQUEST', { cause: new SyntaxError('the body is no JSON') })
  }
}

function parse(schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new ApiError('BAD_REQUEST', { cause: parsed.error })
  return parsed.data
}

function refusal(error: unknown, event: Event): APIGatewayProxyStructuredResultV2 {
  const known = error instanceof ApiError ? error : new ApiError('INTERNAL', { cause: error })
  const level = known.status >= 500 ? 'error' : 'warn'
  log(
    level,
    'request refused',
    { code: known.code, route: event.routeKey, request: event.requestContext.requestId },
    known,
  )
  return json(known.status, { code: known.code, message: known.message })
}

function json(status: number, body: unknown): APIGatewayProxyStructuredResultV2 {
  return {
    statusCode: status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    body: JSON.stringify(body),
  }
}
