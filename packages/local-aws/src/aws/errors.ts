import { randomUUID } from 'node:crypto'
import { type AwsResponse, jsonError, LOCAL_ACCOUNT, ServiceFault } from './service.ts'
import type { SignatureFault } from './stated-signature.ts'
import { escapeMarkup } from './wire.ts'

export { ServiceFault } from './service.ts'

/** Protocols that have their own error format. */
type AwsProtocol = 'json' | 'query' | 's3'

const CODES: Record<SignatureFault, Record<AwsProtocol, string>> = {
  incomplete: {
    json: 'IncompleteSignatureException',
    query: 'IncompleteSignature',
    s3: 'AuthorizationQueryParametersError',
  },
  'unknown-key': { json: 'UnrecognizedClientException', query: 'InvalidClientTokenId', s3: 'InvalidAccessKeyId' },
  'wrong-signature': { json: 'InvalidSignatureException', query: 'SignatureDoesNotMatch', s3: 'SignatureDoesNotMatch' },
  skewed: { json: 'InvalidSignatureException', query: 'SignatureDoesNotMatch', s3: 'RequestTimeTooSkewed' },
  expired: { json: 'InvalidSignatureException', query: 'SignatureDoesNotMatch', s3: 'AccessDenied' },
}

/** Error code for a request whose signature is invalid. */
export function signatureErrorCode(protocol: AwsProtocol, fault: SignatureFault): string {
  return CODES[fault][protocol]
}

/** An error response of the Query protocol, which SES version 1 uses. */
export function queryError(status: number, code: string, message: string): AwsResponse {
  const fault = status < 500 ? 'Sender' : 'Receiver'
  return {
    status,
    headers: { 'content-type': 'text/xml' },
    body:
      `<ErrorResponse><Error><Type>${fault}</Type><Code>${escapeMarkup(code)}</Code>` +
      `<Message>${escapeMarkup(message)}</Message></Error><RequestId>${randomUUID()}</RequestId></ErrorResponse>`,
  }
}

/** An error response of the JSON or the Query protocol. */
export function protocolError(protocol: 'json' | 'query', status: number, code: string, message: string): AwsResponse {
  return protocol === 'json' ? jsonError(status, code, message) : queryError(status, code, message)
}

/** IAM's message for an access that the caller's role does not allow. */
export function denialMessage(caller: string, action: string, resource: string): string {
  return (
    `User: arn:aws:sts::${LOCAL_ACCOUNT}:assumed-role/${caller}/${caller} is not authorized to perform: ${action} ` +
    `on resource: ${resource} because no identity-based policy allows the ${action} action`
  )
}

/** A simulated error, by its documented name. */
interface PlayedError {
  /** Such as `ThrottlingException`. */
  type: string
  message?: string
  /** HTTP status. Default: 500 for names of server errors, 400 for all others. */
  status?: number
}

/** Makes a service return errors, so that tests and demonstrations can simulate throttling and outages. */
export interface ErrorPlayer {
  /** Fails the next calls (of one operation, or of all) with the error. */
  failNext(error: string | PlayedError, times?: number, operation?: string): void
  /** The error due for a call of the operation, or undefined. */
  take(operation: string): AwsResponse | undefined
}

/** An error player with no errors due. */
export function createErrorPlayer(): ErrorPlayer {
  const due: { response: AwsResponse; operation?: string; times: number }[] = []
  return {
    failNext(error, times = 1, operation) {
      const { type, message, status } = typeof error === 'string' ? { type: error } : error
      const isServerError = /^(Internal|Service)/.test(type)
      const fault = new ServiceFault(type, message ?? `${type} is played.`, status ?? (isServerError ? 500 : 400))
      due.push({ response: fault.response, operation, times })
    },
    take(operation) {
      const entry = due.find(candidate => candidate.times > 0 && (candidate.operation ?? operation) === operation)
      if (entry) entry.times -= 1
      return entry?.response
    },
  }
}
