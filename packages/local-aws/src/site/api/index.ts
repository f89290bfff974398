import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { BodyTooLargeError, parseUrl, readBody, readHeaders } from '../../aws/wire.ts'
import { ThrottledError } from '../../lambda/errors.ts'
import { createAuthorizer, type Refusal } from './authorizer.ts'
import { type ApiReply, buildEvent, buildReply, message } from './payload.ts'
import type { HttpApi } from './routes.ts'
import { createThrottle } from './throttle.ts'

/** An HTTP API accepts bodies of 10 MB and waits 30 seconds for its integration. */
const LARGEST_BODY = 10 * 1024 * 1024
const LONGEST_WAIT_MS = 30_000

interface ApiGatewayOptions {
  /** Milliseconds. */
  now: () => number
  /** `onBegin` is called once the function has started: on AWS no event waits for a thread. */
  invoke(functionArn: string, event: unknown, onBegin: () => void): Promise<unknown>
  /** Local address of an issuer. */
  issuer(url: string): string
  /** Whether requests beyond the rates of the stage are refused. */
  throttled: boolean
}

/** Handles requests as the HTTP APIs of API Gateway do: route, authorizer, payload format 2.0. */
export function createApiGateway(options: ApiGatewayOptions) {
  const authorize = createAuthorizer(options.now, options.issuer)
  const throttle = options.throttled ? createThrottle(options.now) : () => true

  async function answer(api: HttpApi, req: IncomingMessage): Promise<ApiReply> {
    const url = parseUrl(req)
    const method = req.method ?? 'GET'
    const headers = readHeaders(req)
    const found = findRoute(api, method, url.pathname)
    if (!found) return message(404, 'Not Found')
    const { route, parameters } = found
    if (!throttle(api, route.routeKey)) return message(429, 'Too Many Requests')
    const authorization = route.authorizer && (await authorize(headers.authorization, route.authorizer, route.scopes))
    if (authorization && !authorization.isAllowed) return refusalReply(authorization)
    const body = await readBody(req, LARGEST_BODY)
    const event = buildEvent({ api, route, parameters, url, method, headers, body, now: options.now(), authorization })
    const outcome = await within(route.timeoutMs, onBegin => options.invoke(route.functionArn, event, onBegin))
    return outcome === LATE ? message(503, 'Service Unavailable') : buildReply(outcome)
  }

  return async (api: HttpApi, req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const reply = await answer(api, req).catch(failureReply)
    const cookies = reply.cookies.length > 0 && { 'set-cookie': reply.cookies }
    const always = { 'content-length': reply.body.length, 'apigw-requestid': randomUUID().slice(0, 16) }
    res.writeHead(reply.status, { ...reply.headers, ...cookies, ...always })
    res.end(req.method === 'HEAD' ? undefined : reply.body)
  }
}

function findRoute(api: HttpApi, method: string, path: string) {
  for (const route of api.routes) {
    const parameters = route.match(method, path)
    if (parameters) return { route, parameters }
  }
  return undefined
}

const LATE = Symbol('late')

/** Returns the result of the work, or LATE if it runs longer than the integration allows. */
async function within(timeoutMs: number, work: (onBegin: () => void) => Promise<unknown>): Promise<unknown> {
  const late = Promise.withResolvers<typeof LATE>()
  let timer: NodeJS.Timeout | undefined
  const onBegin = () => {
    timer = setTimeout(() => late.resolve(LATE), Math.min(timeoutMs, LONGEST_WAIT_MS))
  }
  try {
    return await Promise.race([work(onBegin), late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** The caller sees no details of a function's error; the function's log has them. */
function failureReply(error: unknown): ApiReply {
  // It is not documented what an HTTP API returns when Lambda throttles (a REST API: 500). 503 is its status for an
  // unavailable integration.
  if (error instanceof ThrottledError) return message(503, 'Service Unavailable')
  if (error instanceof BodyTooLargeError) return message(413, 'Request Entity Too Large')
  return message(500, 'Internal Server Error')
}

function refusalReply({ status, message: text, reason }: Refusal): ApiReply {
  const error = status === 403 ? 'insufficient_scope' : 'invalid_token'
  const challenge = `Bearer scope="" error="${error}" error_description="${reason.replaceAll('"', "'")}"`
  const refused = message(status, text)
  return { ...refused, headers: { ...refused.headers, 'www-authenticate': challenge } }
}
