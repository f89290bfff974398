import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { headersOf, readBody, urlOf } from '../../aws/wire.ts'
import { createAuthorizer } from './authorizer.ts'
import { eventOf } from './event.ts'
import { type ApiAnswer, failure, message, plain, refusal, replyOf } from './reply.ts'
import type { HttpApi } from './routes.ts'

/** An HTTP API takes 10 MB and waits 30 seconds for its integration. */
const LARGEST_BODY = 10 * 1024 * 1024
const LONGEST_WAIT_MS = 30_000

export interface ApiGatewayOptions {
  now: () => number
  invoke(functionArn: string, event: unknown): Promise<unknown>
  /** Local address of an issuer. */
  issuer(url: string): string
}

/** Answers requests as API Gateway's HTTP APIs do: route, authorizer, payload format 2.0. */
export function createApiGateway(options: ApiGatewayOptions) {
  const authorize = createAuthorizer(options.now, options.issuer)

  async function answer(api: HttpApi, req: IncomingMessage): Promise<ApiAnswer> {
    const url = urlOf(req)
    const method = req.method ?? 'GET'
    const headers = headersOf(req)
    if (api.cors && method === 'OPTIONS' && headers['access-control-request-method']) return plain(204)
    const found = routeOf(api, method, url.pathname)
    if (!found) return message(404, 'Not Found')
    const { route, parameters } = found
    const authorization = route.authorizer && (await authorize(headers.authorization, route.authorizer, route))
    if (authorization && !authorization.isAllowed) return refusal(authorization)
    const body = await readBody(req, LARGEST_BODY)
    const event = eventOf({ api, route, parameters, url, method, headers, body, now: options.now(), authorization })
    const outcome = await within(route.timeoutMs, options.invoke(route.functionArn, event))
    return outcome === LATE ? message(503, 'Service Unavailable') : replyOf(outcome)
  }

  return async (api: HttpApi, req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const reply = await answer(api, req).catch(failure)
    const cors = corsHeaders(api, req)
    const cookies = reply.cookies.length > 0 && { 'set-cookie': reply.cookies }
    const always = { 'content-length': reply.body.length, 'apigw-requestid': randomUUID().slice(0, 16) }
    res.writeHead(reply.status, { ...reply.headers, ...cors, ...cookies, ...always })
    res.end(req.method === 'HEAD' ? undefined : reply.body)
  }
}

function routeOf(api: HttpApi, method: string, path: string) {
  for (const route of api.routes) {
    const parameters = route.match(method, path)
    if (parameters) return { route, parameters }
  }
  return undefined
}

const LATE = Symbol('late')

async function within(timeoutMs: number, work: Promise<unknown>): Promise<unknown> {
  const late = Promise.withResolvers<typeof LATE>()
  const timer = setTimeout(() => late.resolve(LATE), Math.min(timeoutMs, LONGEST_WAIT_MS))
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

function corsHeaders({ cors }: HttpApi, req: IncomingMessage): Record<string, string> {
  const origin = req.headers.origin
  if (!cors || !origin || !(cors.AllowOrigins.includes('*') || cors.AllowOrigins.includes(origin))) return {}
  return {
    'access-control-allow-origin': cors.AllowOrigins.includes('*') ? '*' : origin,
    ...(cors.AllowCredentials && { 'access-control-allow-credentials': 'true' }),
    ...(cors.ExposeHeaders.length > 0 && { 'access-control-expose-headers': cors.ExposeHeaders.join(',') }),
    ...(req.method === 'OPTIONS' && {
      'access-control-allow-methods': cors.AllowMethods.join(','),
      'access-control-allow-headers': cors.AllowHeaders.join(','),
      ...(cors.MaxAge !== undefined && { 'access-control-max-age': String(cors.MaxAge) }),
    }),
  }
}
