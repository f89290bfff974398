import type { IncomingMessage } from 'node:http'
import { headersOf, requestTarget } from '../../aws/wire.ts'
import { S3Error } from './errors.ts'

const LONGEST_KEY = 1024
/** Bytes of address and headers together. */
const LARGEST_HEAD = 8192
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/

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
  /** Lower-case names. */
  headers: Record<string, string>
  /** A header, which a presigned URL may carry in its query. */
  header(name: string): string | undefined
  body: IncomingMessage
}

/** Reads path, query and headers; the path is never normalized, a key may hold `..` and `//`. */
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
  const headers = headersOf(req)
  const query = new Map(rawQuery)
  const hoisted = new Map(rawQuery.map(([name, value]) => [name.toLowerCase(), value]))
  const header = (name: string): string | undefined =>
    headers[name] ?? (name.startsWith('x-amz-') ? hoisted.get(name) : undefined)
  return { method: req.method ?? 'GET', rawPath, rawQuery, bucket, key, query, headers, header, body: req }
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
