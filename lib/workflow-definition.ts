import { Duration } from 'aws-cdk-lib'
import {
  Choice,
  Condition,
  Errors,
  Fail,
  type IChainable,
  IntegrationPattern,
  JitterType,
  JsonPath,
  Map as MapState,
  Pass,
  State,
  Succeed,
  TaskInput,
  type TaskStateBase,
  Timeout,
} from 'aws-cdk-lib/aws-stepfunctions'
import { LambdaInvoke } from 'aws-cdk-lib/aws-stepfunctions-tasks'
import type { Construct } from 'constructs'
import { FUNCTION_TIMED_OUT, RETRIED_ERRORS, THROTTLED_ERRORS } from '../lambdas/contract/retried-errors.ts'
import {
  HEARD_AT_ONCE,
  type NotifyKind,
  type OwnHearingStep,
  STATES,
  type StepFunctionName,
  type StepName,
} from '../lambdas/contract/workflow.ts'
import type { LambdaFunction } from './lambda-function.ts'

/** The Lambda functions that run the steps, by name; `hearSound` with `HEARING=own` only. */
export type StepLambdas = Record<Exclude<StepFunctionName, 'hearSound'>, LambdaFunction> & {
  hearSound?: LambdaFunction
}

/** The state of every step: a step that the machine does not place is a type error. */
export type PlacedSteps = Record<Exclude<StepName, OwnHearingStep>, State> & Record<OwnHearingStep, State | undefined>

const REFERENCE = { uid: JsonPath.stringAt('$.uid'), key: JsonPath.stringAt('$.key') }

/** The workflow of one video: connects the states of `lambdas/contract/workflow.ts`. */
export function videoDefinition(scope: Construct, steps: StepLambdas, translatedAtOnce: number): State {
  const failed = new Fail(scope, STATES.failed, { errorPath: '$.error.Error', causePath: '$.error.Cause' })
  const refund = refundTask(scope, steps.refund, JsonPath.DISCARD)
  const sendFailedEmail = sendEmail(scope, STATES.sendFailedEmail, steps.notify, 'failed', failed)
  refund.next(sendFailedEmail)

  /** A step whose failure is refunded; its result is discarded unless `keep` is a path. */
  const task = (name: string, step: LambdaFunction, keep: string = JsonPath.DISCARD) =>
    withRetry(
      new LambdaInvoke(scope, name, {
        lambdaFunction: step,
        payloadResponseOnly: true,
        retryOnServiceExceptions: false,
        payload: TaskInput.fromObject(REFERENCE),
        resultPath: keep,
      }),
    ).addCatch(refund, { errors: [Errors.ALL], resultPath: '$.error' })

  const settle = task(STATES.settle, steps.settle, steps.hearSound ? '$.settled' : JsonPath.DISCARD)
  const fetchSource = task(STATES.fetchSource, steps.fetchSource)
  fetchSource.next(settle)
  const whichSource = new Choice(scope, STATES.whichSource)
    .when(Condition.stringEquals('$.type', 'youtube'), fetchSource)
    .otherwise(settle)

  const isTranscribed = new Choice(scope, STATES.isTranscribed)
  const startTranscription = task(STATES.startTranscription, steps.startTranscription, '$.transcription')
  startTranscription.next(isTranscribed)
  const hearing = steps.hearSound && hearAll(scope, steps.hearSound)
  hearing?.hear.addCatch(refund, { errors: [Errors.ALL], resultPath: '$.error' }).next(startTranscription)
  settle.next(hearing?.hear ?? startTranscription)
  // Ends when the event of a finished job returns its token; without an event, it times out and starts again.
  const checkTranscription = new LambdaInvoke(scope, STATES.checkTranscription, {
    lambdaFunction: steps.checkTranscription,
    integrationPattern: IntegrationPattern.WAIT_FOR_TASK_TOKEN,
    taskTimeout: Timeout.at('$.transcription.waitSeconds'),
    retryOnServiceExceptions: false,
    payload: TaskInput.fromObject({ ...REFERENCE, token: JsonPath.taskToken }),
    resultPath: '$.transcription.status',
  })
  withRetry(checkTranscription)
    .addCatch(checkTranscription, { errors: [Errors.TIMEOUT], resultPath: JsonPath.DISCARD })
    .addCatch(refund, { errors: [Errors.ALL], resultPath: '$.error' })
    .next(isTranscribed)

  const readTranscript = task(STATES.readTranscript, steps.readTranscript, '$.transcript')
  isTranscribed
    .when(Condition.stringEquals('$.transcription.status', 'COMPLETED'), readTranscript)
    .otherwise(checkTranscription)
  const translateBatch = translateTask(scope, steps.translateBatch)
  const translate = translateAll(scope, translateBatch, translatedAtOnce)
  translate.addCatch(refund, { errors: [Errors.ALL], resultPath: '$.error' })
  const writeBrief = optional(scope, STATES.writeBrief, steps.writeBrief, translate)
  readTranscript.next(writeBrief)
  const writeSubtitle = task(STATES.writeSubtitle, steps.writeSubtitle)
  const checkMeaning = optional(scope, STATES.checkMeaning, steps.checkMeaning, writeSubtitle)
  const done = new Succeed(scope, STATES.done)
  const sendDoneEmail = sendEmail(scope, STATES.sendDoneEmail, steps.notify, 'done', done)
  translate.next(checkMeaning)
  writeSubtitle.next(sendDoneEmail)
  const sendReceivedEmail = sendEmail(scope, STATES.sendReceivedEmail, steps.notify, 'received', whichSource)

  const placed: PlacedSteps = {
    ...{ sendReceivedEmail, whichSource, fetchSource, settle },
    ...{ hear: hearing?.hear, hearSound: hearing?.hearSound, leaveToTranscribe: hearing?.leaveToTranscribe },
    ...{ startTranscription, checkTranscription, isTranscribed, readTranscript },
    ...{ writeBrief, translate, translateBatch, checkMeaning, writeSubtitle, sendDoneEmail, done },
    ...{ refund, sendFailedEmail, failed },
  }
  requireReachable(placed, sendReceivedEmail)
  return sendReceivedEmail
}

/** Refuses a step that no transition leads to. TranslateBatch is inside Translate, HearSound inside Hear. */
function requireReachable(placed: PlacedSteps, start: State): void {
  const { translateBatch, hearSound, leaveToTranscribe } = placed
  const inside = [translateBatch, hearSound, leaveToTranscribe]
  const reached = new Set([...inside, ...State.findReachableStates(start, { includeErrorHandlers: true })])
  const left = Object.values(placed).filter(state => state !== undefined && !reached.has(state))
  if (left.length > 0) throw new Error(`no state leads to ${left.map(state => state?.id).join(', ')}`)
}

/** The refund and its email for an execution that could not do them itself; started by the rule and the sweeper. */
export function closingDefinition(scope: Construct, steps: StepLambdas): IChainable {
  const done = new Succeed(scope, STATES.done)
  return refundTask(scope, steps.refund).next(sendEmail(scope, STATES.sendFailedEmail, steps.notify, 'failed', done))
}

/** A step whose failure never fails a video. `next` follows even after an error. */
function optional(
  scope: Construct,
  name: string,
  step: LambdaFunction,
  next: IChainable,
  input: Record<string, string> = REFERENCE,
): TaskStateBase {
  const task = withRetry(
    new LambdaInvoke(scope, name, {
      lambdaFunction: step,
      payloadResponseOnly: true,
      retryOnServiceExceptions: false,
      payload: TaskInput.fromObject(input),
      resultPath: JsonPath.DISCARD,
    }),
  )
  task.addCatch(next, { errors: [Errors.ALL], resultPath: JsonPath.DISCARD }).next(next)
  return task
}

/**
 * Has our own recognizer transcribe every part of the sound. After an error, Amazon Transcribe gets the part. Only
 * throttling is retried, because any other retry would take longer than Transcribe.
 */
function hearAll(scope: Construct, hearSound: LambdaFunction) {
  const task = new LambdaInvoke(scope, STATES.hearSound, {
    lambdaFunction: hearSound,
    payloadResponseOnly: true,
    retryOnServiceExceptions: false,
    resultPath: JsonPath.DISCARD,
  })
  const leaveToTranscribe = new Pass(scope, STATES.leaveToTranscribe)
  withPatience(task).addCatch(leaveToTranscribe, { errors: [Errors.ALL], resultPath: JsonPath.DISCARD })
  const hear = new MapState(scope, STATES.hear, {
    itemsPath: '$.settled.sounds',
    itemSelector: { ...REFERENCE, sound: JsonPath.objectAt('$$.Map.Item.Value') },
    maxConcurrency: HEARD_AT_ONCE,
    resultPath: JsonPath.DISCARD,
  })
  hear.itemProcessor(task)
  return { hear, hearSound: task, leaveToTranscribe }
}

function translateAll(scope: Construct, batch: State, maxConcurrency: number): MapState {
  const translate = new MapState(scope, STATES.translate, {
    itemsPath: '$.transcript.batches',
    itemSelector: { ...REFERENCE, batch: JsonPath.numberAt('$$.Map.Item.Value') },
    maxConcurrency,
    resultPath: JsonPath.DISCARD,
  })
  translate.itemProcessor(batch)
  return translate
}

function translateTask(scope: Construct, translateBatch: LambdaFunction): TaskStateBase {
  return withRetry(
    new LambdaInvoke(scope, STATES.translateBatch, {
      lambdaFunction: translateBatch,
      payloadResponseOnly: true,
      retryOnServiceExceptions: false,
      resultPath: JsonPath.DISCARD,
    }),
  )
}

function refundTask(scope: Construct, refund: LambdaFunction, resultPath?: string): TaskStateBase {
  const task = new LambdaInvoke(scope, STATES.refund, {
    lambdaFunction: refund,
    payloadResponseOnly: true,
    retryOnServiceExceptions: false,
    resultPath,
  })
  return withPatience(task).addRetry({
    errors: [Errors.ALL],
    interval: Duration.seconds(2),
    backoffRate: 2,
    maxAttempts: 10,
    maxDelay: Duration.minutes(5),
  })
}

/** An email, then `next` even if it was not sent: an email problem never fails a video. */
function sendEmail(
  scope: Construct,
  name: string,
  notify: LambdaFunction,
  kind: NotifyKind,
  next: IChainable,
): TaskStateBase {
  return optional(scope, name, notify, next, { ...REFERENCE, kind })
}

/** Tries of a throttled step: after 2, 4, 8, 16 and 32 seconds, then every minute, 16 minutes in total. */
const THROTTLED_TRIES = 20

/** Retries a throttled step. Step Functions counts the tries of each retrier separately. */
function withPatience(task: LambdaInvoke): TaskStateBase {
  return task.addRetry({
    errors: [...THROTTLED_ERRORS],
    interval: Duration.seconds(2),
    backoffRate: 2,
    maxAttempts: THROTTLED_TRIES,
    maxDelay: Duration.minutes(1),
  })
}

function withRetry(task: LambdaInvoke): TaskStateBase {
  const isThrottled: ReadonlySet<string> = new Set(THROTTLED_ERRORS)
  return withPatience(task)
    .addRetry({ errors: [FUNCTION_TIMED_OUT], maxAttempts: 1 })
    .addRetry({
      errors: RETRIED_ERRORS.filter(error => !isThrottled.has(error)),
      interval: Duration.seconds(2),
      backoffRate: 2,
      maxAttempts: 5,
      maxDelay: Duration.minutes(1),
      jitterStrategy: JitterType.FULL,
    })
}
