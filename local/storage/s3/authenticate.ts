import { signatureErrorCode } from '../../aws/errors.ts'
import { verifySignature } from '../../aws/signature.ts'
import { SignatureError, statedSignature } from '../../aws/stated-signature.ts'
import { S3Error, type S3ErrorCode } from './errors.ts'
import type { S3Request } from './request.ts'

/** What S3 knows of a request whose signature holds. */
export interface Authenticated {
  /** Access key id of the signer. */
  caller: string
  /** How the body is bound: its SHA-256 in hexadecimal, or not at all, or in chunks with a trailer. */
  payload: { sha256: string } | 'unsigned' | 'chunked'
}

const CODES: readonly S3ErrorCode[] = [
  'AccessDenied',
  'AuthorizationQueryParametersError',
  'InvalidAccessKeyId',
  'RequestTimeTooSkewed',
  'SignatureDoesNotMatch',
]

/** Verifies the signature of a request, in its header or in its query (a presigned URL). */
export function authenticate(
  request: S3Request,
  secretOf: (accessKeyId: string) => string | undefined,
  now: number,
): Authenticated {
  try {
    const stated = statedSignature(request.headers, request.rawQuery)
    if (!stated) throw new S3Error('AccessDenied', 'Access Denied')
    const inQuery = stated.form === 'query'
    const hash = inQuery
      ? (request.query.get('X-Amz-Content-Sha256') ?? 'UNSIGNED-PAYLOAD')
      : (request.headers['x-amz-content-sha256'] ?? '')
    const payload = payloadOf(hash)
    const { method, rawPath, rawQuery, headers } = request
    refuseUnsigned(headers, stated.signedHeaders)
    verifySignature({ method, rawPath, query: rawQuery, headers }, stated, hash, secretOf, now)
    return { caller: stated.accessKeyId, payload }
  } catch (error) {
    throw error instanceof SignatureError ? signatureFailure(error) : error
  }
}

/** A broken signature in S3's words. */
export function signatureFailure(error: SignatureError): S3Error {
  const named = signatureErrorCode('s3', error.fault)
  const code = CODES.find(one => one === named) ?? 'AccessDenied'
  return new S3Error(code, error.message, {}, { cause: error })
}

function payloadOf(hash: string): Authenticated['payload'] {
  if (hash === 'UNSIGNED-PAYLOAD') return 'unsigned'
  if (hash === 'STREAMING-UNSIGNED-PAYLOAD-TRAILER') return 'chunked'
  if (/^[0-9a-f]{64}$/.test(hash)) return { sha256: hash }
  if (hash.startsWith('STREAMING-')) throw new S3Error('NotImplemented', 'Signed chunks are not implemented here.')
  throw new S3Error('InvalidRequest', 'Missing required header for this request: x-amz-content-sha256')
}

/** S3 takes no `x-amz-` header that the signer has not seen: it could change what the URL was meant for. */
function refuseUnsigned(headers: Record<string, string>, signed: string[]): void {
  const unsigned = Object.keys(headers).filter(name => name.startsWith('x-amz-') && !signed.includes(name))
  if (unsigned.length > 0)
    throw new S3Error('AccessDenied', 'There were headers present in the request which were not signed', {
      HeadersNotSigned: unsigned.join(', '),
    })
}
