import { type FailureCode, failureCode } from '../contract/archive-entry.ts'
import { RETRIED_ERRORS } from '../contract/workflow.ts'

/** A step, its function or the whole execution took longer than it may. */
const TIMEOUTS = new Set(['States.Timeout', 'States.HeartbeatTimeout', 'Sandbox.Timedout'])
const PASSING: ReadonlySet<string> = new Set(RETRIED_ERRORS)

/** The failure behind an error's name: our own codes as they are, time-outs, services that stayed away, else a defect of ours. */
export function failureOfError(name: string | undefined): FailureCode {
  if (name === undefined) return 'INTERNAL'
  if (TIMEOUTS.has(name)) return 'TIMED_OUT'
  if (PASSING.has(name)) return 'ENGINE_ERROR'
  return failureCode.catch('INTERNAL').parse(name)
}

/** The failure behind the status in which an execution ended. */
export function failureOfStatus(status: string, error?: string): FailureCode {
  if (status === 'TIMED_OUT') return 'TIMED_OUT'
  if (status === 'ABORTED') return 'ABORTED'
  return failureOfError(error)
}
