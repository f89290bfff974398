import { TranscribeClient } from '@aws-sdk/client-transcribe'
import { stepInput } from '../contract/workflow.ts'
import { tablesFromEnvironment } from '../records/tables.ts'
import { dynamoClient, s3Client } from '../runtime/clients.ts'
import { readEnvironment } from '../runtime/environment.ts'
import { step } from '../runtime/step.ts'
import { startTranscription } from './start-transcription.ts'

const { MEDIA_BUCKET, TRANSCRIBE_ROLE_ARN } = readEnvironment('MEDIA_BUCKET', 'TRANSCRIBE_ROLE_ARN')
const room = {
  tables: tablesFromEnvironment(dynamoClient()),
  media: { client: s3Client(), name: MEDIA_BUCKET },
  transcribe: new TranscribeClient({}),
  roleArn: TRANSCRIBE_ROLE_ARN,
}

export const handler = step(stepInput, ref => startTranscription(room, ref))
