import { Hash } from '@smithy/core/serde'
import { SignatureV4 } from '@smithy/signature-v4'
import type { MediaBucket } from './media-bucket.ts'

/** What is signed in addition to the object. */
interface Presigned {
  /** Parameters of the request, such as `response-content-type`. */
  query?: Record<string, string>
  /** Headers that the request must have, by lower-case name. */
  headers?: Record<string, string>
  /** Seconds for which the URL is valid. */
  expiresIn: number
  /** Start of that time. Default: now. */
  signingDate?: Date
}

/**
 * A presigned URL for one request of an object. It needs no SDK client of S3, which is a third of a function's code
 * (docs/decisions/cold-starts.md).
 */
export async function presignUrl(
  bucket: MediaBucket,
  method: 'GET' | 'PUT',
  key: string,
  { query = {}, headers = {}, ...life }: Presigned,
): Promise<string> {
  const { protocol, host, hostname, port, pathname } = new URL(bucket.url)
  const path = `${pathname.replace(/\/$/, '')}/${key.split('/').map(escapeUri).join('/')}`
  const request = {
    method,
    protocol,
    hostname,
    port: port ? Number(port) : undefined,
    path,
    query,
    headers: { host, 'X-Amz-Content-Sha256': 'UNSIGNED-PAYLOAD', ...headers },
  }
  const signed = await signerOf(bucket).presign(request, life)
  const parameters = Object.entries(signed.query ?? {}).map(([name, value]) => `${name}=${escapeUri(String(value))}`)
  return `${protocol}//${host}${path}?${parameters.join('&')}`
}

/**
 * A presigned POST with which a browser may upload one object of this key and media type, of at most `mostBytes`, for
 * `expiresIn` seconds (https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-HTTPPOSTConstructPolicy.html).
 */
export async function presignPost(
  bucket: MediaBucket,
  { key, type, mostBytes, expiresIn }: { key: string; type: string; mostBytes: number; expiresIn: number },
): Promise<{ url: string; fields: Record<string, string> }> {
  const signingDate = new Date()
  const { accessKeyId, sessionToken } = await bucket.credentials()
  const date = signingDate.toISOString().replace(/[-:]|\.\d{3}/g, '')
  const fields = {
    'Content-Type': type,
    bucket: bucket.name,
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': `${accessKeyId}/${date.slice(0, 8)}/${bucket.region}/s3/aws4_request`,
    'X-Amz-Date': date,
    ...(sessionToken && { 'X-Amz-Security-Token': sessionToken }),
    key,
  }
  const conditions = [
    ['content-length-range', 1, mostBytes],
    ...Object.entries(fields).map(([name, value]) => ({ [name]: value })),
  ]
  const expiration = new Date(signingDate.getTime() + expiresIn * 1000).toISOString()
  const Policy = Buffer.from(JSON.stringify({ expiration, conditions })).toString('base64')
  const signature = await signerOf(bucket).sign(Policy, { signingDate })
  return { url: bucket.url, fields: { ...fields, Policy, 'X-Amz-Signature': signature } }
}

function signerOf({ region, credentials }: MediaBucket): SignatureV4 {
  const sha256 = Hash.bind(null, 'sha256')
  return new SignatureV4({ service: 's3', region, credentials, sha256, uriEscapePath: false })
}

/** RFC 3986: also encodes the characters that `encodeURIComponent` leaves unchanged. */
function escapeUri(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}
