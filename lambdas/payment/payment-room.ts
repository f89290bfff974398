import { type Order, type Receipt, receiptOf } from '../contract/order.ts'
import type { Tables } from '../records/tables.ts'
import { readUser } from '../records/users.ts'
import type { Mail } from '../runtime/mail.ts'
import type { TossClient } from './toss/toss-client.ts'

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

export function isoNow({ now }: Pick<PaymentRoom, 'now'>): string {
  return new Date(now()).toISOString()
}

/** The order and the balance, as the page shows them. */
export async function orderView({ tables }: PaymentRoom, order: Order): Promise<{ order: Receipt; token: number }> {
  const user = await readUser(tables, order.uid)
  return { order: receiptOf(order), token: user?.token ?? 0 }
}
