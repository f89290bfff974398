import { LocalError } from '../machine/terminal.ts'

/** AWS Signature Version 4, the only supported algorithm. */
export const ALGORITHM = 'AWS4-HMAC-SHA256'

/** The parts of `accessKeyId/YYYYMMDD/region/service/aws4_request`. */
export interface CredentialScope {
  accessKeyId: string
  date: string
  region: string
  service: string
}

/** The signature in a request's header or query, not yet verified. */
export interface StatedSignature extends CredentialScope {
  form: 'header' | 'query'
  /** Names in lower case. */
  signedHeaders: string[]
  /** Hexadecimal. */
  signature: string
  /** Time of signing, `YYYYMMDD'T'HHMMSS'Z'`. */
  amzDate: string
  /** Lifetime of a query signature in seconds; 0 in the header form. */
  expires: number
}

/** Why a signature is invalid. Each protocol has its own error code for it. */
export type SignatureFault = 'incomplete' | 'unknown-key' | 'wrong-signature' | 'skewed' | 'expired'

/** The signature of a request is invalid. */
export class SignatureError extends LocalError {
  readonly fault: SignatureFault

  constructor(fault: SignatureFault, message: string) {
    super('SIGNATURE_REFUSED', message)
    this.fault = fault
  }
}

/** Parses a credential (`key/date/region/service/aws4_request`). Returns undefined for any other form. */
export function parseCredential(credential: string): CredentialScope | undefined {
  const [accessKeyId, date, region, service, end, ...more] = credential.split('/')
  if (!accessKeyId || !date || !region || !service || end !== 'aws4_request' || more.length > 0) return undefined
  return { accessKeyId, date, region, service }
}

/** Region that a request was signed for, which is part of its ARNs. Empty for an unsigned request. */
export function readRegion(headers: Record<string, string>): string {
  return /Credential=[^/,=]+\/\d+\/([^/,]+)\//.exec(headers.authorization ?? '')?.[1] ?? ''
}

/** Reads the signature from the `Authorization` header or the query. Returns undefined for an unsigned request. */
export function statedSignature(
  headers: Record<string, string>,
  query: readonly (readonly [string, string])[],
): StatedSignature | undefined {
  const authorization = headers.authorization
  if (authorization?.startsWith(ALGORITHM)) return fromHeader(authorization, headers)
  const parameters = new Map(query)
  return parameters.get('X-Amz-Algorithm') === ALGORITHM ? fromQuery(parameters) : undefined
}

function fromHeader(authorization: string, headers: Record<string, string>): StatedSignature {
  const fields = new Map(
    authorization
      .slice(ALGORITHM.length)
      .split(',')
      .map((field): [string, string] => {
        const [name = '', ...value] = field.trim().split('=')
        return [name, value.join('=')]
      }),
  )
  return complete('header', {
    credential: fields.get('Credential'),
    signedHeaders: fields.get('SignedHeaders'),
    signature: fields.get('Signature'),
    amzDate: headers['x-amz-date'],
    expires: '0',
  })
}

function fromQuery(query: Map<string, string>): StatedSignature {
  return complete('query', {
    credential: query.get('X-Amz-Credential'),
    signedHeaders: query.get('X-Amz-SignedHeaders'),
    signature: query.get('X-Amz-Signature'),
    amzDate: query.get('X-Amz-Date'),
    expires: query.get('X-Amz-Expires'),
  })
}

type StatedPart = 'credential' | 'signedHeaders' | 'signature' | 'amzDate' | 'expires'

function complete(form: 'header' | 'query', stated: Record<StatedPart, string | undefined>): StatedSignature {
  const { credential, signedHeaders, signature, amzDate } = stated
  const scope = credential === undefined ? undefined : parseCredential(credential)
  const expires = Number(stated.expires)
  const isDated = amzDate !== undefined && /^\d{8}T\d{6}Z$/.test(amzDate)
  if (!scope || !signedHeaders || !signature || !isDated || !Number.isInteger(expires))
    throw new SignatureError('incomplete', 'The signature of the request is incomplete.')
  if (!amzDate.startsWith(scope.date))
    throw new SignatureError('incomplete', 'Date in Credential scope does not match the date of the request.')
  return { form, ...scope, signedHeaders: signedHeaders.split(';'), signature, amzDate, expires }
}
