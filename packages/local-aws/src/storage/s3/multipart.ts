import { createHash, randomUUID } from 'node:crypto'
import * as z from 'zod'
import { type Call, finishCommit } from './call.ts'
import type { PartRecord, UploadRecord } from './catalog.ts'
import type { Received } from './content.ts'
import { noSuchUpload, S3Error } from './errors.ts'
import { parseRange } from './read-object.ts'
import { receiveBody, SHA256_HEADER, statedCrc32 } from './receive-body.ts'
import { isoTime, malformedXml, quoted, readXml, type S3Response, xmlResponse } from './response.ts'
import { keptHeaders, requireSource } from './write-object.ts'

const MOST_PARTS = 10_000
/** Minimum size of every part but the last: 5 MiB. */
const SMALLEST_PART = 5 * 1024 ** 2
const PARTS_PER_PAGE = 1000

const part = z.object({ PartNumber: z.coerce.number().int(), ETag: z.string().max(100) })
const completion = z.object({ CompleteMultipartUpload: z.object({ Part: z.array(part).min(1).max(MOST_PARTS) }) })

export async function createUpload({ request, deps }: Call): Promise<S3Response> {
  const { bucket, key } = request
  const headers = keptHeaders(request.headerNames, request.header)
  const id = randomUUID()
  deps.catalog.putUpload({ id, bucket, key, initiated: deps.now(), headers })
  return xmlResponse('InitiateMultipartUploadResult', { Bucket: bucket, Key: key, UploadId: id })
}

/** UploadPart. A repeated number replaces the part. */
export async function uploadPart(call: Call): Promise<S3Response> {
  const upload = requireUpload(call)
  const number = partNumber(call)
  if (statedCrc32(call.request) !== undefined || call.request.header(SHA256_HEADER) !== undefined)
    throw new S3Error(
      'InvalidRequest',
      'Checksum Type mismatch occurred, expected checksum Type: null, actual checksum Type: crc32',
    )
  const received = await receiveBody(call)
  await storePart(call, upload, number, received)
  return { status: 200, headers: { etag: quoted(received.md5) } }
}

/** UploadPartCopy: a part copied from another object, or from a range of it. */
export async function copyPart(call: Call): Promise<S3Response> {
  const upload = requireUpload(call)
  const number = partNumber(call)
  const source = requireSource(call)
  const stated = call.request.header('x-amz-copy-source-range')
  const range = parseRange(stated, source.size)
  if (stated !== undefined && !range)
    throw new S3Error('InvalidArgument', 'The x-amz-copy-source-range value must be of the form bytes=first-last')
  const { content } = call.deps
  const received = await content.receive(content.read(source.segments, range?.start, range?.end))
  await storePart(call, upload, number, received)
  return xmlResponse('CopyPartResult', { LastModified: isoTime(call.deps.now()), ETag: quoted(received.md5) })
}

/** ListParts, in pages of 1000. */
export async function listParts(call: Call): Promise<S3Response> {
  const { id, bucket, key } = requireUpload(call)
  const after = Number(call.request.query.get('part-number-marker') ?? 0)
  const later = call.deps.catalog.parts(id).filter(one => one.number > after)
  const page = later.slice(0, PARTS_PER_PAGE)
  const isTruncated = later.length > page.length
  return xmlResponse('ListPartsResult', {
    Bucket: bucket,
    Key: key,
    UploadId: id,
    PartNumberMarker: after,
    NextPartNumberMarker: isTruncated ? page.at(-1)?.number : undefined,
    MaxParts: PARTS_PER_PAGE,
    IsTruncated: isTruncated,
    Part: page.map(({ number, modified, etag, size }) => ({
      PartNumber: number,
      LastModified: isoTime(modified),
      ETag: quoted(etag),
      Size: size,
    })),
  })
}

/** CompleteMultipartUpload: the listed parts, in order, become the object. */
export async function completeUpload(call: Call): Promise<S3Response> {
  const { request, deps } = call
  const { id, bucket, key, headers } = requireUpload(call)
  const listed = completion.safeParse(await readXml(request))
  if (!listed.success) throw malformedXml(listed.error)
  const stored = deps.catalog.parts(id)
  const parts = chosenParts(listed.data.CompleteMultipartUpload.Part, stored)
  const md5s = Buffer.concat(parts.map(one => Buffer.from(one.etag, 'hex')))
  const etag = `${createHash('md5').update(md5s).digest('hex')}-${parts.length}`
  const segments = parts.map(({ file, size }) => ({ file, size }))
  const size = segments.reduce((sum, segment) => sum + segment.size, 0)
  const object = { bucket, key, size, etag, modified: deps.now(), headers, segments }
  const replaced = deps.catalog.find(bucket, key)
  deps.catalog.endUpload(id, object)
  await deps.content.remove(stored.filter(one => !parts.includes(one)))
  await finishCommit(deps, object, replaced)
  const path = [bucket, ...key.split('/')].map(encodeURIComponent).join('/')
  const Location = `http://${request.headers.host ?? ''}/${path}`
  return xmlResponse('CompleteMultipartUploadResult', { Location, Bucket: bucket, Key: key, ETag: quoted(etag) })
}

export async function abortUpload(call: Call): Promise<S3Response> {
  const { id } = requireUpload(call)
  const parts = call.deps.catalog.parts(id)
  call.deps.catalog.endUpload(id)
  await call.deps.content.remove(parts)
  return { status: 204 }
}

/** Finds the upload that a request names. It must belong to the request's bucket and key. */
function requireUpload({ request, deps }: Call): UploadRecord {
  const id = request.query.get('uploadId') ?? ''
  const upload = deps.catalog.findUpload(id)
  if (!upload || upload.bucket !== request.bucket || upload.key !== request.key) throw noSuchUpload(id)
  return upload
}

function partNumber({ request }: Call): number {
  const number = Number(request.query.get('partNumber'))
  if (!Number.isInteger(number) || number < 1 || number > MOST_PARTS)
    throw new S3Error('InvalidArgument', `Part number must be an integer between 1 and ${MOST_PARTS}, inclusive`)
  return number
}

async function storePart({ deps }: Call, upload: UploadRecord, number: number, received: Received): Promise<void> {
  // The upload may have been completed or aborted while the part was received.
  if (!deps.catalog.findUpload(upload.id)) {
    await deps.content.remove([received])
    throw noSuchUpload(upload.id)
  }
  const replaced = deps.catalog.parts(upload.id).find(one => one.number === number)
  const { file, size, md5: etag } = received
  deps.catalog.putPart(upload.id, { number, size, etag, modified: deps.now(), file })
  if (replaced) await deps.content.remove([replaced])
}

/**
 * Chooses the stored parts that a completion lists.
 * @throws S3Error InvalidPartOrder, InvalidPart for a missing part or another ETag, EntityTooSmall
 */
function chosenParts(listed: z.output<typeof part>[], stored: PartRecord[]): PartRecord[] {
  if (listed.some(({ PartNumber }, index) => PartNumber <= (listed[index - 1]?.PartNumber ?? 0)))
    throw new S3Error('InvalidPartOrder', 'The list of parts was not in ascending order.')
  const parts = listed.map(({ PartNumber, ETag }) => {
    const found = stored.find(({ number }) => number === PartNumber)
    if (found?.etag === ETag.replaceAll('"', '')) return found
    throw new S3Error('InvalidPart', 'One or more of the specified parts could not be found.', {
      PartNumber: String(PartNumber),
    })
  })
  const small = parts.slice(0, -1).find(one => one.size < SMALLEST_PART)
  if (small)
    throw new S3Error('EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size', {
      ProposedSize: String(small.size),
      MinSizeAllowed: String(SMALLEST_PART),
      PartNumber: String(small.number),
    })
  return parts
}
