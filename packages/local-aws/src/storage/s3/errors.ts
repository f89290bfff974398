/** Status of each error code ("Error responses" in the S3 API reference). */
const STATUS = {
  AccessDenied: 403,
  AccessForbidden: 403,
  AuthorizationQueryParametersError: 400,
  BadDigest: 400,
  EntityTooLarge: 400,
  EntityTooSmall: 400,
  IncompleteBody: 400,
  InternalError: 500,
  InvalidAccessKeyId: 403,
  InvalidArgument: 400,
  InvalidBucketName: 400,
  InvalidPart: 400,
  InvalidPartOrder: 400,
  InvalidPolicyDocument: 400,
  InvalidRange: 416,
  InvalidRequest: 400,
  InvalidURI: 400,
  KeyTooLongError: 400,
  MalformedPOSTRequest: 400,
  MalformedXML: 400,
  MissingContentLength: 411,
  NoSuchBucket: 404,
  NoSuchKey: 404,
  NoSuchUpload: 404,
  NotImplemented: 501,
  PreconditionFailed: 412,
  RequestHeaderSectionTooLarge: 400,
  RequestTimeTooSkewed: 403,
  SignatureDoesNotMatch: 403,
  XAmzContentSHA256Mismatch: 400,
} as const

export type S3ErrorCode = keyof typeof STATUS

/** An error as S3 returns it. */
export class S3Error extends Error {
  readonly code: S3ErrorCode
  readonly status: number
  /** Further elements of the error's XML, such as `MaxSizeAllowed`. */
  readonly details: Record<string, string>

  constructor(code: S3ErrorCode, message: string, details: Record<string, string> = {}, options?: ErrorOptions) {
    super(message, options)
    this.name = 'S3Error'
    this.code = code
    this.status = STATUS[code]
    this.details = details
  }
}

export const accessDenied = (message = 'Access Denied'): S3Error => new S3Error('AccessDenied', message)
/** Refuses an unsupported feature by name, so that nothing seems to work that was ignored. */
export const notImplemented = (feature: string): S3Error =>
  new S3Error('NotImplemented', `The local S3 does not support ${feature}.`)
export const noSuchKey = (key: string): S3Error =>
  new S3Error('NoSuchKey', 'The specified key does not exist.', { Key: key })
export const noSuchUpload = (id: string): S3Error =>
  new S3Error('NoSuchUpload', 'The specified multipart upload does not exist.', { UploadId: id })
export const preconditionFailed = (condition: string): S3Error =>
  new S3Error('PreconditionFailed', 'At least one of the pre-conditions you specified did not hold', {
    Condition: condition,
  })
