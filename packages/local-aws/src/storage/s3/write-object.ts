import { type Call, commit, removeObject, requireObject } from './call.ts'
import type { ObjectRecord } from './catalog.ts'
import { preconditionFailed, S3Error } from './errors.ts'
import { namesEtag } from './read-object.ts'
import { LARGEST_UPLOAD, receiveBody } from './receive-body.ts'
import type { S3Request } from './request.ts'
import { isoTime, quoted, type S3Response, xmlResponse } from './response.ts'

const KEPT = ['cache-control', 'content-disposition', 'content-encoding', 'content-language', 'content-type', 'expires']

/** The headers of an upload that are stored with its object. */
export function keptHeaders(
  names: Iterable<string>,
  header: (name: string) => string | undefined,
): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const one of names) {
    const value = header(one)
    if ((KEPT.includes(one) || one.startsWith('x-amz-meta-')) && value !== undefined) kept[one] = value
  }
  return kept
}

/**
 * PutObject.
 * @throws S3Error PreconditionFailed if the object has another ETag than `if-match`, NoSuchKey if it is missing
 */
export async function putObject(call: Call): Promise<S3Response> {
  const { request, deps } = call
  const { bucket, key } = request
  const { file, size, md5: etag } = await receiveBody(call)
  const match = request.header('if-match')
  if (match !== undefined && !namesEtag(match, deps.catalog.find(bucket, key)?.etag ?? '')) {
    await deps.content.remove([{ file, size }])
    requireObject(call, bucket, key)
    throw preconditionFailed('If-Match')
  }
  const headers = keptHeaders(request.headerNames, request.header)
  await commit(deps, { bucket, key, size, etag, modified: deps.now(), headers, segments: [{ file, size }] })
  return { status: 200, headers: { etag: quoted(etag) } }
}

/** DeleteObject. Deleting a missing object succeeds. */
export async function deleteObject({ request, deps }: Call): Promise<S3Response> {
  await removeObject(deps, request.bucket, request.key)
  return { status: 204 }
}

/** Bucket and key in `x-amz-copy-source` (`/bucket/key`, percent-encoded). */
export function copySource(request: S3Request): { bucket: string; key: string } {
  const source = decodeURIComponent(request.header('x-amz-copy-source') ?? '')
  const [, bucket, key] = /^\/?([^/]+)\/(.+)$/s.exec(source) ?? []
  if (!bucket || !key) throw new S3Error('InvalidArgument', 'Copy Source must mention the source bucket and key.')
  return { bucket, key }
}

/**
 * Finds the source of a copy.
 * @throws S3Error PreconditionFailed if it has another ETag than `x-amz-copy-source-if-match`
 */
export function requireSource(call: Call): ObjectRecord {
  const { bucket, key } = copySource(call.request)
  const source = requireObject(call, bucket, key)
  const match = call.request.header('x-amz-copy-source-if-match')
  if (match !== undefined && !namesEtag(match, source.etag)) throw preconditionFailed('x-amz-copy-source-If-Match')
  return source
}

/** CopyObject. The copy shares its bytes with the source if the file system allows it. */
export async function copyObject(call: Call): Promise<S3Response> {
  const { request, deps } = call
  const { bucket, key } = request
  const source = requireSource(call)
  const isReplaced = request.header('x-amz-metadata-directive') === 'REPLACE'
  if (source.bucket === bucket && source.key === key && !isReplaced)
    throw new S3Error('InvalidRequest', 'This copy request is illegal because it changes nothing of the object.')
  if (source.size > LARGEST_UPLOAD)
    throw new S3Error(
      'InvalidRequest',
      `The specified copy source is larger than the maximum allowable size: ${LARGEST_UPLOAD}`,
    )
  const headers = isReplaced ? keptHeaders(request.headerNames, request.header) : source.headers
  const copy = { ...(await duplicate(call, source)), bucket, key, modified: deps.now(), headers }
  await commit(deps, copy)
  return xmlResponse('CopyObjectResult', { LastModified: isoTime(copy.modified), ETag: quoted(copy.etag) })
}

/** Joins the parts of a multipart upload into one segment. Its ETag is then the MD5 of the whole, as in S3. */
async function duplicate(
  { deps: { content } }: Call,
  source: ObjectRecord,
): Promise<Pick<ObjectRecord, 'size' | 'etag' | 'segments'>> {
  const [only] = source.segments
  if (only && source.segments.length === 1 && !source.etag.includes('-'))
    return { size: source.size, etag: source.etag, segments: [await content.duplicate(only)] }
  const { file, size, md5 } = await content.receive(content.read(source.segments))
  return { size, etag: md5, segments: [{ file, size }] }
}
