import { SFNClient } from '@aws-sdk/client-sfn'
import * as z from 'zod'
import { tablesFromEnvironment } from '../records/tables.ts'
import { dynamoClient, s3Client } from '../runtime/clients.ts'
import { readEnvironment } from '../runtime/environment.ts'
import { step } from '../runtime/step.ts'
import { type Sweep, sweep } from './sweep.ts'

const environment = readEnvironment('MEDIA_BUCKET', 'STATE_MACHINE_ARN', 'CLOSING_MACHINE_ARN')
const client = new SFNClient()
const work: Sweep = {
  tables: tablesFromEnvironment(dynamoClient()),
  media: { client: s3Client(), name: environment.MEDIA_BUCKET },
  machine: { client, arn: environment.STATE_MACHINE_ARN },
  closing: { client, arn: environment.CLOSING_MACHINE_ARN },
  now: Date.now,
}

export const handler = step(z.unknown(), () => sweep(work))
