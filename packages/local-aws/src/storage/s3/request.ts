import type { IncomingMessage } from 'node:http'
import { readHeaders, requestTarget } from '../../aws/wire.ts'
import { notImplemented, S3Error } from './errors.ts'

/** Bytes in UTF-8. */
const LONGEST_KEY = 1024
/** Bytes of URL and headers together. */
const LARGEST_HEAD = 8192
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/

/** Unsupported headers that change what a request means. */
const UNSUPPORTED_HEADERS = [
  'content-md5',
  'if-unmodified-since',
  'x-amz-checksum-algorithm',
  'x-amz-copy-source-if-none-match',
  'x-amz-copy-source-if-modified-since',
  'x-amz-copy-source-if-unmodified-since',
]
/** Conditions of a read. As conditions of a write only `if-match` of PutObject is supported. */
const READ_CONDITIONS = ['if-match', 'if-none-match']

/** A request to a bucket or one of its objects, path style. */
export interface S3Request {
  method: string
  /** As sent, for the signature. */
  rawPath: string
  rawQuery: [string, string][]
  bucket: string
  /** Empty for the bucket itself. */
  key: string
  query: Map<string, string>
  /** By lower-case name. */
  headers: Record<string, string>
  /** A header. A presigned URL may carry it in its query. */
  header(name: string): string | undefined
  /** Lower-case names of all headers, including those in the query. */
  headerNames: string[]
  body: IncomingMessage
}

/**
 * Reads path, query and headers. The path is never normalized: a key may contain `..` and `//`.
 * @throws S3Error InvalidURI, InvalidBucketName, KeyTooLongError, RequestHeaderSectionTooLarge
 */
export function readRequest(req: IncomingMessage): S3Request {
  if (headLength(req) > LARGEST_HEAD)
    throw new S3Error('RequestHeaderSectionTooLarge', 'Your request header section exceeds the maximum allowed size.', {
      MaxSizeAllowed: String(LARGEST_HEAD),
    })
  const { rawPath, rawQuery } = target(req.url ?? '/')
  const slash = rawPath.indexOf('/', 1)
  const bucket = rawPath.slice(1, slash < 0 ? undefined : slash)
  if (!BUCKET.test(bucket)) throw new S3Error('InvalidBucketName', 'The specified bucket is not valid.')
  const key = slash < 0 ? '' : decodeURIComponent(rawPath.slice(slash + 1))
  if (Buffer.byteLength(key) > LONGEST_KEY) throw new S3Error('KeyTooLongError', 'Your key is too long')
  const headers = readHeaders(req)
  const query = new Map(rawQuery)
  const hoisted = new Map(rawQuery.map(([parameter, value]) => [parameter.toLowerCase(), value]))
  const header = (one: string): string | undefined =>
    headers[one] ?? (one.startsWith('x-amz-') ? hoisted.get(one) : undefined)
  const headerNames = [...new Set([...Object.keys(headers), ...hoisted.keys()])]
  const method = req.method ?? 'GET'
  return { method, rawPath, rawQuery, bucket, key, query, headers, header, headerNames, body: req }
}

/** Refuses a request with a header that should change its outcome but would be ignored here. */
export function refuseUnsupportedHeaders({ method, header, query }: S3Request): void {
  const isRead = method === 'GET' || method === 'HEAD'
  const isPut = method === 'PUT' && !query.has('uploadId') && header('x-amz-copy-source') === undefined
  const conditions = READ_CONDITIONS.filter(name => !isRead && !(isPut && name === 'if-match'))
  const unsupported = [...UNSUPPORTED_HEADERS, ...conditions]
  const stated = unsupported.find(one => header(one) !== undefined)
  if (stated !== undefined) throw notImplemented(`the header ${stated} in a ${method} request`)
}

function headLength({ url = '', rawHeaders }: IncomingMessage): number {
  return rawHeaders.reduce((sum, text) => sum + text.length + 2, url.length)
}

function target(url: string): { rawPath: string; rawQuery: [string, string][] } {
  try {
    const { rawPath, query } = requestTarget(url)
    decodeURIComponent(rawPath)
    return { rawPath, rawQuery: query }
  } catch (error) {
    throw new S3Error('InvalidURI', "Couldn't parse the specified URI.", {}, { cause: error })
  }
}
