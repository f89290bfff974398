import { stepInput } from '../contract/workflow.ts'
import { tablesFromEnvironment } from '../records/tables.ts'
import { dynamoClient, s3Client } from '../runtime/clients.ts'
import { readEnvironment } from '../runtime/environment.ts'
import { step } from '../runtime/step.ts'
import { writeSubtitle } from './write-subtitle.ts'

const { MEDIA_BUCKET } = readEnvironment('MEDIA_BUCKET')
const tables = tablesFromEnvironment(dynamoClient())
const media = { client: s3Client(), name: MEDIA_BUCKET }

export const handler = step(stepInput, ref => writeSubtitle({ tables, media, now: Date.now }, ref))
