import type { IncomingMessage, ServerResponse } from 'node:http'
import { LocalError } from '../machine/terminal.ts'
import type { AwsResponse } from './service.ts'

/** A request target, never normalized: a key may be `a/../b`, and signatures cover the target as sent. */
interface RequestTarget {
  /** Still percent-encoded. */
  rawPath: string
  /** Decoded, in order. */
  query: [string, string][]
}

/**
 * Splits a request target.
 * @throws URIError on broken percent-encoding
 */
export function requestTarget(url: string): RequestTarget {
  const mark = url.indexOf('?')
  const rawPath = mark < 0 ? url : url.slice(0, mark)
  const search = mark < 0 ? '' : url.slice(mark + 1)
  const query = search
    .split('&')
    .filter(Boolean)
    .map((pair): [string, string] => {
      const equals = pair.indexOf('=')
      const name = equals < 0 ? pair : pair.slice(0, equals)
      return [decodeURIComponent(name), equals < 0 ? '' : decodeURIComponent(pair.slice(equals + 1))]
    })
  return { rawPath, query }
}

/** Parses a request's URL. The host is meaningless. A path that begins with two slashes does not become a host. */
export function parseUrl({ url = '/' }: IncomingMessage): URL {
  return new URL(url.startsWith('/') ? `http://localhost${url}` : url, 'http://localhost')
}

/** Headers with names in lower case; repeated headers are joined with commas. */
export function readHeaders(req: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(req.headers))
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(',') : value
  return headers
}

/** A request body exceeds the reader's limit. */
export class BodyTooLargeError extends LocalError {
  constructor(limit: number) {
    super('BODY_TOO_LARGE', `The body is larger than ${limit} bytes.`)
  }
}

/**
 * Reads a whole body.
 * @throws BodyTooLargeError beyond `limit` bytes; before anything is read if the request states its length
 */
export async function readBody(
  stream: AsyncIterable<Buffer> & { headers?: IncomingMessage['headers'] },
  limit: number,
): Promise<Buffer> {
  if (Number(stream.headers?.['content-length'] ?? 0) > limit) throw new BodyTooLargeError(limit)
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > limit) throw new BodyTooLargeError(limit)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Writes a whole response. */
export function respond(res: ServerResponse, answer: AwsResponse): void {
  const body = answer.body ?? ''
  res.writeHead(answer.status, { ...answer.headers, 'content-length': Buffer.byteLength(body) })
  res.end(body)
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes text for XML or HTML. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, sign => ENTITIES[sign] ?? sign)
}
