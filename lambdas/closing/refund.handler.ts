import { refundInput } from '../contract/workflow.ts'
import { tablesFromEnvironment } from '../records/tables.ts'
import { dynamoClient } from '../runtime/clients.ts'
import { step } from '../runtime/step.ts'
import { refundEntry } from './refund-entry.ts'

const tables = tablesFromEnvironment(dynamoClient())

export const handler = step(refundInput, input => refundEntry(tables, Date.now(), input))
