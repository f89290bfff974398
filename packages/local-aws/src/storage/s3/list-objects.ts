import type { Call } from './call.ts'
import type { ObjectRecord } from './catalog.ts'
import { S3Error } from './errors.ts'
import { isoTime, quoted, type S3Response, xmlResponse } from './response.ts'

const MOST_KEYS = 1000

/** ListObjectsV2 of a prefix, page by page. The continuation token is the last key of the page. */
export async function listObjects({ request: { query, bucket }, deps }: Call): Promise<S3Response> {
  const prefix = query.get('prefix') ?? ''
  const limit = readLimit(query.get('max-keys'))
  const token = query.get('continuation-token')
  const after = token === undefined ? '' : Buffer.from(token, 'base64url').toString()
  const objects: ObjectRecord[] = []
  let isTruncated = false
  for (const object of deps.catalog.from(bucket, later(after, prefix))) {
    if (!object.key.startsWith(prefix)) break
    if (object.key === after) continue
    isTruncated = objects.length === limit
    if (isTruncated) break
    objects.push(object)
  }
  const last = objects.at(-1)
  return xmlResponse('ListBucketResult', {
    Name: bucket,
    Prefix: prefix,
    MaxKeys: limit,
    KeyCount: objects.length,
    IsTruncated: isTruncated,
    ContinuationToken: token,
    NextContinuationToken: isTruncated && last ? Buffer.from(last.key).toString('base64url') : undefined,
    Contents: objects.map(({ key, modified, etag, size }) => ({
      Key: key,
      LastModified: isoTime(modified),
      ETag: quoted(etag),
      Size: size,
      StorageClass: 'STANDARD',
    })),
  })
}

/** The later key in the order of UTF-8 bytes, which is S3's order. */
const later = (a: string, b: string): string => (Buffer.compare(Buffer.from(a), Buffer.from(b)) > 0 ? a : b)

function readLimit(text: string | undefined): number {
  const limit = text === undefined ? MOST_KEYS : Number(text)
  if (!Number.isInteger(limit) || limit < 1)
    throw new S3Error('InvalidArgument', 'max-keys must be a positive integer.')
  return Math.min(limit, MOST_KEYS)
}
