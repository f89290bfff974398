import { signatureErrorCode } from '../../aws/errors.ts'
import { verifySignature } from '../../aws/signature.ts'
import { SignatureError, statedSignature } from '../../aws/stated-signature.ts'
import { accessDenied, notImplemented, S3Error, type S3ErrorCode } from './errors.ts'
import type { S3Request } from './request.ts'

/** The signer of a request, and whether the signature covers the body. */
export interface Authenticated {
  /** Access key id of the signer. */
  caller: string
  /** SHA-256 of the body in hexadecimal; undefined if the body is not signed. */
  sha256: string | undefined
}

const CODES: readonly S3ErrorCode[] = [
  'AccessDenied',
  'AuthorizationQueryParametersError',
  'InvalidAccessKeyId',
  'RequestTimeTooSkewed',
  'SignatureDoesNotMatch',
]

/**
 * Verifies the signature in a request's header or query (a presigned URL). `now` is in milliseconds.
 * @throws S3Error AccessDenied, SignatureDoesNotMatch and others
 */
export function authenticate(
  request: S3Request,
  secretOf: (accessKeyId: string) => string | undefined,
  now: number,
): Authenticated {
  try {
    const stated = statedSignature(request.headers, request.rawQuery)
    if (!stated) throw accessDenied()
    const inQuery = stated.form === 'query'
    const hash = inQuery
      ? (request.query.get('X-Amz-Content-Sha256') ?? 'UNSIGNED-PAYLOAD')
      : (request.headers['x-amz-content-sha256'] ?? '')
    const sha256 = sha256Of(hash)
    const { method, rawPath, rawQuery, headers } = request
    refuseUnsigned(headers, stated.signedHeaders)
    verifySignature({ method, rawPath, query: rawQuery, headers }, stated, hash, secretOf, now)
    return { caller: stated.accessKeyId, sha256 }
  } catch (error) {
    throw error instanceof SignatureError ? signatureFailure(error) : error
  }
}

function signatureFailure(error: SignatureError): S3Error {
  const named = signatureErrorCode('s3', error.fault)
  const code = CODES.find(one => one === named) ?? 'AccessDenied'
  return new S3Error(code, error.message, {}, { cause: error })
}

function sha256Of(hash: string): string | undefined {
  if (hash === 'UNSIGNED-PAYLOAD') return undefined
  if (/^[0-9a-f]{64}$/.test(hash)) return hash
  if (hash.startsWith('STREAMING-')) throw notImplemented(`bodies in chunks (${hash})`)
  throw new S3Error('InvalidRequest', 'Missing required header for this request: x-amz-content-sha256')
}

/** S3 refuses unsigned `x-amz-` headers: they could change what a URL was signed for. */
function refuseUnsigned(headers: Record<string, string>, signed: string[]): void {
  const unsigned = Object.keys(headers).filter(name => name.startsWith('x-amz-') && !signed.includes(name))
  if (unsigned.length > 0)
    throw new S3Error('AccessDenied', 'There were headers present in the request which were not signed', {
      HeadersNotSigned: unsigned.join(', '),
    })
}
