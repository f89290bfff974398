import { createHash, createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import { ALGORITHM, type CredentialScope, SignatureError, type StatedSignature } from './stated-signature.ts'

/** AWS refuses a signature whose time differs from its own clock by more than this. */
const SKEW_MS = 15 * 60 * 1000
/** Longest lifetime of a presigned URL, in seconds: seven days. */
const LONGEST_EXPIRY = 604_800

/** The parts of a request that a signature covers, as sent. */
export interface SignedRequest {
  method: string
  /** Path, still percent-encoded and never normalized. */
  rawPath: string
  /** Query, decoded, in order. */
  query: readonly (readonly [string, string])[]
  /** Names in lower case. */
  headers: Record<string, string>
}

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex')
const hmac = (key: Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest()

/** SHA-256 of a payload in hexadecimal, as in `x-amz-content-sha256`. */
export const payloadHash = sha256

const SIGNING_KEYS = new Map<string, KeyObject>()
const MOST_SIGNING_KEYS = 500

/** Signing key of a caller, day and service. It is cached, because deriving it takes longer than checking a request. */
function signingKey(secret: string, { date, region, service }: CredentialScope): KeyObject {
  const name = JSON.stringify([secret, date, region, service])
  const known = SIGNING_KEYS.get(name)
  if (known) return known
  const derived = createSecretKey([date, region, service, 'aws4_request'].reduce(hmac, Buffer.from(`AWS4${secret}`)))
  if (SIGNING_KEYS.size >= MOST_SIGNING_KEYS) SIGNING_KEYS.clear()
  SIGNING_KEYS.set(name, derived)
  return derived
}

/** Percent-encodes everything but the unreserved characters of RFC 3986, as Signature Version 4 requires. */
export function encodeStrictly(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** Whether `stated` (hexadecimal) is the signature of `text` for the credential scope. */
export function isSignedBy(text: string, stated: string, secret: string, scope: CredentialScope): boolean {
  const expected = createHmac('sha256', signingKey(secret, scope)).update(text).digest()
  const given = Buffer.from(stated, 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/**
 * Verifies a header or query signature (AWS Signature Version 4). `hash` is the hash of the payload, or the literal
 * that S3 allows instead; `now` is in milliseconds.
 * @throws SignatureError
 */
export function verifySignature(
  request: SignedRequest,
  stated: StatedSignature,
  hash: string,
  secretOf: (accessKeyId: string) => string | undefined,
  now: number,
): void {
  const secret = secretOf(stated.accessKeyId)
  if (secret === undefined) throw new SignatureError('unknown-key', `No such access key: ${stated.accessKeyId}`)
  checkTime(stated, now)
  if (!stated.signedHeaders.includes('host'))
    throw new SignatureError('incomplete', "'Host' must be a signed header of the request.")
  const canonical = canonicalRequest(request, stated, hash)
  const { date, region, service } = stated
  const text = [ALGORITHM, stated.amzDate, `${date}/${region}/${service}/aws4_request`, sha256(canonical)].join('\n')
  if (!isSignedBy(text, stated.signature, secret, stated))
    throw new SignatureError(
      'wrong-signature',
      'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
    )
}

function checkTime(stated: StatedSignature, now: number): void {
  const signedAt = Date.parse(stated.amzDate.replace(/(....)(..)(..T..)(..)(..)/, '$1-$2-$3:$4:$5'))
  if (stated.form === 'header') {
    if (Math.abs(now - signedAt) <= SKEW_MS) return
    throw new SignatureError('skewed', 'The difference between the request time and the current time is too large.')
  }
  if (stated.expires < 1 || stated.expires > LONGEST_EXPIRY)
    throw new SignatureError('incomplete', 'X-Amz-Expires must be between 1 and 604800 seconds.')
  if (signedAt - now > SKEW_MS) throw new SignatureError('expired', 'Request is not valid yet')
  if (now >= signedAt + stated.expires * 1000) throw new SignatureError('expired', 'Request has expired')
}

function canonicalRequest(request: SignedRequest, stated: StatedSignature, hash: string): string {
  const headers = stated.signedHeaders.map(name => {
    const value = request.headers[name]
    if (value === undefined) throw new SignatureError('wrong-signature', `Signed header ${name} is missing.`)
    return `${name}:${value.trim().replace(/ +/g, ' ')}\n`
  })
  return [
    request.method,
    canonicalPath(request.rawPath, stated.service),
    canonicalQuery(request.query),
    headers.join(''),
    stated.signedHeaders.join(';'),
    hash,
  ].join('\n')
}

/** S3 encodes a path once; every other service encodes the encoded path again. */
function canonicalPath(rawPath: string, service: string): string {
  const segments = rawPath.split('/')
  return segments.map(segment => encodeStrictly(service === 's3' ? decodeURIComponent(segment) : segment)).join('/')
}

function canonicalQuery(query: SignedRequest['query']): string {
  return query
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]): [string, string] => [encodeStrictly(name), encodeStrictly(value)])
    .sort(([a, x], [b, y]) => (a === b ? compare(x, y) : compare(a, b)))
    .map(pair => pair.join('='))
    .join('&')
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
