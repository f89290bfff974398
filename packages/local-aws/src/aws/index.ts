import type { IncomingMessage, ServerResponse } from 'node:http'
import { printDefect } from '../machine/terminal.ts'
import { denialMessage, protocolError, signatureErrorCode } from './errors.ts'
import { type Access, type AwsRequest, type AwsResponse, type AwsService, ServiceFault } from './service.ts'
import { payloadHash, verifySignature } from './signature.ts'
import { SignatureError, statedSignature } from './stated-signature.ts'
import { BodyTooLargeError, readBody, readHeaders, requestTarget, respond } from './wire.ts'

/** DynamoDB accepts 16 MB; no other service here accepts more. */
const LARGEST_BODY = 16 * 1024 * 1024
/** Cognito calls that a token authorizes (GetUser, RevokeToken ...) carry no signature. */
const UNSIGNED_TARGET = 'AWSCognitoIdentityProviderService'

type Protocol = 'json' | 'query'

/** S3 reads and checks its own requests, because their bodies are streams. */
interface S3Endpoint {
  handle(
    req: IncomingMessage,
    res: ServerResponse,
    isAllowed: (caller: string, access: Access) => boolean,
  ): Promise<void>
}

interface AwsEndpointOptions {
  /** By signing name: `dynamodb`, `states`, `ses`, `secretsmanager` ... */
  services: Record<string, AwsService>
  secretOf(accessKeyId: string): string | undefined
  isAllowed(caller: string, access: Access): boolean
  s3: S3Endpoint
  /** Milliseconds. */
  now: () => number
  /** Called for every denied request; a denial means that the template lacks a grant. */
  onDenied: (message: string) => void
}

/** One endpoint for every AWS service: identifies the caller, checks its role and passes the request to the service. */
export function createAwsEndpoint(options: AwsEndpointOptions) {
  const isAllowed = (caller: string, access: Access): boolean => {
    if (options.isAllowed(caller, access)) return true
    options.onDenied(denialMessage(caller, access.action, access.resource))
    return false
  }

  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const headers = readHeaders(req)
    const service = readServiceName(headers)
    if (service === 's3') return options.s3.handle(req, res, isAllowed)
    const protocol = readProtocol(headers)
    try {
      respond(res, await answer(req, res, headers, service))
    } catch (error) {
      // A client that aborted its request gets no response.
      if (!req.destroyed || req.complete) respond(res, failure(protocol, error))
    }
  }

  async function answer(
    req: IncomingMessage,
    res: ServerResponse,
    headers: Record<string, string>,
    name: string,
  ): Promise<AwsResponse> {
    const protocol = readProtocol(headers)
    const body = await readBody(req, LARGEST_BODY)
    const caller = isUnsignedCall(headers) ? '' : identifyCaller(req, headers, body)
    const operation = readOperation(headers, body)
    const service = options.services[name]
    if (!service)
      return protocolError(protocol, 400, 'UnknownOperationException', `The service ${name} is not supported.`)
    const url = new URL(req.url ?? '/', `http://${headers.host ?? 'localhost'}`)
    const method = req.method ?? 'GET'
    const signal = signalOfClose(res)
    const request: AwsRequest = { method, url, headers, body, service: name, operation, caller, signal }
    for (const access of service.accessOf(request))
      if (!isAllowed(caller, access)) return denied(protocol, denialMessage(caller, access.action, access.resource))
    return service.handle(request)
  }

  /** Verifies the signature and returns the access key id, which is the logical id of the calling function. */
  function identifyCaller(req: IncomingMessage, headers: Record<string, string>, body: Buffer): string {
    const { rawPath, query } = requestTarget(req.url ?? '/')
    const stated = statedSignature(headers, query)
    if (!stated) {
      const status = readProtocol(headers) === 'json' ? 400 : 403
      throw new ServiceFault('MissingAuthenticationTokenException', 'Request is missing Authentication Token', status)
    }
    verifySignature(
      { method: req.method ?? 'GET', rawPath, query, headers },
      stated,
      payloadHash(body),
      options.secretOf,
      options.now(),
    )
    return stated.accessKeyId
  }
}

/** Signing name of the service. Presigned URLs, browser forms and preflight requests go to S3. */
function readServiceName(headers: Record<string, string>): string {
  if (isUnsignedCall(headers)) return 'cognito-idp'
  if (headers.authorization === undefined && headers['x-amz-target'] !== undefined) return ''
  return /Credential=[^/,=]+\/\d+\/[^/,]+\/([^/,]+)\/aws4_request/.exec(headers.authorization ?? '')?.[1] ?? 's3'
}

function isUnsignedCall(headers: Record<string, string>): boolean {
  return headers.authorization === undefined && (headers['x-amz-target'] ?? '').startsWith(`${UNSIGNED_TARGET}.`)
}

function readProtocol(headers: Record<string, string>): Protocol {
  return (headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded') ? 'query' : 'json'
}

function readOperation(headers: Record<string, string>, body: Buffer): string {
  const target = headers['x-amz-target']
  if (target !== undefined) return target.slice(target.lastIndexOf('.') + 1)
  return readProtocol(headers) === 'query' ? (new URLSearchParams(body.toString()).get('Action') ?? '') : ''
}

function signalOfClose(res: ServerResponse): AbortSignal {
  const gone = new AbortController()
  res.once('close', () => {
    if (!res.writableFinished) gone.abort()
  })
  return gone.signal
}

function denied(protocol: Protocol, message: string): AwsResponse {
  return protocol === 'query'
    ? protocolError(protocol, 403, 'AccessDenied', message)
    : protocolError(protocol, 400, 'AccessDeniedException', message)
}

function failure(protocol: Protocol, error: unknown): AwsResponse {
  const status = protocol === 'json' ? 400 : 403
  if (error instanceof SignatureError)
    return protocolError(protocol, status, signatureErrorCode(protocol, error.fault), error.message)
  if (error instanceof ServiceFault) return protocolError(protocol, error.status, error.code, error.message)
  if (error instanceof BodyTooLargeError) return protocolError(protocol, 413, 'RequestEntityTooLarge', error.message)
  if (error instanceof URIError || error instanceof SyntaxError)
    return protocolError(protocol, 400, 'SerializationException', error.message)
  printDefect('AWS', error)
  return protocolError(protocol, 500, 'InternalServerError', 'The local service failed; see its terminal.')
}
