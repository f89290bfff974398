import { type ArchiveEntry, type FailureCode, failureCode } from '../contract/archive-entry.ts'
import { FUNCTION_TIMED_OUT, RETRIED_ERRORS } from '../contract/retried-errors.ts'
import { type RefundInput, type StepInput, workflowInput } from '../contract/workflow.ts'
import { isStale } from '../records/archive.ts'
import { refund } from '../records/ledger/index.ts'
import type { Tables } from '../records/tables.ts'
import { aboutEntry, log, logCounted } from '../runtime/log.ts'

/**
 * Closes the entry as failed and refunds its net charge; does nothing if it is already closed. Returns the entry either
 * way, for the email about the failure. `now` in epoch milliseconds.
 */
export async function refundEntry(tables: Tables, now: number, input: RefundInput): Promise<StepInput> {
  const { uid, key, failure } = whatFailed(input)
  // The sweeper closes uploads without a heartbeat; by now this one may have arrived or resumed.
  const isSwept = 'failure' in input && input.failure === 'UPLOAD_NEVER_CAME'
  const when = (entry: ArchiveEntry) => !isSwept || isStale(entry, now)
  const closed = await refund(tables, { uid, key }, { failure, at: new Date(now).toISOString(), when })
  const about = { ...aboutEntry({ uid, key }), failure }
  if (closed) logCounted('refund', 'video', 'entry refunded', { ...about, tokens: closed.refunded })
  else log('info', 'video', 'entry was closed before', about)
  return { uid, key }
}

function whatFailed(input: RefundInput): StepInput & { failure: FailureCode } {
  if ('detail' in input) {
    const { uid, key } = workflowInput.parse(JSON.parse(input.detail.input))
    return { uid, key, failure: failureOfStatus(input.detail.status, input.detail.error) }
  }
  return { uid: input.uid, key: input.key, failure: input.failure ?? failureOfError(input.error?.Error) }
}

/** Errors of a step, a function or an execution that exceeded its time limit. */
const TIMEOUTS: ReadonlySet<string> = new Set(['States.Timeout', 'States.HeartbeatTimeout', FUNCTION_TIMED_OUT])
const PASSING: ReadonlySet<string> = new Set(RETRIED_ERRORS)

/** Failure code for an error's name: one of our own codes, a timeout, an unavailable service, or a defect of ours. */
function failureOfError(name: string | undefined): FailureCode {
  if (name === undefined) return 'INTERNAL'
  if (TIMEOUTS.has(name)) return 'TIMED_OUT'
  if (PASSING.has(name)) return 'ENGINE_ERROR'
  return failureCode.catch('INTERNAL').parse(name)
}

/** Failure code for the final status of an execution. */
export function failureOfStatus(status: string, error?: string): FailureCode {
  if (status === 'TIMED_OUT') return 'TIMED_OUT'
  if (status === 'ABORTED') return 'ABORTED'
  return failureOfError(error)
}
