import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { escapeMarkup, respond } from '../../aws/wire.ts'
import { S3Error } from './errors.ts'

/** What an operation answers; a body may be a stream of known length. */
export interface S3Answer {
  status: number
  headers?: Record<string, string>
  body?: string | { stream: Readable; size: number }
}

/** Writes an answer; a stream that fails half-way breaks the connection, as a lost backend does. */
export async function send(res: ServerResponse, answer: S3Answer): Promise<void> {
  const headers = Object.fromEntries(Object.entries(answer.headers ?? {}).map(([name, value]) => [name, onWire(value)]))
  const { body } = answer
  if (headers['content-length'] !== undefined || answer.status === 304 || answer.status === 204) {
    res.writeHead(answer.status, headers)
    res.end()
    return
  }
  if (typeof body !== 'object') return respond(res, { status: answer.status, headers, body })
  res.writeHead(answer.status, { ...headers, 'content-length': body.size })
  await pipeline(body.stream, res)
}

/** Header values are bytes: UTF-8 here, as S3 sends them. */
function onWire(value: string): string {
  if (/[\r\n\0]/.test(value)) throw new S3Error('InvalidArgument', 'A header value holds a line break.')
  return Buffer.from(value, 'utf8').toString('latin1')
}

/** An XML document of S3; `content` is markup already. */
export function xmlAnswer(root: string, content: string, status = 200): S3Answer {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${content}</${root}>`
  return { status, headers: { 'content-type': 'application/xml' }, body }
}

/** One XML element with text in it; none for a value that is not there. */
export function element(name: string, value: string | number | boolean | undefined): string {
  return value === undefined ? '' : `<${name}>${escapeMarkup(String(value))}</${name}>`
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Texts (markup still inside) of all elements of a name, in order. */
export function elementsOf(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}(?:\\s[^>]*)?>([\\s\\S]*?)</${name}>`, 'g'))].map(match => match[1] ?? '')
}

/** Decoded text of the first element of a name. */
export function textOf(xml: string, name: string): string | undefined {
  return elementsOf(xml, name)[0]?.replace(/&(#x[0-9a-f]+|#\d+|\w+);/gi, (whole, entity: string) => {
    if (entity.startsWith('#x')) return String.fromCodePoint(Number.parseInt(entity.slice(2), 16))
    if (entity.startsWith('#')) return String.fromCodePoint(Number.parseInt(entity.slice(1), 10))
    return ENTITIES[entity] ?? whole
  })
}

export const quoted = (etag: string): string => `"${etag}"`
export const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString()
