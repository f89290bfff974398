import { randomUUID } from 'node:crypto'
import { type AwsResponse, jsonError, LOCAL_ACCOUNT } from './service.ts'
import type { SignatureFault } from './stated-signature.ts'
import { escapeMarkup } from './wire.ts'

/** How a service puts its requests and errors on the wire. */
export type AwsProtocol = 'json' | 'query' | 's3'

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
  'unsigned-header': { json: 'InvalidSignatureException', query: 'SignatureDoesNotMatch', s3: 'AccessDenied' },
}

/** The code a service of the protocol answers to a broken signature. */
export function signatureErrorCode(protocol: AwsProtocol, fault: SignatureFault): string {
  return CODES[fault][protocol]
}

/** An error of the Query protocol (SES version 1, STS ...). */
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

/** An error in the words of the protocol. */
export function protocolError(protocol: AwsProtocol, status: number, code: string, message: string): AwsResponse {
  if (protocol === 'json') return jsonError(status, code, message)
  if (protocol === 'query') return queryError(status, code, message)
  return {
    status,
    headers: { 'content-type': 'application/xml' },
    body:
      `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${escapeMarkup(code)}</Code>` +
      `<Message>${escapeMarkup(message)}</Message><RequestId>${randomUUID()}</RequestId></Error>`,
  }
}

/** IAM's sentence about an access the caller's role does not allow. */
export function denialMessage(caller: string, action: string, resource: string): string {
  return (
    `User: arn:aws:sts::${LOCAL_ACCOUNT}:assumed-role/${caller}/${caller} is not authorized to perform: ${action} ` +
    `on resource: ${resource} because no identity-based policy allows the ${action} action`
  )
}
