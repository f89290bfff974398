import * as z from 'zod'
import { entryType, failureCode } from './archive-entry.ts'

const NOTIFY = { lambda: 'notify', entry: 'email/notify.handler.ts' } as const

/**
 * The states of a video's workflow, in order: the state's name in the machine (`lib/workflow-definition.ts`) and, where
 * it runs code, the Lambda function and its entry file under `lambdas/`.
 *
 *   SendReceivedEmail -> FetchSource (YouTube only) -> Settle
 *     -> Hear (a map over the parts of the sound, with `HEARING=own` only)
 *     -> StartTranscription -> CheckTranscription (repeated until all jobs have finished) -> ReadTranscript
 *     -> WriteBrief (with a language model) -> Translate (a map over batches of sentences)
 *     -> CheckMeaning (by a second model) -> WriteSubtitle -> SendDoneEmail
 *   an error in HearSound -> LeaveToTranscribe: Amazon Transcribe gets the part
 *   an error in WriteBrief -> Translate without a brief
 *   an error in CheckMeaning -> WriteSubtitle; the certificate states what was checked
 *   an error in a state that sends an email -> the next state
 *   any other error -> Refund -> SendFailedEmail -> Failed
 *
 * StartTranscription and CheckTranscription handle all parts of a long recording that Hear did not transcribe, and
 * ReadTranscript joins all parts.
 * CheckTranscription waits for the event of a finished job, or for `waitSeconds` in case the event is lost. For an
 * English subtitle nothing is transcribed, because submission has stored its transcript.
 */
export const STEPS = {
  sendReceivedEmail: { state: 'SendReceivedEmail', ...NOTIFY },
  whichSource: { state: 'WhichSource' },
  fetchSource: { state: 'FetchSource', lambda: 'fetchSource', entry: 'source/fetch-source.handler.ts' },
  settle: { state: 'Settle', lambda: 'settle', entry: 'source/settle.handler.ts' },
  hear: { state: 'Hear' },
  hearSound: { state: 'HearSound', lambda: 'hearSound', entry: 'transcription/hear-sound.handler.ts' },
  leaveToTranscribe: { state: 'LeaveToTranscribe' },
  startTranscription: {
    state: 'StartTranscription',
    lambda: 'startTranscription',
    entry: 'transcription/start-transcription.handler.ts',
  },
  checkTranscription: {
    state: 'CheckTranscription',
    lambda: 'checkTranscription',
    entry: 'transcription/check-transcription.handler.ts',
  },
  isTranscribed: { state: 'IsTranscribed' },
  readTranscript: {
    state: 'ReadTranscript',
    lambda: 'readTranscript',
    entry: 'transcription/read-transcript.handler.ts',
  },
  writeBrief: { state: 'WriteBrief', lambda: 'writeBrief', entry: 'translation/write-brief.handler.ts' },
  translate: { state: 'Translate' },
  translateBatch: {
    state: 'TranslateBatch',
    lambda: 'translateBatch',
    entry: 'translation/translate-batch.handler.ts',
  },
  checkMeaning: { state: 'CheckMeaning', lambda: 'checkMeaning', entry: 'translation/check-meaning.handler.ts' },
  writeSubtitle: { state: 'WriteSubtitle', lambda: 'writeSubtitle', entry: 'delivery/write-subtitle.handler.ts' },
  sendDoneEmail: { state: 'SendDoneEmail', ...NOTIFY },
  done: { state: 'Done' },
  refund: { state: 'Refund', lambda: 'refund', entry: 'closing/refund.handler.ts' },
  sendFailedEmail: { state: 'SendFailedEmail', ...NOTIFY },
  failed: { state: 'Failed' },
} as const

type Steps = typeof STEPS
export type StepName = keyof Steps
/** Steps that exist only with `HEARING=own`. */
export type OwnHearingStep = 'hear' | 'hearSound' | 'leaveToTranscribe'
type StepLambda = Extract<Steps[keyof Steps], { lambda: string }>
/** Name of a Lambda function that runs a step. */
export type StepFunctionName = StepLambda['lambda']

/** Names of the states by step. */
export const STATES = Object.fromEntries(Object.entries(STEPS).map(([step, { state }]) => [step, state])) as {
  [Step in keyof Steps]: Steps[Step]['state']
}

/** Entry files of the functions that run the steps. */
export const STEP_ENTRIES = Object.fromEntries(
  Object.values(STEPS).flatMap(step => ('lambda' in step ? [[step.lambda, step.entry]] : [])),
) as { [Name in StepFunctionName]: Extract<StepLambda, { lambda: Name }>['entry'] }

/** Input of an execution. Steps pass their results as objects under `work/{uid}/{key}/`, not in the state. */
export const workflowInput = z.object({ uid: z.string(), key: z.string(), type: entryType })
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

/** Input of CheckTranscription; the state ends when its token is returned (`transcription/await-transcription.ts`). */
export const checkInput = stepInput.extend({ token: z.string() })
export type CheckInput = z.infer<typeof checkInput>

/** Parts that our own recognizer transcribes concurrently, each in its own function instance. */
export const HEARD_AT_ONCE = 12

/** Input of HearSound. Without a part number, the step transcribes the whole sound. */
export const hearInput = stepInput.extend({ sound: z.object({ part: z.int().nonnegative().optional() }) })
export type HearInput = z.infer<typeof hearInput>

/** Result of Settle, kept at `$.settled` for Hear: the sounds to transcribe. */
export interface SettledSounds {
  sounds: HearInput['sound'][]
}

/** Output with which CheckTranscription's token is returned, kept at `$.transcription.status`. */
export type TranscriptionStatus = 'IN_PROGRESS' | 'COMPLETED'

/** Result of StartTranscription, kept at `$.transcription`. */
export interface TranscriptionState {
  status: TranscriptionStatus
  /** Seconds after which CheckTranscription checks the jobs again if no event arrives. */
  waitSeconds: number
}

/** Batches of sentences translated concurrently. */
export const TRANSLATED_AT_ONCE = 4

/** Result of ReadTranscript, kept at `$.transcript`. */
export interface TranscriptBatches {
  /** Batch numbers in the order of translation, or lists of them for a short video. */
  batches: (number | number[])[]
}

/** Input of TranslateBatch: a batch, or several of a short video, which are translated one after another. */
export const translateBatchInput = stepInput.extend({ batch: z.union([z.int(), z.array(z.int())]) })

/** Errors that a step throws deliberately, named by the failure's code. They are never retried. */
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
      /** Name of the error that ended the execution. */
      error: z
        .string()
        .nullish()
        .transform(name => name ?? undefined),
    }),
  }),
])
export type RefundInput = z.infer<typeof refundInput>
