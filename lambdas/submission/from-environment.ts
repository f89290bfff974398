import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { SFNClient } from '@aws-sdk/client-sfn'
import * as z from 'zod'
import { registersOf } from '../contract/registers.ts'
import { tablesFromEnvironment } from '../records/tables.ts'
import { dynamoClient, s3Client } from '../runtime/clients.ts'
import { readEnvironment } from '../runtime/environment.ts'
import { secretReader } from '../runtime/secrets.ts'
import type { SubmissionRoom } from './submission-room.ts'
import { youtubeData } from './youtube-data.ts'

const youtubeSecret = z.object({ apiKey: z.string() })

/** The room with the clients of AWS and the settings of this function. */
export function submissionRoomFromEnvironment(): SubmissionRoom {
  const environment = readEnvironment(
    'MEDIA_BUCKET',
    'STATE_MACHINE_ARN',
    'TRANSLATOR',
    'YOUTUBE_FETCH',
    'YOUTUBE_SECRET',
    'YOUTUBE_API_URL',
  )
  const readSecret = secretReader(new SecretsManagerClient(), Date.now)
  return {
    tables: tablesFromEnvironment(dynamoClient()),
    media: { client: s3Client(), name: environment.MEDIA_BUCKET },
    machine: { client: new SFNClient(), arn: environment.STATE_MACHINE_ARN },
    youtube: youtubeData({
      fetch,
      apiUrl: environment.YOUTUBE_API_URL,
      apiKey: async () => youtubeSecret.parse(JSON.parse(await readSecret(environment.YOUTUBE_SECRET))).apiKey,
    }),
    youtubeFetch: environment.YOUTUBE_FETCH === 'on',
    registers: registersOf(environment.TRANSLATOR),
    now: Date.now,
  }
}
