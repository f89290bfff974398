import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { LOCAL_ACCOUNT } from '../../template/resolve.ts'
import type { ApiRoute, HttpApi } from './routes.ts'

/** A request and its route, from which the event is built. */
interface EventParts {
  api: HttpApi
  route: ApiRoute
  parameters: Record<string, string>
  url: URL
  method: string
  headers: Record<string, string>
  body: Buffer
  /** Milliseconds. */
  now: number
  authorization: { isAllowed: true; jwt: unknown } | undefined
}

const TEXT = /^(text\/|application\/(json|javascript|xml|.*\+json|.*\+xml|x-www-form-urlencoded))/

/** Builds the event that API Gateway passes to a function, in payload format 2.0. */
export function buildEvent({ api, route, parameters, url, method, headers, body, now, authorization }: EventParts) {
  const query = [...new Set(url.searchParams.keys())].map(name => [name, url.searchParams.getAll(name).join(',')])
  const { cookie, ...others } = headers
  const isText = body.length === 0 || TEXT.test(headers['content-type'] ?? '')
  return {
    version: '2.0',
    routeKey: route.routeKey,
    rawPath: url.pathname,
    rawQueryString: url.search.slice(1),
    ...(cookie && { cookies: cookie.split(/;\s*/) }),
    headers: others,
    ...(query.length > 0 && { queryStringParameters: Object.fromEntries(query) }),
    ...(Object.keys(parameters).length > 0 && { pathParameters: parameters }),
    requestContext: {
      accountId: LOCAL_ACCOUNT,
      apiId: api.id,
      ...(authorization && { authorizer: { jwt: authorization.jwt } }),
      domainName: headers.host ?? 'localhost',
      domainPrefix: api.id,
      http: {
        method,
        path: url.pathname,
        protocol: 'HTTP/1.1',
        sourceIp: '127.0.0.1',
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: randomUUID(),
      routeKey: route.routeKey,
      stage: api.stage,
      time: new Date(now).toUTCString(),
      timeEpoch: now,
    },
    ...(body.length > 0 && { body: body.toString(isText ? 'utf8' : 'base64') }),
    isBase64Encoded: !isText,
  }
}

/** A response of an API before it is written. */
export interface ApiReply {
  status: number
  headers: Record<string, string>
  cookies: string[]
  body: Buffer
}

const resultSchema = z.object({
  statusCode: z.number(),
  headers: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String)).default({}),
  cookies: z.array(z.string()).default([]),
  body: z.string().default(''),
  isBase64Encoded: z.boolean().default(false),
})

/**
 * Converts a function's result to a reply. A result without a status code becomes the body; a malformed one becomes a
 * 500.
 */
export function buildReply(result: unknown): ApiReply {
  const parsed = resultSchema.safeParse(result)
  if (!parsed.success) {
    if (z.object({ statusCode: z.unknown() }).safeParse(result).success) return message(500, 'Internal Server Error')
    return jsonReply(200, result)
  }
  const { statusCode, headers, cookies, body, isBase64Encoded } = parsed.data
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  return {
    status: statusCode,
    headers: { 'content-type': 'text/plain;charset=UTF-8', ...lower },
    cookies,
    body: Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'),
  }
}

/** A reply from API Gateway itself. */
export function message(status: number, text: string): ApiReply {
  return jsonReply(status, { message: text })
}

function jsonReply(status: number, content: unknown): ApiReply {
  const body = Buffer.from(typeof content === 'string' ? content : JSON.stringify(content))
  return { status, headers: { 'content-type': 'application/json' }, cookies: [], body }
}
