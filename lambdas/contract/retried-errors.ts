/**
 * Lambda refused to run a function because the account's concurrency is used up; a new account may run ten at once. The
 * step did not begin. It is retried for much longer than other transient errors, because by then transcription is paid for.
 */
export const THROTTLED_ERROR = 'Lambda.TooManyRequestsException'

/**
 * Transient errors of AWS and of the network, by the names that Lambda and the SDK give them. Step Functions and the
 * email step retry them; a video that still fails with one of them has the failure code ENGINE_ERROR.
 */
export const RETRIED_ERRORS = [
  'ContentionError',
  'Lambda.ServiceException',
  'Lambda.AWSLambdaException',
  'Lambda.SdkClientException',
  'Lambda.ClientExecutionTimeoutException',
  THROTTLED_ERROR,
  'Lambda.Unknown',
  'ThrottlingException',
  'Throttling',
  'TooManyRequestsException',
  'LimitExceededException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'TransactionConflictException',
  'TransactionInProgressException',
  'ServiceUnavailable',
  'ServiceUnavailableException',
  'InternalServerException',
  'InternalServerError',
  'InternalFailure',
  'InternalFailureException',
  'InternalError',
  'ModelTimeoutException',
  'ModelNotReadyException',
  'SlowDown',
  'TimeoutError',
  'RequestTimeout',
] as const
