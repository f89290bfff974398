import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AwsResponse } from './service.ts'

/** The request line, taken apart but never normalized: a key may be `a/../b`, and signatures cover what was sent. */
export interface RequestTarget {
  /** Still percent-encoded. */
  rawPath: string
  /** Decoded, in order. */
  query: [string, string][]
}

/** Splits a request target; throws URIError on a broken percent-encoding. */
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

/** Address of a request; its host is of no meaning. A path that begins with two slashes names no other host. */
export function urlOf({ url = '/' }: IncomingMessage): URL {
  return new URL(url.startsWith('/') ? `http://localhost${url}` : url, 'http://localhost')
}

/** Headers with lower-case names, repeated ones joined. */
export function headersOf(req: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(req.headers))
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(',') : value
  return headers
}

/** A body that is larger than its reader takes. */
export class BodyTooLargeError extends Error {}

/** Reads a body whole; more than `limit` bytes are refused. */
export async function readBody(stream: AsyncIterable<Buffer>, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > limit) throw new BodyTooLargeError(`The body is larger than ${limit} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Writes an answer whole. */
export function respond(res: ServerResponse, answer: AwsResponse): void {
  const body = answer.body ?? ''
  res.writeHead(answer.status, { ...answer.headers, 'content-length': Buffer.byteLength(body) })
  res.end(body)
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text inside XML or HTML. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, sign => ENTITIES[sign] ?? sign)
}
