import * as z from 'zod'
import { failureCode } from './archive-entry.ts'

/**
 * The way of one video, from the upload to the mail. Each name is a state of the machine in
 * `lib/workflow-definition.ts`; `functions.ts` names the Lambda functions behind them.
 *
 *   SendReceivedMail -> FetchSource (YouTube only) -> Settle
 *     -> StartTranscription -> (WaitForTranscription <-> CheckTranscription) -> ReadTranscript
 *     -> WriteBrief (only a model writes one) -> Translate (a map over batches of sentences) -> WriteSubtitle -> SendDoneMail
 *   StartTranscription and CheckTranscription take a long recording's parts together; ReadTranscript joins them
 *   an error in WriteBrief -> Translate without a brief
 *   any other error -> Refund -> SendFailedMail -> Failed
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
  writeBrief: 'WriteBrief',
  translate: 'Translate',
  translateBatch: 'TranslateBatch',
  writeSubtitle: 'WriteSubtitle',
  sendDoneMail: 'SendDoneMail',
  done: 'Done',
  refund: 'Refund',
  sendFailedMail: 'SendFailedMail',
  failed: 'Failed',
} as const

/** Input of an execution. Steps pass their results as objects under `work/{uid}/{key}/`, not in the state. */
export const workflowInput = z.object({ uid: z.string(), key: z.string(), type: z.enum(['video', 'youtube']) })
export type WorkflowInput = z.infer<typeof workflowInput>

/** Name of an entry's execution. Names are unique, so an entry has at most one, whoever starts it. */
export function executionName(entry: { uid: string; key: string }): string {
  return `${entry.uid.replace(/[^A-Za-z0-9_-]/g, '-').slice(0, 60)}-${entry.key}`
}

/** Input of a step: the entry's owner and key, which the state machine passes on from the execution's input. */
export const stepInput = workflowInput.pick({ uid: true, key: true })
export type StepInput = z.infer<typeof stepInput>

export const notifyKind = z.enum(['received', 'done', 'failed'])
export type NotifyKind = z.infer<typeof notifyKind>

export const notifyInput = stepInput.extend({ kind: notifyKind })

/** Result of StartTranscription and CheckTranscription, kept at `$.transcription`. */
const transcriptionState = z.object({
  status: z.enum(['IN_PROGRESS', 'COMPLETED']),
  waitSeconds: z.int(),
})
export type TranscriptionState = z.infer<typeof transcriptionState>

/** Batches of sentences that are translated at once. */
export const TRANSLATED_AT_ONCE = 4

/** Result of ReadTranscript, kept at `$.transcript`: the numbers of the sentence batches, in the order of their translation. */
export interface TranscriptBatches {
  batches: number[]
}

export const translateBatchInput = stepInput.extend({ batch: z.int() })

/** Errors that a step throws on purpose, named by the failure's code. They are never retried. */
export const BUSINESS_ERRORS = failureCode.options.filter(code => code !== 'INTERNAL')

/**
 * Input of Refund: from the workflow's Catch (`error` as Step Functions writes it), from the sweeper (`failure`), or
 * from the rule on the execution's status (`detail`).
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

/**
 * Lambda refused to run a function because too many run in the account; a new account may run ten at once. The step did
 * not begin, so it waits for room, far longer than a passing error is retried: by then the recognition is paid for.
 */
export const THROTTLED_ERROR = 'Lambda.TooManyRequestsException'

/**
 * Transient errors of AWS and of the network, by the names that Lambda and the SDK give them. The one list of what is
 * retried: by Step Functions, by the mail step, and when a failure is given its code.
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
