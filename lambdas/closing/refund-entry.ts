import type { FailureCode } from '../contract/archive-entry.ts'
import { type RefundInput, type StepInput, workflowInput } from '../contract/workflow.ts'
import { refund } from '../records/ledger/index.ts'
import type { Tables } from '../records/tables.ts'
import { log } from '../runtime/log.ts'
import { failureOfError, failureOfStatus } from './failure-code.ts'

/**
 * Closes the entry as failed and gives its net charge back; changes nothing where it is closed already.
 * Answers the entry either way: the mail about the failure is next. `now` in epoch milliseconds.
 */
export async function refundEntry(tables: Tables, now: number, input: RefundInput): Promise<StepInput> {
  const { uid, key, failure } = whatFailed(input)
  const closed = await refund(tables, { uid, key }, { failure, at: new Date(now).toISOString() })
  log('info', closed ? 'entry refunded' : 'entry was closed before', { uid, key, failure, tokens: closed?.refunded })
  return { uid, key }
}

function whatFailed(input: RefundInput): StepInput & { failure: FailureCode } {
  if ('detail' in input) {
    const { uid, key } = workflowInput.parse(JSON.parse(input.detail.input))
    return { uid, key, failure: failureOfStatus(input.detail.status, input.detail.error) }
  }
  return { uid: input.uid, key: input.key, failure: input.failure ?? failureOfError(input.error?.Error) }
}
