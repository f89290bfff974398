import { type Call, requireObject } from './call.ts'
import type { ObjectRecord } from './catalog.ts'
import { preconditionFailed, S3Error } from './errors.ts'
import { quoted, type S3Response } from './response.ts'

/** Query parameters with which a signed GET sets response headers. */
export const OVERRIDES = {
  'response-content-disposition': 'content-disposition',
  'response-content-type': 'content-type',
} as const

/** GetObject: the whole object, one range, or 304. */
export async function getObject(call: Call): Promise<S3Response> {
  const { object, answer, start, end } = inspect(call)
  if (answer.status === 304) return answer
  return { ...answer, body: { stream: call.deps.content.read(object.segments, start, end), size: end - start + 1 } }
}

/** HeadObject: the response of GetObject without its body. */
export async function headObject(call: Call): Promise<S3Response> {
  const { answer, start, end } = inspect(call)
  if (answer.status === 304) return answer
  return { ...answer, headers: { ...answer.headers, 'content-length': String(end - start + 1) } }
}

/** Status and headers of a read, and the bytes that it covers (`end` is inclusive). */
function inspect(call: Call): { object: ObjectRecord; answer: S3Response; start: number; end: number } {
  const { request } = call
  const object = requireObject(call, request.bucket, request.key)
  const headers: Record<string, string> = {
    'content-type': 'binary/octet-stream',
    ...object.headers,
    etag: quoted(object.etag),
    'last-modified': new Date(object.modified).toUTCString(),
    'accept-ranges': 'bytes',
  }
  for (const [parameter, header] of Object.entries(OVERRIDES)) {
    const value = request.query.get(parameter)
    if (value !== undefined) headers[header] = value
  }
  const whole = { start: 0, end: object.size - 1 }
  if (isUnchanged(call, object)) return { object, answer: { status: 304, headers }, ...whole }
  const range = parseRange(request.headers.range, object.size)
  if (!range) return { object, answer: { status: 200, headers }, ...whole }
  headers['content-range'] = `bytes ${range.start}-${range.end}/${object.size}`
  return { object, answer: { status: 206, headers }, ...range }
}

/**
 * Whether `If-None-Match` names the object.
 * @throws S3Error PreconditionFailed if `If-Match` does not name it
 */
function isUnchanged({ request: { header } }: Call, { etag }: ObjectRecord): boolean {
  const match = header('if-match')
  if (match !== undefined && !namesEtag(match, etag)) throw preconditionFailed('If-Match')
  const noneMatch = header('if-none-match')
  return noneMatch !== undefined && namesEtag(noneMatch, etag)
}

/** Whether the list of an If-Match header (`"a", "b"` or `*`) names the ETag. */
export function namesEtag(list: string, etag: string): boolean {
  return list.split(',').some(one => one.trim() === '*' || one.trim().replace(/^W\//, '').replaceAll('"', '') === etag)
}

/** Parses one byte range, inclusive. A header of another form is ignored, as RFC 9110 section 14.2 allows. */
export function parseRange(header: string | undefined, size: number): { start: number; end: number } | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  const start = first === '' ? Math.max(size - Number(last), 0) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined
  if (start >= size)
    throw new S3Error('InvalidRange', 'The requested range is not satisfiable', { ActualObjectSize: String(size) })
  return { start, end }
}
