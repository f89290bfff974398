import { LocalError } from '../machine/terminal.ts'

export { LOCAL_ACCOUNT } from '../template/resolve.ts'

/** A verified request to an AWS API, as the endpoint passes it to the service. */
export interface AwsRequest {
  method: string
  /** Path and query as sent. The host is the local endpoint's. */
  url: URL
  /** Names in lower case. */
  headers: Record<string, string>
  body: Buffer
  /** Signing name of the service, from the credential scope: `dynamodb`, `s3`, `states`, `ses`, `transcribe` ... */
  service: string
  /** Operation, if the protocol names it (`x-amz-target` or the form's `Action`); empty for S3. */
  operation: string
  /** Logical id of the Lambda function whose credentials signed the request. */
  caller: string
  /** Aborts if the client closes the connection before its response is written. */
  signal?: AbortSignal
}

/** A response before it is written. */
export interface AwsResponse {
  status: number
  headers?: Record<string, string>
  body?: string | Buffer
}

/** An action on a resource that the caller's role must allow, in IAM's terms. */
export interface Access {
  action: string
  /** ARN, or `*` for actions without a resource. */
  resource: string
  /** Values of condition keys that a policy may test: `ses:FromAddress`, `iam:PassedToService` ... */
  context?: Record<string, string>
}

/** A local AWS service: implements the protocol of one service. */
export interface AwsService {
  /** The accesses that the request needs. The endpoint checks them against the caller's role. */
  accessOf(request: AwsRequest): Access[]
  /** Handles the request. A thrown ServiceFault becomes an error response. */
  handle(request: AwsRequest): Promise<AwsResponse>
}

/** An error response of the AWS JSON protocols (1.0 and 1.1). The SDK reads the error class from `__type`. */
export function jsonError(status: number, type: string, message: string): AwsResponse {
  return {
    status,
    headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amzn-errortype': type },
    body: JSON.stringify({ __type: type, message, Message: message }),
  }
}

/** A successful response of the AWS JSON protocols. */
export function jsonResponse(body: unknown): AwsResponse {
  return { status: 200, headers: { 'content-type': 'application/x-amz-json-1.1' }, body: JSON.stringify(body) }
}

/** An error that a service returns. `code` is its documented name, such as `ConflictException`. */
export class ServiceFault extends LocalError {
  readonly status: number

  constructor(code: string, message: string, status = 400) {
    super(code, message)
    this.status = status
  }

  /** The fault as a response of the AWS JSON protocols. */
  get response(): AwsResponse {
    return jsonError(this.status, this.code, this.message)
  }
}
