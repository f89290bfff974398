import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { type Order, type Receipt, receiptOf } from '../contract/order.ts'
import { type Tables, tablesFromEnvironment } from '../records/tables.ts'
import { readUser } from '../records/users.ts'
import { dynamoClient, sesClient } from '../runtime/clients.ts'
import { readEnvironment } from '../runtime/environment.ts'
import { type Mail, sendMail } from '../runtime/mail.ts'
import { secretReader } from '../runtime/secrets.ts'
import { createTossClient, type TossClient } from './toss/toss-client.ts'

/** Everything that the routes of this room and the reconciler work with. */
export interface PaymentRoom {
  tables: Tables
  toss: TossClient
  /** Sends a mail from the service's address. */
  sendMail: (mail: Omit<Mail, 'from'>) => Promise<void>
  siteUrl: string
  operatorMail: string
  /** Epoch milliseconds. */
  now: () => number
  /** 16 unguessable characters of `A-Za-z0-9_-`. */
  randomText: () => string
}

/** The order and the balance, as the page shows them. */
export async function orderView({ tables }: PaymentRoom, order: Order): Promise<{ order: Receipt; token: number }> {
  const user = await readUser(tables, order.uid)
  return { order: receiptOf(order), token: user?.token ?? 0 }
}

/** The room with the clients of AWS and Toss and the settings of this function. */
export function paymentRoomFromEnvironment(): PaymentRoom {
  const environment = readEnvironment('SITE_URL', 'MAIL_SENDER', 'OPERATOR_MAIL', 'TOSS_SECRET', 'TOSS_API_URL')
  const ses = sesClient()
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
