import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Handler } from '../machine/servers.ts'

/** Errors that CloudFront stores. It respects the origin's Cache-Control only for those in `HEEDED`. */
const STORED = new Set([404, 410, 414, 500, 501, 502, 503, 504])
const HEEDED = new Set([404, 410, 414, 501])
/** Seconds for which CloudFront stores an error unless the distribution states another time. */
const DEFAULT_TTL = 10

interface StoredError {
  status: number
  headers: OutgoingHttpHeaders
  body: Buffer
  /** Epoch milliseconds. */
  until: number
}

/**
 * Stores an origin's error responses by path, whoever sent the request, as CloudFront does even where a cache policy
 * disables caching ("Control how long CloudFront caches errors" in its guide). `ttls` are seconds by status.
 */
export function withErrorCache(handle: Handler, ttls: ReadonlyMap<number, number>, now: () => number): Handler {
  const errors = new Map<string, StoredError>()
  return async (req, res) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return handle(req, res)
    const [path = ''] = (req.url ?? '').split('?')
    const error = errors.get(path)
    if (error && now() < error.until) {
      res.writeHead(error.status, { ...error.headers, 'x-cache': 'Error from cloudfront' })
      return void res.end(req.method === 'HEAD' ? undefined : error.body)
    }
    errors.delete(path)
    res.setHeader('x-cache', 'Miss from cloudfront')
    const body = recordBody(res)
    await handle(req, res)
    const ttl = ttls.get(res.statusCode) ?? DEFAULT_TTL
    // The response to HEAD has no body, so it cannot answer a later GET.
    if (req.method === 'GET' && ttl > 0 && isStored(res))
      errors.set(path, { status: res.statusCode, headers: res.getHeaders(), body: body(), until: now() + ttl * 1000 })
  }
}

function isStored(res: ServerResponse): boolean {
  const isRefused = /no-store|no-cache|private/.test(String(res.getHeader('cache-control') ?? ''))
  return STORED.has(res.statusCode) && !(isRefused && HEEDED.has(res.statusCode))
}

/** Records the body that is sent with `end`, and returns its reader. Handlers send a body in one piece. */
function recordBody(res: ServerResponse): () => Buffer {
  let body = Buffer.alloc(0)
  const end = res.end.bind(res)
  res.end = (sent?: unknown) => {
    if (typeof sent === 'string' || sent instanceof Uint8Array) body = Buffer.from(sent)
    return end(sent)
  }
  return () => body
}
