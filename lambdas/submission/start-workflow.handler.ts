import { SFNClient } from '@aws-sdk/client-sfn'
import { tablesFromEnvironment } from '../records/tables.ts'
import { dynamoClient, s3Client } from '../runtime/clients.ts'
import { readEnvironment } from '../runtime/environment.ts'
import { step } from '../runtime/step.ts'
import { objectCreated, startUploaded } from './start-workflow.ts'

const { STATE_MACHINE_ARN, MEDIA_BUCKET } = readEnvironment('STATE_MACHINE_ARN', 'MEDIA_BUCKET')
const work = {
  tables: tablesFromEnvironment(dynamoClient()),
  media: { client: s3Client(), name: MEDIA_BUCKET },
  machine: { client: new SFNClient(), arn: STATE_MACHINE_ARN },
  now: Date.now,
}

export const handler = step(objectCreated, ({ detail }) => startUploaded(work, detail.object.key))
