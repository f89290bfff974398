import { SFNClient } from '@aws-sdk/client-sfn'
import { tablesFromEnvironment } from '../records/tables.ts'
import { dynamoClient } from '../runtime/clients.ts'
import { readEnvironment } from '../runtime/environment.ts'
import { step } from '../runtime/step.ts'
import { objectCreated, startUploaded } from './start-workflow.ts'

const { STATE_MACHINE_ARN } = readEnvironment('STATE_MACHINE_ARN')
const work = {
  tables: tablesFromEnvironment(dynamoClient()),
  machine: { client: new SFNClient(), arn: STATE_MACHINE_ARN },
  now: Date.now,
}

export const handler = step(objectCreated, ({ detail }) => startUploaded(work, detail.object.key))
