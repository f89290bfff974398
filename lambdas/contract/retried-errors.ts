/**
 * A service is too busy, or its quota is used up; a new account may run ten functions at once. Nothing is wrong with the
 * request, and by then transcription may be paid for, so these are retried for much longer than other transient errors.
 */
export const THROTTLED_ERRORS = [
  'Lambda.TooManyRequestsException',
  'ThrottlingException',
  'Throttling',
  'TooManyRequestsException',
  'LimitExceededException',
  'LimitExceededConcurrentJobException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'SlowDown',
] as const

/** How Step Functions reports a function that exceeded its time limit. Such a step gets one more try. */
export const FUNCTION_TIMED_OUT = 'Sandbox.Timedout'

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
  ...THROTTLED_ERRORS,
  'Lambda.Unknown',
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
  'TimeoutError',
  'RequestTimeout',
] as const
