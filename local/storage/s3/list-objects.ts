import { element, isoTime, quoted, type S3Answer, xmlAnswer } from './answer.ts'
import type { ObjectRecord } from './catalog.ts'
import type { Call } from './context.ts'
import { S3Error } from './errors.ts'

const MOST_KEYS = 1000

/** ListObjectsV2 with prefix, delimiter, start-after and continuation. */
export async function listObjects({ request, storage }: Call): Promise<S3Answer> {
  const { query, bucket } = request
  const prefix = query.get('prefix') ?? ''
  const delimiter = query.get('delimiter') ?? ''
  const limit = limitOf(query.get('max-keys'))
  const token = query.get('continuation-token')
  const after = token === undefined ? query.get('start-after') : Buffer.from(token, 'base64url').toString()
  const page = collect(storage.catalog.from(bucket, later(after ?? '', prefix)), { prefix, delimiter, limit, after })
  const coded = (text: string): string => (query.get('encoding-type') === 'url' ? encodeURIComponent(text) : text)
  const content =
    element('Name', bucket) +
    element('Prefix', coded(prefix)) +
    (delimiter === '' ? '' : element('Delimiter', coded(delimiter))) +
    element('EncodingType', query.get('encoding-type')) +
    element('MaxKeys', limit) +
    element('KeyCount', page.objects.length + page.prefixes.length) +
    element('IsTruncated', page.next !== undefined) +
    element('ContinuationToken', token) +
    element(
      'NextContinuationToken',
      page.next === undefined ? undefined : Buffer.from(page.next).toString('base64url'),
    ) +
    element('StartAfter', query.get('start-after')) +
    page.objects.map(object => contentsOf(object, coded)).join('') +
    page.prefixes.map(one => `<CommonPrefixes>${element('Prefix', coded(one))}</CommonPrefixes>`).join('')
  return xmlAnswer('ListBucketResult', content)
}

const later = (a: string, b: string): string => (Buffer.compare(Buffer.from(a), Buffer.from(b)) > 0 ? a : b)

function limitOf(text: string | undefined): number {
  const limit = text === undefined ? MOST_KEYS : Number(text)
  if (!Number.isInteger(limit) || limit < 0) throw new S3Error('InvalidArgument', 'max-keys must be a whole number.')
  return Math.min(limit, MOST_KEYS)
}

interface Page {
  objects: ObjectRecord[]
  prefixes: string[]
  /** Where the next page starts after; undefined on the last one. */
  next: string | undefined
}

function collect(
  objects: Iterable<ObjectRecord>,
  { prefix, delimiter, limit, after }: { prefix: string; delimiter: string; limit: number; after: string | undefined },
): Page {
  const page: Page = { objects: [], prefixes: [], next: undefined }
  let last = after ?? ''
  for (const object of objects) {
    if (!object.key.startsWith(prefix)) break
    const end = delimiter === '' ? -1 : object.key.indexOf(delimiter, prefix.length)
    const group = end < 0 ? undefined : object.key.slice(0, end + delimiter.length)
    // `last` is a key or a group that the answer already holds.
    if (object.key === after || (group !== undefined && group === last)) continue
    if (page.objects.length + page.prefixes.length >= limit) return { ...page, next: limit === 0 ? undefined : last }
    if (group === undefined) page.objects.push(object)
    else page.prefixes.push(group)
    last = group ?? object.key
  }
  return page
}

function contentsOf(object: ObjectRecord, coded: (text: string) => string): string {
  const facts =
    element('Key', coded(object.key)) +
    element('LastModified', isoTime(object.modified)) +
    element('ETag', quoted(object.etag)) +
    element('Size', object.size) +
    element('StorageClass', 'STANDARD')
  return `<Contents>${facts}</Contents>`
}
