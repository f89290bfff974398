import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { type Order, type Receipt, receiptOf } from '../contract/order.ts'
import { type TableDeps, tableDeps } from '../records/base-deps.ts'
import { readUser } from '../records/users.ts'
import { sesClient } from '../runtime/clients.ts'
import { type Email, sendEmail } from '../runtime/email.ts'
import { readEnvironment } from '../runtime/environment.ts'
import { secretReader } from '../runtime/secrets.ts'
import { createTossClient, type TossClient } from './toss/toss-client.ts'

/** Dependencies of the payment routes and the reconciler. */
export interface PaymentDeps extends TableDeps {
  toss: TossClient
  /** Sends an email from the service's address. */
  sendEmail: (email: Omit<Email, 'from'>) => Promise<void>
  siteUrl: string
  operatorEmail: string
  /** 16 unguessable characters of `A-Za-z0-9_-`. */
  randomText: () => string
}

/** The order and the balance, as the page shows them. */
export async function orderView({ tables }: PaymentDeps, order: Order): Promise<{ order: Receipt; token: number }> {
  const user = await readUser(tables, order.uid)
  return { order: receiptOf(order), token: user?.token ?? 0 }
}

export function paymentDepsFromEnvironment(): PaymentDeps {
  const environment = readEnvironment('SITE_URL', 'MAIL_SENDER', 'OPERATOR_MAIL', 'TOSS_SECRET', 'TOSS_API_URL')
  const ses = sesClient()
  const readSecret = secretReader(new SecretsManagerClient(), Date.now)
  return {
    ...tableDeps(),
    toss: createTossClient({
      apiUrl: environment.TOSS_API_URL,
      secretKey: () => readSecret(environment.TOSS_SECRET),
      fetch,
      now: Date.now,
      sleep: setTimeout,
    }),
    sendEmail: email => sendEmail(ses, { from: environment.MAIL_SENDER, ...email }),
    siteUrl: environment.SITE_URL,
    operatorEmail: environment.OPERATOR_MAIL,
    randomText: () => randomBytes(12).toString('base64url'),
  }
}
