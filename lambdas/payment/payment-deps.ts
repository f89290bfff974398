import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { type Order, type Receipt, receiptOf } from '../contract/order.ts'
import { type EmailDeps, emailDepsFromEnvironment } from '../email/email-deps.ts'
import { readUser } from '../records/users.ts'
import { readEnvironment } from '../runtime/environment.ts'
import { secretReaderFromEnvironment } from '../runtime/secrets.ts'
import { createTossClient, type TossClient } from './toss/toss-client.ts'

/** Dependencies of the payment routes and the reconciler. */
export interface PaymentDeps extends EmailDeps {
  toss: TossClient
  /** 16 unguessable characters of `A-Za-z0-9_-`. */
  randomText: () => string
}

/** The order and the balance, as the page shows them. */
export async function orderView({ tables }: PaymentDeps, order: Order): Promise<{ order: Receipt; token: number }> {
  const user = await readUser(tables, order.uid)
  return { order: receiptOf(order), token: user?.token ?? 0 }
}

export function paymentDepsFromEnvironment(): PaymentDeps {
  const environment = readEnvironment('TOSS_SECRET', 'TOSS_API_URL')
  const readSecret = secretReaderFromEnvironment()
  return {
    ...emailDepsFromEnvironment(),
    toss: createTossClient({
      apiUrl: environment.TOSS_API_URL,
      secretKey: () => readSecret(environment.TOSS_SECRET),
      fetch,
      now: Date.now,
      sleep: setTimeout,
    }),
    randomText: () => randomBytes(12).toString('base64url'),
  }
}
