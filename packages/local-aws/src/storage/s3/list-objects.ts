import type { Call } from './call.ts'
import type { Catalog, ObjectRecord } from './catalog.ts'
import { S3Error } from './errors.ts'
import { isoTime, quoted, type S3Response, xmlResponse } from './response.ts'

const MOST_KEYS = 1000

/** An object, or the common prefix of all objects whose keys share it up to the delimiter. */
type Listed = { object: ObjectRecord } | { prefix: string }

const nameOf = (listed: Listed): string => ('prefix' in listed ? listed.prefix : listed.object.key)

/**
 * ListObjectsV2 of a prefix, page by page. With a delimiter, keys that contain it after the prefix are rolled up into one
 * common prefix, which counts as one key. The continuation token is the last key or common prefix of the page.
 */
export async function listObjects({ request: { query, bucket }, deps }: Call): Promise<S3Response> {
  const prefix = query.get('prefix') ?? ''
  const delimiter = query.get('delimiter') ?? ''
  const limit = readLimit(query.get('max-keys'))
  const token = query.get('continuation-token')
  const after = token === undefined ? '' : Buffer.from(token, 'base64url').toString()
  const page: Listed[] = []
  let isTruncated = false
  for (const listed of listAfter(deps.catalog, { bucket, prefix, delimiter, after })) {
    isTruncated = page.length === limit
    if (isTruncated) break
    page.push(listed)
  }
  const last = page.at(-1)
  return xmlResponse('ListBucketResult', {
    Name: bucket,
    Prefix: prefix,
    Delimiter: delimiter === '' ? undefined : delimiter,
    MaxKeys: limit,
    KeyCount: page.length,
    IsTruncated: isTruncated,
    ContinuationToken: token,
    NextContinuationToken: isTruncated && last ? Buffer.from(nameOf(last)).toString('base64url') : undefined,
    Contents: page.flatMap(listed => ('prefix' in listed ? [] : describeObject(listed.object))),
    CommonPrefixes: page.flatMap(listed => ('prefix' in listed ? { Prefix: listed.prefix } : [])),
  })
}

/** Objects and common prefixes after a key or a common prefix, in the order of their names. */
function* listAfter(
  catalog: Catalog,
  { bucket, prefix, delimiter, after }: { bucket: string; prefix: string; delimiter: string; after: string },
): Generator<Listed> {
  let rolledUp = delimiter !== '' && after.endsWith(delimiter) ? after : undefined
  for (const object of catalog.from(bucket, later(after, prefix))) {
    const { key } = object
    if (!key.startsWith(prefix)) return
    if (key === after || (rolledUp !== undefined && key.startsWith(rolledUp))) continue
    const end = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length)
    if (end < 0) yield { object }
    else {
      rolledUp = key.slice(0, end + delimiter.length)
      yield { prefix: rolledUp }
    }
  }
}

function describeObject({ key, modified, etag, size }: ObjectRecord) {
  return { Key: key, LastModified: isoTime(modified), ETag: quoted(etag), Size: size, StorageClass: 'STANDARD' }
}

/** The later key in the order of UTF-8 bytes, which is S3's order. */
const later = (a: string, b: string): string => (Buffer.compare(Buffer.from(a), Buffer.from(b)) > 0 ? a : b)

function readLimit(text: string | undefined): number {
  const limit = text === undefined ? MOST_KEYS : Number(text)
  if (!Number.isInteger(limit) || limit < 1)
    throw new S3Error('InvalidArgument', 'max-keys must be a positive integer.')
  return Math.min(limit, MOST_KEYS)
}
