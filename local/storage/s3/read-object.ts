import { quoted, type S3Answer } from './answer.ts'
import type { ObjectRecord } from './catalog.ts'
import { readCondition } from './conditions.ts'
import { type Call, existing } from './context.ts'
import { S3Error } from './errors.ts'

/** Query parameters by which a signed GET sets headers of its answer. */
const OVERRIDES = {
  'response-cache-control': 'cache-control',
  'response-content-disposition': 'content-disposition',
  'response-content-encoding': 'content-encoding',
  'response-content-language': 'content-language',
  'response-content-type': 'content-type',
  'response-expires': 'expires',
} as const

/** GetObject: whole, one range, or 304. */
export async function getObject(call: Call): Promise<S3Answer> {
  const { object, answer, start, end } = inspect(call)
  if (answer.status === 304) return answer
  return { ...answer, body: { stream: call.storage.content.read(object.segments, start, end), size: end - start + 1 } }
}

/** HeadObject: what GetObject answers, without the bytes. */
export async function headObject(call: Call): Promise<S3Answer> {
  const { answer, start, end } = inspect(call)
  if (answer.status === 304) return answer
  return { ...answer, headers: { ...answer.headers, 'content-length': String(end - start + 1) } }
}

/** Status and headers of a read, and the bytes it covers. */
function inspect(call: Call): { object: ObjectRecord; answer: S3Answer; start: number; end: number } {
  const { request } = call
  const object = existing(call, request.bucket, request.key)
  const headers: Record<string, string> = {
    'content-type': 'binary/octet-stream',
    ...object.headers,
    etag: quoted(object.etag),
    'last-modified': new Date(object.modified).toUTCString(),
    'accept-ranges': 'bytes',
  }
  for (const [parameter, name] of Object.entries(OVERRIDES)) {
    const value = request.query.get(parameter)
    if (value !== undefined) headers[name] = value
  }
  const whole = { start: 0, end: object.size - 1 }
  if (readCondition(request.header, object) === 'unchanged')
    return { object, answer: { status: 304, headers }, ...whole }
  const range = rangeOf(request.headers.range, object.size)
  if (!range) {
    const answer = { status: 200, headers: { ...headers, ...checksumHeader(call, object) } }
    return { object, answer, ...whole }
  }
  headers['content-range'] = `bytes ${range.start}-${range.end}/${object.size}`
  return { object, answer: { status: 206, headers }, ...range }
}

/** The SDK asks for the checksum and verifies what it reads against it. */
function checksumHeader({ request }: Call, object: ObjectRecord): Record<string, string> {
  if (request.header('x-amz-checksum-mode') !== 'ENABLED' || !object.checksum) return {}
  return {
    [`x-amz-checksum-${object.checksum.algorithm}`]: object.checksum.value,
    'x-amz-checksum-type': 'FULL_OBJECT',
  }
}

/** One byte range, ends inclusive; a header of another form is ignored, as RFC 9110 section 14.2 allows. */
export function rangeOf(header: string | undefined, size: number): { start: number; end: number } | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  const start = first === '' ? Math.max(size - Number(last), 0) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined
  if (start >= size)
    throw new S3Error('InvalidRange', 'The requested range is not satisfiable', { ActualObjectSize: String(size) })
  return { start, end }
}
