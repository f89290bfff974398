import { ExecutionError, ExecutionTimeoutError } from 'aws-local-stepfunctions'
import * as z from 'zod'
import type { EventEntry } from '../eventbridge/index.ts'
import type { Execution, HistoryEvent } from './execution-store.ts'

/** How an execution ends. */
export type Ending = Pick<Execution, 'status' | 'output' | 'error' | 'cause'>

/** Bytes of a value as JSON. */
export const sizeOf = (value: unknown): number => (value === undefined ? 0 : Buffer.byteLength(JSON.stringify(value)))

/** A state's output beyond the limit ends the execution. A Catch does not catch it. */
export function tooLarge(state: string): Ending {
  const cause = `The state/task '${state}' returned a result with a size exceeding the maximum number of bytes service limit.`
  return { status: 'FAILED', output: null, error: 'States.DataLimitExceeded', cause }
}

/** Converts the error with which the interpreter gave up to the ending of the execution. */
export function classifyError(error: unknown): Ending {
  if (error instanceof ExecutionTimeoutError) return { status: 'TIMED_OUT', output: null, error: null, cause: null }
  const reason = error instanceof ExecutionError ? error.cause : error
  if (!(reason instanceof Error))
    return { status: 'FAILED', output: null, error: 'States.Runtime', cause: String(reason) }
  return { status: 'FAILED', output: null, error: reason.name, cause: reason.message }
}

const interpreterEvent = z.object({
  type: z.string(),
  timestamp: z.number(),
  state: z.object({ name: z.string(), output: z.unknown().optional() }).optional(),
  Error: z.string().optional(),
  Cause: z.unknown().optional(),
})

/** Converts an event of the interpreter to a history entry, and returns the output of the event's state. */
export function historyEvent(event: unknown): { entry: HistoryEvent; output: unknown } {
  const { type, timestamp, state, Error: error, Cause } = interpreterEvent.parse(event)
  const cause = Cause === undefined ? null : typeof Cause === 'string' ? Cause : JSON.stringify(Cause)
  return {
    entry: { at: timestamp, type, state: state?.name ?? null, error: error ?? null, cause },
    output: state?.output,
  }
}

/** The event that Step Functions sends to EventBridge when the status of a Standard workflow changes. */
export function statusEvent(execution: Execution): EventEntry {
  const { arn, machine, name, status, input, output, started, stopped, error, cause, redrives } = execution
  return {
    source: 'aws.states',
    'detail-type': 'Step Functions Execution Status Change',
    resources: [arn],
    detail: {
      executionArn: arn,
      stateMachineArn: machine,
      name,
      status,
      startDate: started,
      stopDate: stopped,
      input,
      output,
      inputDetails: { included: true },
      outputDetails: output === null ? null : { included: true },
      stateMachineVersionArn: null,
      stateMachineAliasArn: null,
      redriveCount: redrives,
      redriveDate: null,
      redriveStatus: status === 'RUNNING' || status === 'SUCCEEDED' ? 'NOT_REDRIVABLE' : 'REDRIVABLE',
      redriveStatusReason: null,
      error,
      cause,
    },
  }
}
