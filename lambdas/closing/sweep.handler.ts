import { SFNClient } from '@aws-sdk/client-sfn'
import * as z from 'zod'
import { tablesFromEnvironment } from '../records/tables.ts'
import { dynamoClient, s3Client } from '../runtime/clients.ts'
import { readEnvironment } from '../runtime/environment.ts'
import { step } from '../runtime/step.ts'
import { type SweepRoom, sweep } from './sweep.ts'

/** The room with the clients of AWS and the settings of this function. */
function sweepRoomFromEnvironment(): SweepRoom {
  const environment = readEnvironment('MEDIA_BUCKET', 'STATE_MACHINE_ARN', 'CLOSING_MACHINE_ARN')
  const client = new SFNClient()
  return {
    tables: tablesFromEnvironment(dynamoClient()),
    media: { client: s3Client(), name: environment.MEDIA_BUCKET },
    machine: { client, arn: environment.STATE_MACHINE_ARN },
    closing: { client, arn: environment.CLOSING_MACHINE_ARN },
    now: Date.now,
  }
}

const room = sweepRoomFromEnvironment()

export const handler = step(z.unknown(), () => sweep(room))
