import { refundInput } from '../contract/workflow.ts'
import { tableDeps } from '../records/table-deps.ts'
import { step } from '../runtime/step.ts'
import { refundEntry } from './refund-entry.ts'

const { tables, now } = tableDeps()

export const handler = step(refundInput, input => refundEntry(tables, now(), input))
