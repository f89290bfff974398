/** One signed request to an AWS API, as the local endpoint hands it to the service that answers it. */
export interface AwsRequest {
  method: string
  /** Path and query as sent; the host is the local endpoint's. */
  url: URL
  /** Lower-case names. */
  headers: Record<string, string>
  body: Buffer
  /** Signing name of the service from the credential scope: `dynamodb`, `s3`, `states`, `ses`, `transcribe` ... */
  service: string
  /** Operation, where the protocol names it (`x-amz-target` or the form's `Action`); empty for S3. */
  operation: string
  /** Logical id of the Lambda function whose credentials signed the request. */
  caller: string
}

/** What goes back on the wire. */
export interface AwsResponse {
  status: number
  headers?: Record<string, string>
  body?: string | Buffer
}

/** An action on a resource that the caller's role must allow, in IAM's words. */
export interface Access {
  action: string
  /** ARN, or `*` for actions that know no resource. */
  resource: string
  /** What conditions of a policy can ask for, by their keys: `ses:FromAddress`, `iam:PassedToService` ... */
  context?: Record<string, string>
}

/** A service of the local cloud: speaks the wire of one AWS service. */
export interface AwsService {
  /** What the request does, for the check against the role of its caller. */
  accessOf(request: AwsRequest): Access[]
  handle(request: AwsRequest): Promise<AwsResponse>
}

/** Region and account that every local ARN carries. */
export const LOCAL_ACCOUNT = '000000000000'

/** An error of the AWS JSON protocols (1.0 and 1.1): the SDK reads its class from `__type`. */
export function jsonError(status: number, type: string, message: string): AwsResponse {
  return {
    status,
    headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amzn-errortype': type },
    body: JSON.stringify({ __type: type, message, Message: message }),
  }
}

/** A successful answer of the AWS JSON protocols. */
export function jsonAnswer(body: unknown): AwsResponse {
  return { status: 200, headers: { 'content-type': 'application/x-amz-json-1.1' }, body: JSON.stringify(body) }
}
