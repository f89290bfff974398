import type { IncomingMessage, ServerResponse } from 'node:http'
import type { S3Handler } from '../storage/s3/index.ts'
import { type AwsProtocol, denialMessage, protocolError, signatureErrorCode } from './errors.ts'
import type { Access, AwsRequest, AwsResponse, AwsService } from './service.ts'
import { payloadHash, verifySignature } from './signature.ts'
import { SignatureError, statedSignature } from './stated-signature.ts'
import { BodyTooLargeError, headersOf, readBody, requestTarget, respond } from './wire.ts'

/** DynamoDB takes 16 MB; no other service here takes more. */
const LARGEST_BODY = 16 * 1024 * 1024
/** Token-authorized calls of Cognito (GetUser, RevokeToken ...) carry no signature. */
const UNSIGNED_TARGET = 'AWSCognitoIdentityProviderService'

export interface AwsEndpointOptions {
  /** By signing name: `dynamodb`, `states`, `ses`, `secretsmanager` ... */
  services: Record<string, AwsService>
  secretOf(accessKeyId: string): string | undefined
  isAllowed(caller: string, access: Access): boolean
  s3: S3Handler
  /** Milliseconds; the machine's clock by default. */
  now?: () => number
  /** Told of every denial: it is a defect of the template. Prints to the terminal by default. */
  onDenied?: (message: string) => void
}

/** One endpoint for every AWS service: who calls, may they, and which service answers. */
export function createAwsEndpoint(options: AwsEndpointOptions) {
  const report = options.onDenied ?? (message => console.error(`Denied: ${message}`))
  const now = options.now ?? Date.now

  /** As IAM decides, and says in the terminal what it denies. */
  const isAllowed = (caller: string, access: Access): boolean => {
    if (options.isAllowed(caller, access)) return true
    report(denialMessage(caller, access.action, access.resource))
    return false
  }

  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const headers = headersOf(req)
    const service = serviceOf(headers)
    if (service === 's3') return options.s3.handle(req, res, isAllowed)
    const protocol = protocolOf(headers)
    try {
      respond(res, await answer(req, headers, service))
    } catch (error) {
      // Whoever broke off hears no answer.
      if (!req.destroyed || req.complete) respond(res, failure(protocol, error))
    }
  }

  async function answer(req: IncomingMessage, headers: Record<string, string>, name: string): Promise<AwsResponse> {
    const protocol = protocolOf(headers)
    const body = await readBody(req, LARGEST_BODY)
    const caller = isUnsignedCall(headers) ? '' : callerOf(req, headers, body)
    const operation = operationOf(headers, body)
    const service = options.services[name]
    if (!service)
      return protocolError(protocol, 400, 'UnknownOperationException', `The local cloud has no service ${name}.`)
    const url = new URL(req.url ?? '/', `http://${headers.host ?? 'localhost'}`)
    const request: AwsRequest = { method: req.method ?? 'GET', url, headers, body, service: name, operation, caller }
    for (const access of service.accessOf(request))
      if (!isAllowed(caller, access)) return denied(protocol, denialMessage(caller, access.action, access.resource))
    return service.handle(request)
  }

  /** The access key id is the caller's id: each function has its own. */
  function callerOf(req: IncomingMessage, headers: Record<string, string>, body: Buffer): string {
    const { rawPath, query } = requestTarget(req.url ?? '/')
    const stated = statedSignature(headers, query)
    if (!stated) throw new MissingSignatureError('Request is missing Authentication Token')
    verifySignature(
      { method: req.method ?? 'GET', rawPath, query, headers },
      stated,
      payloadHash(body),
      options.secretOf,
      now(),
    )
    return stated.accessKeyId
  }
}

class MissingSignatureError extends Error {}

/** Signing name of the service that is meant; presigned URLs, forms of browsers and preflights are S3's. */
function serviceOf(headers: Record<string, string>): string {
  if (isUnsignedCall(headers)) return 'cognito-idp'
  if (headers.authorization === undefined && headers['x-amz-target'] !== undefined) return ''
  return /Credential=[^/,]+\/\d+\/[^/,]+\/([^/,]+)\/aws4_request/.exec(headers.authorization ?? '')?.[1] ?? 's3'
}

function isUnsignedCall(headers: Record<string, string>): boolean {
  return headers.authorization === undefined && (headers['x-amz-target'] ?? '').startsWith(`${UNSIGNED_TARGET}.`)
}

function protocolOf(headers: Record<string, string>): AwsProtocol {
  return (headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded') ? 'query' : 'json'
}

function operationOf(headers: Record<string, string>, body: Buffer): string {
  const target = headers['x-amz-target']
  if (target !== undefined) return target.slice(target.lastIndexOf('.') + 1)
  return protocolOf(headers) === 'query' ? (new URLSearchParams(body.toString()).get('Action') ?? '') : ''
}

function denied(protocol: AwsProtocol, message: string): AwsResponse {
  return protocol === 'query'
    ? protocolError(protocol, 403, 'AccessDenied', message)
    : protocolError(protocol, 400, 'AccessDeniedException', message)
}

function failure(protocol: AwsProtocol, error: unknown): AwsResponse {
  const status = protocol === 'json' ? 400 : 403
  if (error instanceof SignatureError)
    return protocolError(protocol, status, signatureErrorCode(protocol, error.fault), error.message)
  if (error instanceof MissingSignatureError)
    return protocolError(protocol, status, 'MissingAuthenticationTokenException', error.message)
  if (error instanceof BodyTooLargeError) return protocolError(protocol, 413, 'RequestEntityTooLarge', error.message)
  if (error instanceof URIError || error instanceof SyntaxError)
    return protocolError(protocol, 400, 'SerializationException', error.message)
  console.error(error)
  return protocolError(protocol, 500, 'InternalServerError', 'The local service failed; its terminal says why.')
}
