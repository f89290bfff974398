import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { APIGatewayProxyEventV2WithJWTAuthorizer, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import * as z from 'zod'
import type { KeyScope } from '../contract/api-key.ts'
import { ApiError, JamakError } from '../contract/errors.ts'
import type { EVERY_ROUTE, EveryRouteName, ParametersOf } from '../contract/every-route.ts'
import type { FunctionName } from '../contract/functions.ts'
import type { ProofRight } from '../contract/proofreading.ts'
import type { Route } from '../contract/routes.ts'
import { inLogContext, log } from './log.ts'
import { type OriginGuard, originGuardFromEnvironment } from './origin.ts'

/** The signed-in user, as verified by the authorizer. */
export interface Caller {
  /** The user pool's `sub`. */
  uid: string
  /** `{provider}_{subject}`: the same for the same social account, even after leaving and rejoining. */
  username: string
  /** For userInfo and revoke at the hosted sign-in. */
  accessToken: string
}

/** The owner of the key that a program calls with. */
export interface KeyCaller {
  uid: string
  /** Id of the key. */
  key: string
}

/** The holder of a proofreader's link. */
export interface LinkCaller {
  /** Owner and key of the entry that the link is for. */
  uid: string
  key: string
  /** Id of the link. */
  link: string
  /** Name of the proofreader. */
  by: string
}

/** Admits a request by its `Authorization` header, or throws an ApiError. */
export type Guard<Admitted> = (
  authorization: string | undefined,
  request: { routeKey: string; scope: KeyScope | ProofRight | undefined },
) => Promise<Admitted>

type Declaration<Name extends EveryRouteName> = (typeof EVERY_ROUTE)[Name]
type Parsed<Name extends EveryRouteName, Part extends 'body' | 'query'> =
  Declaration<Name> extends Record<Part, infer Schema extends z.ZodType> ? z.output<Schema> : undefined

/** One request, parsed by its route's declaration. Parts that the route does not declare are `undefined`. */
export interface Call<Name extends EveryRouteName> {
  body: Parsed<Name, 'body'>
  query: Parsed<Name, 'query'>
  /** Never empty: each is a segment of the path. */
  parameters: ParametersOf<Name>
  /** Absent if the route is public. */
  caller: Declaration<Name> extends { access: 'user' }
    ? Caller
    : Declaration<Name> extends { access: 'key' }
      ? KeyCaller
      : Declaration<Name> extends { access: 'link' }
        ? LinkCaller
        : undefined
  /** The client's address, as far as it is known. */
  address: string
  /** The page's UUID, present if the route is idempotent. */
  idempotencyKey: Declaration<Name> extends { idempotent: true } ? string : undefined
}

/** A response with a status other than 200. */
export class Reply<Body> {
  readonly status: number
  readonly body: Body

  constructor(status: number, body: Body) {
    this.status = status
    this.body = body
  }
}

/** A response with an entity tag: a caller that has a response with the same tag gets a 304 without a body. */
export class Tagged<Body> {
  readonly body: Body
  /** Hashed for the header; changes whenever the caller needs the body again. */
  readonly version: string

  constructor(body: Body, version: string) {
    this.body = body
    this.version = version
  }
}

/** A response that is a file instead of JSON. */
export class FileReply {
  readonly content: Uint8Array
  /** Media type. */
  readonly type: string
  /** `Content-Disposition`. */
  readonly disposition: string

  constructor(content: Uint8Array, type: string, disposition: string) {
    this.content = content
    this.type = type
    this.disposition = disposition
  }
}

type Body<Name extends EveryRouteName> = z.input<Declaration<Name>['response']>
type Answer<Name extends EveryRouteName> =
  Declaration<Name> extends { isFile: true } ? FileReply : Body<Name> | Reply<Body<Name>> | Tagged<Body<Name>>
type RoutesOf<Lambda extends FunctionName> = {
  [Name in EveryRouteName as Declaration<Name>['lambda'] extends Lambda ? Name : never]: (
    call: Call<Name>,
  ) => Promise<Answer<Name>>
}

type LooseCall = { [Part in keyof Call<EveryRouteName>]: unknown }
type ApiEvent = Omit<APIGatewayProxyEventV2WithJWTAuthorizer, 'requestContext'> & {
  requestContext: Pick<APIGatewayProxyEventV2WithJWTAuthorizer['requestContext'], 'requestId'> & {
    http?: { sourceIp: string }
    authorizer?: { jwt?: { claims: Record<string, unknown> } }
  }
}

/** A request that was refused with a status below 500. */
export interface RefusedCall {
  /** `POST /api/payments`. */
  routeKey: string
  /** Undefined if nobody is signed in and no key or link was admitted. */
  uid: string | undefined
  /** The body as JSON, before it met the route's schema; undefined if the route takes none or it is not JSON. */
  body?: unknown
}

interface ApiOptions {
  /** Accepts requests from our own distribution only. */
  guard?: OriginGuard | undefined
  /** Required by a function with routes for keys, or for links. */
  keys?: Guard<KeyCaller>
  links?: Guard<LinkCaller>
  onRefusal?: (error: ApiError, call: RefusedCall) => Promise<void>
}

/**
 * Builds the Lambda entry of one function of the API: finds the route, parses the request, calls `routes`, replies. Takes
 * only the declarations of its module, so that a cold start builds no other schemas. An `ApiError` keeps its status, code
 * and message; any other error becomes an opaque 500.
 */
export function apiHandler<Lambda extends FunctionName>(
  _lambda: Lambda,
  declarations: Pick<typeof EVERY_ROUTE, keyof RoutesOf<Lambda>>,
  routes: RoutesOf<Lambda>,
  { guard = originGuardFromEnvironment(), keys, links, onRefusal }: ApiOptions = {},
) {
  const byRouteKey = new Map<string, { route: Route; run: (call: LooseCall) => Promise<unknown> }>()
  const declared: Partial<Record<string, Route>> = declarations
  for (const [name, run] of Object.entries<unknown>(routes)) {
    const route = declared[name]
    if (!route) throw new TypeError(`the route ${name} is not declared`)
    byRouteKey.set(`${route.method} ${route.path}`, { route, run: run as (call: LooseCall) => Promise<unknown> })
  }
  const answer = async (event: ApiEvent): Promise<APIGatewayProxyStructuredResultV2> => {
    const refused: RefusedCall = { routeKey: event.routeKey, uid: uidOf(event) }
    try {
      if (guard && !(await guard(event.headers))) throw new ApiError('FORBIDDEN')
      const found = byRouteKey.get(event.routeKey)
      if (!found) throw new ApiError('NOT_FOUND')
      const caller = await readCaller(found.route, event, { keys, links })
      refused.uid = caller?.uid
      if (found.route.body) refused.body = parseBody(event, found.route.bodyBytes)
      const answered = await found.run({ ...parseCall(found.route, event, refused.body), caller })
      if (answered instanceof FileReply) return file(answered)
      if (answered instanceof Tagged) return unlessKept(answered, event)
      return answered instanceof Reply ? json(answered.status, answered.body) : json(200, answered)
    } catch (error) {
      const known = knownError(error)
      if (known.status < 500) await onRefusal?.(known, refused)
      return refusal(known, event, refused.uid)
    }
  }
  return (event: ApiEvent) =>
    inLogContext({ request: event.requestContext.requestId }, async () => compressed(event, await answer(event)))
}

/** Contention is nobody's defect: the same request may succeed a moment later. */
function knownError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof JamakError && error.code === 'CONTENTION')
    return new ApiError('CONTENTION', { cause: error, retryAfter: 1 })
  return new ApiError('INTERNAL', { cause: error })
}

/** Five times the longest inquiry. API Gateway alone would accept 10 MB, and anyone can call the webhook. */
export const MOST_BODY_BYTES = 64 * 1024

const claims = z.object({ sub: z.string().min(1), username: z.string().min(1) })
const parameters = z.record(z.string(), z.string().min(1).max(1000))
const uuid = z.uuid()

function parseCall(route: Route, event: ApiEvent, body: unknown): Omit<LooseCall, 'caller'> {
  return {
    body: route.body ? parse(route.body, body) : undefined,
    query: route.query ? parse(route.query, event.queryStringParameters ?? {}) : undefined,
    parameters: parseParameters(route, event),
    address: readAddress(event),
    idempotencyKey: route.idempotent ? parse(uuid, event.headers['idempotency-key']) : undefined,
  }
}

async function readCaller(
  { access, scope }: Route,
  event: ApiEvent,
  { keys, links }: Pick<ApiOptions, 'keys' | 'links'>,
): Promise<Caller | KeyCaller | LinkCaller | undefined> {
  if (access === 'public') return undefined
  if (access === 'user') return readUser(event)
  const admit = access === 'key' ? keys : links
  if (!admit) throw new TypeError(`the function has no guard for access by ${access}`)
  return admit(event.headers.authorization, { routeKey: event.routeKey, scope })
}

function readUser({ headers, requestContext }: ApiEvent): Caller {
  const { sub, username } = claims.parse(requestContext.authorizer?.jwt?.claims)
  const accessToken = headers.authorization?.replace(/^Bearer /i, '')
  if (!accessToken) throw new ApiError('UNAUTHORIZED')
  return { uid: sub, username, accessToken }
}

/**
 * CloudFront appends the viewer's address to `x-forwarded-for`, and API Gateway that of CloudFront. A direct call of the
 * API may claim any address, so nothing but a share of a common limit may depend on it.
 */
function readAddress({ headers, requestContext }: ApiEvent): string {
  const forwarded = (headers['x-forwarded-for'] ?? '').split(',').map(address => address.trim())
  return forwarded.at(-2) || requestContext.http?.sourceIp || 'unknown'
}

function parseParameters({ path }: Route, { pathParameters }: ApiEvent): Record<string, string> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? [])
  const values = names.map(name => [name, pathParameters?.[name]] as const)
  return parse(parameters, Object.fromEntries(values))
}

function parseBody(event: ApiEvent, most = MOST_BODY_BYTES): unknown {
  const { body = '', isBase64Encoded } = event
  const bytes = Buffer.byteLength(body, isBase64Encoded ? 'base64' : 'utf8')
  if (bytes > most) throw new ApiError('BODY_TOO_LARGE')
  const text = isBase64Encoded ? Buffer.from(body, 'base64').toString('utf8') : body
  try {
    return JSON.parse(text || '{}', wellFormed)
  } catch {
    // JSON.parse quotes the body in its message, but names and titles must stay out of the log.
    throw new ApiError('BAD_REQUEST', { cause: new SyntaxError('the body is not JSON of well-formed text') })
  }
}

/** Rejects a lone surrogate, which JSON can escape but neither DynamoDB nor SES accepts. */
function wellFormed(_name: string, value: unknown): unknown {
  if (typeof value === 'string' && !value.isWellFormed()) throw new SyntaxError('half a surrogate pair')
  return value
}

function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new ApiError('BAD_REQUEST', { cause: parsed.error })
  return parsed.data
}

function refusal(known: ApiError, event: ApiEvent, uid: string | undefined): APIGatewayProxyStructuredResultV2 {
  const level = known.status >= 500 ? 'error' : 'warn'
  log(level, 'request', 'request refused', { code: known.code, route: event.routeKey, who: hashCaller(uid) }, known)
  const { status, code, message, retryAfter } = known
  return json(
    status,
    { code, message, retryAfter },
    {
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
      ...(status === 401 && { 'www-authenticate': 'Bearer' }),
    },
  )
}

function file({ content, type, disposition }: FileReply): APIGatewayProxyStructuredResultV2 {
  const headers = { 'content-type': type, 'content-disposition': disposition, 'cache-control': 'no-store' }
  return { statusCode: 200, headers, body: Buffer.from(content).toString('base64'), isBase64Encoded: true }
}

function unlessKept({ body, version }: Tagged<unknown>, { headers }: ApiEvent): APIGatewayProxyStructuredResultV2 {
  const etag = `"${createHash('sha256').update(version).digest('base64url')}"`
  // A proxy may make the tag of a compressed response weak.
  const isKept = headers['if-none-match']?.replace(/^W\//, '') === etag
  return isKept ? { statusCode: 304, headers: { etag, 'cache-control': 'no-store' } } : json(200, body, { etag })
}

/** Shorter bodies fit into one packet anyway. */
const COMPRESSED_FROM_BYTES = 1000

/** CloudFront compresses only what it may cache, so the function compresses its own responses. */
async function compressed(
  { headers }: ApiEvent,
  response: APIGatewayProxyStructuredResultV2,
): Promise<APIGatewayProxyStructuredResultV2> {
  const body = Buffer.from(response.body ?? '', response.isBase64Encoded ? 'base64' : 'utf8')
  const isAccepted = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(headers['accept-encoding'] ?? '')
  if (!isAccepted || body.length < COMPRESSED_FROM_BYTES) return response
  return {
    ...response,
    headers: { ...response.headers, 'content-encoding': 'gzip', vary: 'accept-encoding' },
    body: (await promisify(gzip)(body)).toString('base64'),
    isBase64Encoded: true,
  }
}

function uidOf({ requestContext }: ApiEvent): string | undefined {
  return claims.safeParse(requestContext.authorizer?.jwt?.claims).data?.sub
}

/** Groups the requests of one user without identifying the user: a hash of the random uid. */
function hashCaller(uid: string | undefined): string | undefined {
  return uid && createHash('sha256').update(uid).digest('base64url').slice(0, 16)
}

function json(status: number, body: unknown, headers: Record<string, string> = {}): APIGatewayProxyStructuredResultV2 {
  return {
    statusCode: status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers },
    body: JSON.stringify(body),
  }
}
