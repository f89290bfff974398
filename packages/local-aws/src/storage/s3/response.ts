import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { XMLBuilder, XMLParser } from 'fast-xml-parser'
import { readBody, respond } from '../../aws/wire.ts'
import { S3Error } from './errors.ts'
import type { S3Request } from './request.ts'

/** The response of an operation. A body may be a stream of known length. */
export interface S3Response {
  status: number
  headers?: Record<string, string>
  body?: string | { stream: Readable; size: number }
}

/** Elements of an XML document by name. A list repeats its element; `undefined` omits it. */
export interface XmlContent {
  [element: string]: string | number | boolean | undefined | XmlContent | XmlContent[]
}

const LARGEST_XML = 2 * 1024 * 1024

const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@' })
const parser = new XMLParser({
  parseTagValue: false,
  trimValues: false,
  htmlEntities: true,
  isArray: element => element === 'Part',
})

/** Writes a response. A stream that fails midway breaks the connection, so that no client considers it complete. */
export async function send(res: ServerResponse, { status, headers: stated = {}, body }: S3Response): Promise<void> {
  const headers = Object.fromEntries(Object.entries(stated).map(([header, value]) => [header, onWire(value)]))
  if (headers['content-length'] !== undefined || status === 304 || status === 204) {
    res.writeHead(status, headers)
    res.end()
    return
  }
  if (typeof body !== 'object') return respond(res, { status, headers, body })
  res.writeHead(status, { ...headers, 'content-length': body.size })
  await pipeline(body.stream, res)
}

/** Header values are bytes: UTF-8, as S3 sends them. */
function onWire(value: string): string {
  if (/[\r\n\0]/.test(value)) throw new S3Error('InvalidArgument', 'A header value holds a line break.')
  return Buffer.from(value, 'utf8').toString('latin1')
}

export function xmlResponse(root: string, content: XmlContent, status = 200): S3Response {
  const document = { [root]: { '@xmlns': 'http://s3.amazonaws.com/doc/2006-03-01/', ...content } }
  return { status, headers: { 'content-type': 'application/xml' }, body: buildXml(document) }
}

/** The response to a failed request. */
export function errorResponse({ code, message, status, details }: S3Error): S3Response & { body: string } {
  const RequestId = randomUUID()
  return {
    status,
    headers: { 'content-type': 'application/xml', 'x-amz-request-id': RequestId },
    body: buildXml({ Error: { Code: code, Message: message, ...details, RequestId } }),
  }
}

function buildXml(document: XmlContent): string {
  return builder.build({ '?xml': { '@version': '1.0', '@encoding': 'UTF-8' }, ...document })
}

/**
 * Reads a request's XML. The caller checks its shape.
 * @throws S3Error MalformedXML
 */
export async function readXml({ body }: S3Request): Promise<unknown> {
  const text = (await readBody(body, LARGEST_XML)).toString()
  try {
    const document: unknown = parser.parse(text, true)
    return document
  } catch (error) {
    throw malformedXml(error)
  }
}

export const malformedXml = (cause?: unknown): S3Error =>
  new S3Error(
    'MalformedXML',
    'The XML you provided was not well-formed or did not validate against our schema.',
    {},
    { cause },
  )

export const quoted = (etag: string): string => `"${etag}"`
export const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString()
