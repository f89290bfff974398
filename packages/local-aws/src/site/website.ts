import type { IncomingMessage, ServerResponse } from 'node:http'
import { createContext, Script } from 'node:vm'
import * as z from 'zod'
import { parseUrl, readHeaders } from '../aws/wire.ts'
import type { Handler } from '../machine/servers.ts'
import type { Behavior, Distribution } from './distribution.ts'
import { withErrorCache } from './error-cache.ts'
import { createFileServer, type SiteFile } from './files.ts'

/** Where a distribution gets its responses from. */
export type Origin = { files: Map<string, SiteFile> } | { handle: Handler }

interface WebsiteOptions {
  distribution: Distribution
  findOrigin(domain: string): Origin
  /** Epoch milliseconds. */
  now: () => number
}

/** Handles requests as CloudFront does: behavior, viewer function, origin, response headers. */
export function createWebsite({ distribution, findOrigin, now }: WebsiteOptions): Handler {
  const originOf = ({ originDomain }: Behavior): Origin => {
    const origin = findOrigin(originDomain)
    return 'files' in origin ? origin : { handle: withErrorCache(origin.handle, distribution.errorTtls, now) }
  }
  const behaviors = distribution.behaviors.map(behavior => ({
    ...behavior,
    origin: originOf(behavior),
    onRequest: behavior.viewerRequest === undefined ? undefined : createViewerFunction(behavior.viewerRequest),
    onResponse: behavior.viewerResponse === undefined ? undefined : createViewerFunction(behavior.viewerResponse),
  }))
  const serve = createFileServer()

  return async (req, res) => {
    const { pathname } = parseUrl(req)
    const behavior = behaviors.find(one => one.matches(pathname))
    if (!behavior) return end(res, 404, 'Not Found')
    setHeaders(res, behavior)
    if (!behavior.allowedMethods.includes(req.method ?? 'GET'))
      return end(res, 403, 'This distribution is not configured to allow the HTTP request method.')
    if (behavior.onRequest) {
      const outcome = requestOutcome.parse(await behavior.onRequest('viewer-request', { request: viewerRequest(req) }))
      if ('statusCode' in outcome) return answer(res, outcome)
      req.url = buildTarget(outcome)
    }
    Object.assign(req.headers, behavior.originHeaders)
    if (!('files' in behavior.origin)) return behavior.origin.handle(req, res)
    const path = parseUrl(req).pathname
    const key = path === '/' ? `/${distribution.defaultRootObject}` : path
    const file = fileAt(behavior.origin.files, key)
    if (file) {
      const found = { request: viewerRequest(req), response: { statusCode: 200, headers: {} } }
      const outcome = behavior.onResponse && (await behavior.onResponse('viewer-response', found))
      return serve(req, res, file, {
        compress: behavior.compress,
        status: outcome === undefined ? 200 : responseSchema.parse(outcome).statusCode,
      })
    }
    // S3 returns 403 for a missing object if the distribution may not list the bucket.
    end(res, 403, '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code></Error>', 'application/xml')
  }
}

/**
 * Redirects from `localhost` to 127.0.0.1. Sign-in returns only to that name and S3 allows only that origin, so a user
 * at `localhost` could not sign in.
 */
export function atItsAddress(website: Handler): Handler {
  return async (req, res) => {
    const [isLocal, port = ''] = /^localhost(:\d+)?$/i.exec(req.headers.host ?? '') ?? []
    if (!isLocal || req.method !== 'GET' || !req.url?.startsWith('/')) return website(req, res)
    res.writeHead(302, { location: `http://127.0.0.1${port}${req.url}` }).end()
  }
}

function fileAt(files: Map<string, SiteFile>, path: string): SiteFile | undefined {
  try {
    return files.get(decodeURIComponent(path).replace(/^\//, ''))
  } catch {
    return undefined
  }
}

/** Sets the policy's headers. The origin cannot replace those that override; it can replace the others. */
function setHeaders(res: ServerResponse, { headers }: Behavior): void {
  const writeHead = res.writeHead.bind(res)
  for (const { name, value } of headers) res.setHeader(name, value)
  const forced = new Set(headers.filter(one => one.override).map(one => one.name))
  if (forced.size === 0) return
  res.writeHead = (status: number, ...rest: unknown[]) => {
    const given = rest.find(one => one !== null && typeof one === 'object' && !Array.isArray(one)) ?? {}
    return writeHead(
      status,
      Object.fromEntries(Object.entries(given).filter(([name]) => !forced.has(name.toLowerCase()))),
    )
  }
}

const multi = z.object({ value: z.string(), multiValue: z.array(z.object({ value: z.string() })).optional() })
const fields = z.record(z.string(), multi)
const requestSchema = z.object({
  method: z.string(),
  uri: z.string(),
  querystring: z.union([z.string(), fields]).default(''),
  headers: fields.default({}),
})
const responseSchema = z.object({ statusCode: z.number(), headers: fields.default({}), body: z.string().default('') })
/** The request to continue with, or a response. */
const requestOutcome = z.union([responseSchema, requestSchema])
type ViewerRequest = z.infer<typeof requestSchema>
type ViewerResponse = z.infer<typeof responseSchema>

/** CloudFront stops a function after about a millisecond of CPU time; this machine may need longer. */
const VIEWER_TIMEOUT_MS = 1000

/** Compiles a CloudFront Function. The caller checks what it returns. */
function createViewerFunction(code: string) {
  const script = new Script(`${code}\n;handler(event)`)
  return async (
    eventType: 'viewer-request' | 'viewer-response',
    subject: { request: ViewerRequest; response?: Pick<ViewerResponse, 'statusCode' | 'headers'> },
  ): Promise<unknown> => {
    const event = { version: '1.0', context: { eventType }, viewer: { ip: '127.0.0.1' }, ...subject }
    // The event is created inside the sandbox, so the function never holds an object of this process.
    const sandbox = createContext(Object.create(null))
    new Script(`globalThis.event = ${JSON.stringify(event)}`).runInContext(sandbox)
    const result: unknown = await script.runInContext(sandbox, { timeout: VIEWER_TIMEOUT_MS })
    return JSON.parse(JSON.stringify(result))
  }
}

function viewerRequest(req: IncomingMessage): ViewerRequest {
  const url = parseUrl(req)
  const buildFields = (values: Record<string, string>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]))
  return {
    method: req.method ?? 'GET',
    uri: url.pathname,
    querystring: buildFields(Object.fromEntries(url.searchParams)),
    headers: buildFields(readHeaders(req)),
  }
}

function buildTarget({ uri, querystring }: ViewerRequest): string {
  if (typeof querystring === 'string') return querystring ? `${uri}?${querystring}` : uri
  const pairs = Object.entries(querystring).flatMap(([name, { value, multiValue }]) =>
    (multiValue ?? [{ value }]).map((one): [string, string] => [name, one.value]),
  )
  return pairs.length > 0 ? `${uri}?${new URLSearchParams(pairs)}` : uri
}

function answer(res: ServerResponse, { statusCode, headers, body }: ViewerResponse): void {
  res.writeHead(statusCode, Object.fromEntries(Object.entries(headers).map(([name, { value }]) => [name, value])))
  res.end(body)
}

function end(res: ServerResponse, status: number, body: string, type = 'text/html'): void {
  res.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) }).end(body)
}
