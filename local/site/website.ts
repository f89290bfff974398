import type { IncomingMessage, ServerResponse } from 'node:http'
import { headersOf, urlOf } from '../aws/wire.ts'
import type { Behavior, Distribution } from './distribution.ts'
import { createFileServer } from './file-server.ts'
import type { SiteFile } from './files.ts'
import { createViewerFunction, type ViewerRequest, type ViewerResponse, viewerFields } from './viewer-function.ts'

/** What stands behind a host name of an origin. */
export type Origin =
  | { files: Map<string, SiteFile> }
  | { handle(req: IncomingMessage, res: ServerResponse): Promise<void> }

export interface WebsiteOptions {
  distribution: Distribution
  originOf(domain: string): Origin
}

/** Answers as CloudFront would: behavior, viewer function, origin, response headers. */
export function createWebsite({ distribution, originOf }: WebsiteOptions) {
  const behaviors = distribution.behaviors.map(behavior => ({
    ...behavior,
    origin: originOf(behavior.originDomain),
    viewer: behavior.viewerRequest === undefined ? undefined : createViewerFunction(behavior.viewerRequest),
  }))
  const serve = createFileServer()

  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const { pathname } = urlOf(req)
    const behavior = behaviors.find(one => one.matches(pathname))
    if (!behavior) return end(res, 404, 'Not Found')
    setHeaders(res, behavior)
    if (!behavior.allowedMethods.includes(req.method ?? 'GET'))
      return end(res, 403, 'This distribution is not configured to allow the HTTP request method.')
    if (behavior.viewer) {
      const outcome = await behavior.viewer(viewerRequest(req))
      if ('statusCode' in outcome) return answer(res, outcome)
      req.url = targetOf(outcome)
    }
    if (!('files' in behavior.origin)) {
      req.url = `${behavior.originPath}${req.url ?? '/'}`
      return behavior.origin.handle(req, res)
    }
    const path = urlOf(req).pathname
    const key = path === '/' && distribution.defaultRootObject ? `/${distribution.defaultRootObject}` : path
    const at = (of: string) => fileAt(behavior.origin, `${behavior.originPath}${of}`)
    const file = at(key)
    if (file) return serve(req, res, file, 200, behavior.compress)
    // A bucket whose list the distribution may not see says 403 to what it does not hold.
    const instead = distribution.errorResponses.find(one => one.status === 403 && at(one.path))
    const page = instead && at(instead.path)
    if (instead && page) return serve(req, res, page, instead.responseStatus, behavior.compress)
    end(res, 403, '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code></Error>', 'application/xml')
  }
}

function fileAt(origin: Origin, path: string): SiteFile | undefined {
  if (!('files' in origin)) return undefined
  try {
    return origin.files.get(decodeURIComponent(path).replace(/^\//, ''))
  } catch {
    return undefined
  }
}

/** The policy's headers: those that override stand above what the origin sets later, the others below. */
function setHeaders(res: ServerResponse, { headers, removedHeaders }: Behavior): void {
  const writeHead = res.writeHead.bind(res)
  for (const { name, value } of headers) res.setHeader(name, value)
  if (headers.length === 0 && removedHeaders.length === 0) return
  const forced = new Map(headers.filter(one => one.override).map(one => [one.name, one.value]))
  res.writeHead = (status: number, ...rest: unknown[]) => {
    const given = rest.find(one => one !== null && typeof one === 'object' && !Array.isArray(one)) ?? {}
    const kept = Object.entries(given).filter(
      ([name]) => !forced.has(name.toLowerCase()) && !removedHeaders.includes(name.toLowerCase()),
    )
    return writeHead(status, Object.fromEntries(kept))
  }
}

function viewerRequest(req: IncomingMessage): ViewerRequest {
  const url = urlOf(req)
  const querystring = viewerFields(Object.fromEntries(url.searchParams))
  return { method: req.method ?? 'GET', uri: url.pathname, querystring, headers: viewerFields(headersOf(req)) }
}

function targetOf({ uri, querystring }: ViewerRequest): string {
  if (typeof querystring === 'string') return querystring ? `${uri}?${querystring}` : uri
  const pairs = Object.entries(querystring).flatMap(([name, { value, multiValue }]) =>
    (multiValue ?? [{ value }]).map((one): [string, string] => [name, one.value]),
  )
  return pairs.length > 0 ? `${uri}?${new URLSearchParams(pairs)}` : uri
}

function answer(res: ServerResponse, { statusCode, headers, body }: ViewerResponse): void {
  const content =
    typeof body === 'string' ? body : Buffer.from(body.data, body.encoding === 'base64' ? 'base64' : 'utf8')
  res.writeHead(statusCode, Object.fromEntries(Object.entries(headers).map(([name, { value }]) => [name, value])))
  res.end(content)
}

function end(res: ServerResponse, status: number, body: string, type = 'text/html'): void {
  res.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) }).end(body)
}
