import { randomUUID } from 'node:crypto'
import { element, isoTime, quoted, type S3Answer, xmlAnswer } from './answer.ts'
import type { PartRecord, UploadRecord } from './catalog.ts'
import { algorithmOf } from './checksum.ts'
import type { Call } from './context.ts'
import { noSuchUpload } from './errors.ts'
import { headerNames, keptHeaders } from './write-object.ts'

/** CreateMultipartUpload. */
export async function createUpload(call: Call): Promise<S3Answer> {
  const { request, storage } = call
  const { bucket, key } = request
  const named = request.header('x-amz-checksum-algorithm')
  const algorithm = named === undefined ? null : algorithmOf(named)
  const headers = keptHeaders(headerNames(call), request.header)
  const id = randomUUID()
  storage.catalog.putUpload({ id, bucket, key, initiated: storage.now(), headers, algorithm })
  return xmlAnswer(
    'InitiateMultipartUploadResult',
    element('Bucket', bucket) + element('Key', key) + element('UploadId', id),
  )
}

/** ListParts. */
export async function listParts(call: Call): Promise<S3Answer> {
  const { id, bucket, key } = uploadOf(call)
  const after = Number(call.request.query.get('part-number-marker') ?? 0)
  const limit = Math.min(Number(call.request.query.get('max-parts') ?? 1000), 1000)
  const later = call.storage.catalog.parts(id).filter(part => part.number > after)
  const page = later.slice(0, limit)
  const isTruncated = later.length > page.length
  const content =
    element('Bucket', bucket) +
    element('Key', key) +
    element('UploadId', id) +
    element('PartNumberMarker', after) +
    element('NextPartNumberMarker', isTruncated ? page.at(-1)?.number : undefined) +
    element('MaxParts', limit) +
    element('IsTruncated', isTruncated) +
    page.map(partXml).join('')
  return xmlAnswer('ListPartsResult', content)
}

/** ListMultipartUploads of a bucket, by prefix. */
export async function listUploads({ request, storage }: Call): Promise<S3Answer> {
  const prefix = request.query.get('prefix') ?? ''
  const uploads = storage.catalog.uploads(request.bucket).filter(upload => upload.key.startsWith(prefix))
  const items = uploads.map(({ key, id, initiated }) => {
    const facts = element('Key', key) + element('UploadId', id) + element('Initiated', isoTime(initiated))
    return `<Upload>${facts}</Upload>`
  })
  const head = element('Bucket', request.bucket) + element('Prefix', prefix) + element('IsTruncated', false)
  return xmlAnswer('ListMultipartUploadsResult', head + items.join(''))
}

/** AbortMultipartUpload. */
export async function abortUpload(call: Call): Promise<S3Answer> {
  const { id } = uploadOf(call)
  const parts = call.storage.catalog.parts(id)
  call.storage.catalog.endUpload(id)
  await call.storage.content.remove(parts)
  return { status: 204 }
}

/** The upload a request names; it must be of the request's bucket and key. */
export function uploadOf({ request, storage }: Call): UploadRecord {
  const id = request.query.get('uploadId') ?? ''
  const upload = storage.catalog.findUpload(id)
  if (!upload || upload.bucket !== request.bucket || upload.key !== request.key) throw noSuchUpload(id)
  return upload
}

function partXml(part: PartRecord): string {
  const facts =
    element('PartNumber', part.number) +
    element('LastModified', isoTime(part.modified)) +
    element('ETag', quoted(part.etag)) +
    element('Size', part.size)
  const sum = part.checksum ? element(`Checksum${part.checksum.algorithm.toUpperCase()}`, part.checksum.value) : ''
  return `<Part>${facts}${sum}</Part>`
}
