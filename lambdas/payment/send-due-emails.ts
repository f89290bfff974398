import type { Order } from '../contract/order.ts'
import { isoNow } from '../contract/time.ts'
import { readMovement, recoveryName, reversalName } from '../records/ledger/index.ts'
import { owedOrderEmail } from '../records/payments.ts'
import { readUser, type User } from '../records/users.ts'
import { log } from '../runtime/log.ts'
import { MAIL_PATIENCE_MS, sendOwed } from '../runtime/owed-email.ts'
import {
  canceledEmail,
  differingEmail,
  paidEmail,
  recoveredEmail,
  uncreditedEmail,
  unrecoveredEmail,
  waitingEmail,
} from './messages.ts'
import type { PaymentDeps } from './payment-deps.ts'

type Outgoing = Parameters<PaymentDeps['sendEmail']>[0]

/** Sends each due email of an order. A failed email does not fail the caller: the reconciler retries. */
export async function sendDueEmails(deps: PaymentDeps, order: Order): Promise<void> {
  for (const kind of order.mails_due)
    try {
      await send(deps, order, kind)
    } catch (error) {
      log('error', 'mail', 'email about an order not sent', { order: order.order_id, kind }, error)
    }
}

async function send(deps: PaymentDeps, order: Order, kind: string): Promise<void> {
  const { tables } = deps
  const at = isoNow(deps)
  const user = await readUser(tables, order.uid)
  const email = await compose(deps, order, user, kind)
  const owed = owedOrderEmail(tables, order.order_id, kind, at)
  if (!email || (order.open_since && deps.now() - Date.parse(order.open_since) > MAIL_PATIENCE_MS)) await owed.settle()
  else await sendOwed(owed, deps.now, () => deps.sendEmail(email))
}

/** The email of that kind, or `undefined` if the user has left or has no address. */
async function compose(
  deps: PaymentDeps,
  order: Order,
  user: User | undefined,
  kind: string,
): Promise<Outgoing | undefined> {
  const { operatorEmail, siteUrl, tables } = deps
  const [name, transactionKey = ''] = kind.split('#')
  if (name === 'unrecovered') return { to: operatorEmail, ...unrecoveredEmail(order, user?.open_submissions ?? 0) }
  if (name === 'recovered') {
    const cause = kind.slice('recovered#'.length)
    const recovery = await readMovement(tables, order.uid, recoveryName(order.order_id, cause))
    return { to: operatorEmail, ...recoveredEmail(order, { taken: 0 - (recovery?.amount ?? 0), cause }) }
  }
  if (name === 'differing') return { to: operatorEmail, ...differingEmail(order) }
  if (name === 'uncredited') return { to: operatorEmail, ...uncreditedEmail(order) }
  if (user?.email === undefined) return undefined
  if (name === 'paid') return { to: user.email, ...paidEmail(order, { balance: user.token, siteUrl }) }
  if (name === 'waiting') return { to: user.email, ...waitingEmail(order, siteUrl) }
  const movement = await readMovement(tables, order.uid, reversalName(order.order_id, transactionKey))
  return { to: user.email, ...canceledEmail(order, { taken: 0 - (movement?.amount ?? 0), siteUrl }) }
}
