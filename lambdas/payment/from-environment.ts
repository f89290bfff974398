import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { SESClient } from '@aws-sdk/client-ses'
import { tablesFromEnvironment } from '../records/tables.ts'
import { dynamoClient, secretReader } from '../runtime/clients.ts'
import { readEnvironment } from '../runtime/environment.ts'
import { sendMail } from '../runtime/mail.ts'
import type { PaymentRoom } from './payment-room.ts'
import { createTossClient } from './toss/toss-client.ts'

/** The room with the clients of AWS and Toss and the settings of this function. */
export function paymentRoomFromEnvironment(): PaymentRoom {
  const environment = readEnvironment('SITE_URL', 'MAIL_SENDER', 'OPERATOR_MAIL', 'TOSS_SECRET', 'TOSS_API_URL')
  const ses = new SESClient()
  const readSecret = secretReader(new SecretsManagerClient(), Date.now)
  return {
    tables: tablesFromEnvironment(dynamoClient()),
    toss: createTossClient({
      apiUrl: environment.TOSS_API_URL,
      secretKey: () => readSecret(environment.TOSS_SECRET),
      fetch,
      now: Date.now,
      sleep: setTimeout,
    }),
    sendMail: mail => sendMail(ses, { from: environment.MAIL_SENDER, ...mail }),
    siteUrl: environment.SITE_URL,
    operatorMail: environment.OPERATOR_MAIL,
    now: Date.now,
    randomText: () => randomBytes(12).toString('base64url'),
  }
}
