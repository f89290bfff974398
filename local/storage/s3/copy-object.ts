import { element, isoTime, quoted, type S3Answer, xmlAnswer } from './answer.ts'
import type { ObjectRecord } from './catalog.ts'
import { checkCopySource, checkWrite } from './conditions.ts'
import { type Call, commit, existing } from './context.ts'
import { S3Error } from './errors.ts'
import { LARGEST_UPLOAD } from './receive-body.ts'
import type { S3Request } from './request.ts'
import { headerNames, keptHeaders } from './write-object.ts'

/** Bucket and key of `x-amz-copy-source` (`/bucket/key`, percent-encoded). */
export function copySource(request: S3Request): { bucket: string; key: string } {
  const source = decodeURIComponent((request.header('x-amz-copy-source') ?? '').replace(/\?versionId=.*$/, ''))
  const [, bucket, key] = /^\/?([^/]+)\/(.+)$/s.exec(source) ?? []
  if (!bucket || !key) throw new S3Error('InvalidArgument', 'Copy Source must mention the source bucket and key.')
  return { bucket, key }
}

/** The source of a copy, its conditions checked. */
export function sourceObject(call: Call): ObjectRecord {
  const { bucket, key } = copySource(call.request)
  const source = existing(call, bucket, key)
  checkCopySource(call.request.header, source)
  return source
}

/** CopyObject; bytes are shared with the source where the file system can. */
export async function copyObject(call: Call): Promise<S3Answer> {
  const { request, storage } = call
  const { bucket, key } = request
  const source = sourceObject(call)
  const isReplaced = request.header('x-amz-metadata-directive') === 'REPLACE'
  if (source.bucket === bucket && source.key === key && !isReplaced)
    throw new S3Error('InvalidRequest', 'This copy request is illegal because it changes nothing of the object.')
  if (source.size > LARGEST_UPLOAD)
    throw new S3Error(
      'InvalidRequest',
      'The specified copy source is larger than the maximum allowable size: 5368709120',
    )
  checkWrite(request.header, storage.catalog.find(bucket, key))
  const headers = isReplaced ? keptHeaders(headerNames(call), request.header) : source.headers
  const copy = { ...(await duplicate(call, source)), bucket, key, modified: storage.now(), headers }
  await commit(storage, copy)
  return xmlAnswer(
    'CopyObjectResult',
    element('LastModified', isoTime(copy.modified)) + element('ETag', quoted(copy.etag)),
  )
}

/** What came in parts becomes one piece: its ETag is then the MD5 of the whole, as at S3. */
async function duplicate(
  { storage }: Call,
  source: ObjectRecord,
): Promise<Pick<ObjectRecord, 'size' | 'etag' | 'segments' | 'checksum'>> {
  const [only] = source.segments
  if (only && source.segments.length === 1 && !source.etag.includes('-')) {
    const { size, etag, checksum } = source
    return { size, etag, checksum, segments: [await storage.content.duplicate(only)] }
  }
  const { file, size, md5 } = await storage.content.receive(storage.content.read(source.segments))
  return { size, etag: md5, segments: [{ file, size }], checksum: undefined }
}
