import { stepInput } from '../contract/workflow.ts'
import { tablesFromEnvironment } from '../records/tables.ts'
import { dynamoClient, s3Client } from '../runtime/clients.ts'
import { readEnvironment } from '../runtime/environment.ts'
import { step } from '../runtime/step.ts'
import { settleSource } from './settle.ts'

const { MEDIA_BUCKET, PARTS_FROM_MINUTES } = readEnvironment('MEDIA_BUCKET', 'PARTS_FROM_MINUTES')
const tables = tablesFromEnvironment(dynamoClient())
const media = { client: s3Client(), name: MEDIA_BUCKET }

const partsFromSeconds = Number(PARTS_FROM_MINUTES) * 60

export const handler = step(stepInput, ref => settleSource({ tables, media, partsFromSeconds, now: Date.now }, ref))
