import * as z from 'zod'
import { failureCode } from './archive-entry.ts'

/**
 * The way of one video, from the upload to the mail. Each name is a state of the machine in `lib/workflow.ts`;
 * the Lambda behind it is named in `functions.ts`.
 *
 *   SendReceivedMail -> FetchSource (YouTube only) -> Settle
 *     -> StartTranscription -> (WaitForTranscription <-> CheckTranscription) -> ReadTranscript
 *     -> Translate (a map over batches of sentences) -> WriteSubtitle -> SendDoneMail
 *   any error -> Refund -> SendFailedMail -> Failed
 */
export const STATES = {
  sendReceivedMail: 'SendReceivedMail',
  whichSource: 'WhichSource',
  fetchSource: 'FetchSource',
  settle: 'Settle',
  startTranscription: 'StartTranscription',
  waitForTranscription: 'WaitForTranscription',
  checkTranscription: 'CheckTranscription',
  isTranscribed: 'IsTranscribed',
  readTranscript: 'ReadTranscript',
  translate: 'Translate',
  translateBatch: 'TranslateBatch',
  writeSubtitle: 'WriteSubtitle',
  sendDoneMail: 'SendDoneMail',
  done: 'Done',
  refund: 'Refund',
  sendFailedMail: 'SendFailedMail',
  failed: 'Failed',
} as const

/** Input of an execution; what the steps make goes to `work/{uid}/{key}/`, never into the state. */
export const workflowInput = z.object({ uid: z.string(), key: z.string(), type: z.enum(['video', 'youtube']) })
export type WorkflowInput = z.infer<typeof workflowInput>

/** Name of the execution of an entry: one at most, whoever starts it. */
export function executionName(entry: { uid: string; key: string }): string {
  return `${entry.uid.replace(/[^A-Za-z0-9_-]/g, '-').slice(0, 60)}-${entry.key}`
}

/** What a step is handed: the input, and where a step follows another, what that one returned. */
export const stepInput = workflowInput.pick({ uid: true, key: true })
export type StepInput = z.infer<typeof stepInput>

export const notifyKind = z.enum(['received', 'done', 'failed'])
export type NotifyKind = z.infer<typeof notifyKind>

export const notifyInput = stepInput.extend({ kind: notifyKind })

/** Result of StartTranscription and CheckTranscription, kept at `$.transcription`. */
export const transcriptionState = z.object({
  /** `captions`: a human's caption track stands in for recognition. */
  status: z.enum(['IN_PROGRESS', 'COMPLETED']),
  waitSeconds: z.int(),
})
export type TranscriptionState = z.infer<typeof transcriptionState>

/** Result of ReadTranscript, kept at `$.transcript`: numbers of the batches of sentences. */
export const transcriptBatches = z.object({ batches: z.array(z.int()) })

export const translateBatchInput = stepInput.extend({ batch: z.int() })

/** Errors that a step throws on purpose; their name is the failure's code. Never retried. */
export const BUSINESS_ERRORS = failureCode.options.filter(code => code !== 'INTERNAL')

/**
 * What Refund is handed: by the workflow's Catch (`error` as Step Functions writes it), by the sweeper (`failure`),
 * or by the rule on the execution's status (`detail`).
 */
export const refundInput = z.union([
  stepInput.extend({
    failure: failureCode.optional(),
    error: z.object({ Error: z.string(), Cause: z.string().optional() }).optional(),
  }),
  z.object({
    detail: z.object({
      status: z.enum(['FAILED', 'TIMED_OUT', 'ABORTED']),
      input: z.string(),
      /** Name of the error that the execution failed with. */
      error: z
        .string()
        .nullish()
        .transform(name => name ?? undefined),
    }),
  }),
])
export type RefundInput = z.infer<typeof refundInput>

/** Passing troubles of AWS and of the network, by the names that Lambda and the SDK give them. Only these are retried. */
export const RETRIED_ERRORS = [
  'ContentionError',
  'Lambda.ServiceException',
  'Lambda.AWSLambdaException',
  'Lambda.SdkClientException',
  'Lambda.ClientExecutionTimeoutException',
  'Lambda.TooManyRequestsException',
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
