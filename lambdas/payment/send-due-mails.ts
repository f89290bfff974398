import type { Order } from '../contract/order.ts'
import { isoNow } from '../contract/time.ts'
import { readMovement, recoveryName, reversalName } from '../records/ledger/index.ts'
import { owedOrderMail } from '../records/payments.ts'
import { readUser, type User } from '../records/users.ts'
import { log } from '../runtime/log.ts'
import { MAIL_PATIENCE_MS, sendOwed } from '../runtime/owed-mail.ts'
import { canceledMail, paidMail, recoveredMail, uncreditedMail, unrecoveredMail, waitingMail } from './messages.ts'
import type { PaymentRoom } from './payment-room.ts'

type Outgoing = Parameters<PaymentRoom['sendMail']>[0]

/** Sends each due mail of an order. A mail that fails does not fail the caller: the reconciler tries again. */
export async function sendDueMails(room: PaymentRoom, order: Order): Promise<void> {
  for (const kind of order.mails_due)
    try {
      await send(room, order, kind)
    } catch (error) {
      log('error', 'mail', 'mail about an order not sent', { order: order.order_id, kind }, error)
    }
}

async function send(room: PaymentRoom, order: Order, kind: string): Promise<void> {
  const { tables } = room
  const at = isoNow(room)
  const user = await readUser(tables, order.uid)
  const mail = await compose(room, order, user, kind)
  const owed = owedOrderMail(tables, order.order_id, kind, at)
  if (!mail || (order.open_since && room.now() - Date.parse(order.open_since) > MAIL_PATIENCE_MS)) await owed.settle()
  else await sendOwed(owed, room.now, () => room.sendMail(mail))
}

/** The mail of that kind, or `undefined` where the person has left or has no address. */
async function compose(
  room: PaymentRoom,
  order: Order,
  user: User | undefined,
  kind: string,
): Promise<Outgoing | undefined> {
  const { operatorMail, siteUrl, tables } = room
  const [name, transactionKey = ''] = kind.split('#')
  if (name === 'unrecovered') return { to: operatorMail, ...unrecoveredMail(order, user?.open_submissions ?? 0) }
  if (name === 'recovered') {
    const cause = kind.slice('recovered#'.length)
    const recovery = await readMovement(tables, order.uid, recoveryName(order.order_id, cause))
    return { to: operatorMail, ...recoveredMail(order, { taken: 0 - (recovery?.amount ?? 0), cause }) }
  }
  if (name === 'uncredited') return { to: operatorMail, ...uncreditedMail(order) }
  if (user?.email === undefined) return undefined
  if (name === 'paid') return { to: user.email, ...paidMail(order, { balance: user.token, siteUrl }) }
  if (name === 'waiting') return { to: user.email, ...waitingMail(order, siteUrl) }
  const movement = await readMovement(tables, order.uid, reversalName(order.order_id, transactionKey))
  return { to: user.email, ...canceledMail(order, { taken: 0 - (movement?.amount ?? 0), siteUrl }) }
}
