import { randomInt, randomUUID } from 'node:crypto'
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { SESClient } from '@aws-sdk/client-ses'
import { tablesFromEnvironment } from '../records/tables.ts'
import { dynamoClient, s3Client } from '../runtime/clients.ts'
import { readEnvironment } from '../runtime/environment.ts'
import { sendMail } from '../runtime/mail.ts'
import { secretReader } from '../runtime/secrets.ts'
import type { AccountRoom } from './account-room.ts'
import { userPool } from './people.ts'

/** The room with the clients of AWS and the settings of this function. */
export function accountRoomFromEnvironment(): AccountRoom {
  const environment = readEnvironment(
    'MEDIA_BUCKET',
    'SITE_URL',
    'MAIL_SENDER',
    'OPERATOR_MAIL',
    'SIGN_IN_URL',
    'USER_POOL_ID',
    'IDENTITY_SECRET',
  )
  const ses = new SESClient()
  const readSecret = secretReader(new SecretsManagerClient(), Date.now)
  return {
    tables: tablesFromEnvironment(dynamoClient()),
    people: userPool({
      cognito: new CognitoIdentityProviderClient(),
      userPoolId: environment.USER_POOL_ID,
      signInUrl: environment.SIGN_IN_URL,
      fetch,
    }),
    media: { client: s3Client(), name: environment.MEDIA_BUCKET },
    sendMail: mail => sendMail(ses, { from: environment.MAIL_SENDER, ...mail }),
    identitySecret: () => readSecret(environment.IDENTITY_SECRET),
    siteUrl: environment.SITE_URL,
    operatorMail: environment.OPERATOR_MAIL,
    now: Date.now,
    randomId: randomUUID,
    randomCode: () => String(randomInt(1_000_000)).padStart(6, '0'),
  }
}
