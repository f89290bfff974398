import type { Order } from '../contract/order.ts'
import { amendOrder, openOrders, readOrder } from '../records/payments.ts'
import { MAIL_DUE, OPEN } from '../records/tables.ts'
import { log } from '../runtime/log.ts'
import { applyPayment } from './apply-payment.ts'
import { endOrder } from './end-order.ts'
import { isoNow, type PaymentRoom } from './payment-room.ts'
import { sendDueMails } from './send-due-mails.ts'

/** Toss gives 30 minutes to authenticate and 10 to confirm; an order that nobody paid by then will not be. */
export const ORDER_PATIENCE_MS = 60 * 60 * 1000

/**
 * Asks Toss about every open order, brings each to what Toss says, ends those that were never paid and sends the mails
 * that are owed. Every act may happen twice with one effect; one order in trouble does not hold up the others.
 * @throws AggregateError of all troubles at the end.
 */
export async function reconcile(room: PaymentRoom): Promise<{ seen: number }> {
  const troubles: unknown[] = []
  let seen = 0
  const each = async (orderId: string, work: (order: Order) => Promise<Order>): Promise<void> => {
    seen += 1
    try {
      const order = await readOrder(room.tables, orderId)
      if (order) await sendDueMails(room, await work(order))
    } catch (error) {
      log('error', 'order not reconciled', { order: orderId }, error)
      troubles.push(error)
    }
  }
  for await (const orderId of openOrders(room.tables, OPEN)) await each(orderId, order => reconcileOrder(room, order))
  for await (const orderId of openOrders(room.tables, MAIL_DUE)) await each(orderId, async order => order)
  if (troubles.length > 0) throw new AggregateError(troubles, `${troubles.length} of ${seen} orders not reconciled`)
  return { seen }
}

async function reconcileOrder(room: PaymentRoom, order: Order): Promise<Order> {
  const payment = await room.toss.find({ orderId: order.order_id })
  const after = payment ? await applyPayment(room, order, payment) : order
  if (after.status === 'ready') return hasLapsed(room, after) ? expire(room, after) : after
  const isInPlace = after.status === 'waiting' || after.version !== order.version
  if (isInPlace) return after
  // Reopened by the operator: written anew, it leaves the index or waits there for its mails.
  return (await amendOrder(room.tables, order.order_id, isoNow(room), () => ({})))?.order ?? after
}

const hasLapsed = ({ now }: PaymentRoom, { created_at }: Order) => now() - Date.parse(created_at) >= ORDER_PATIENCE_MS

function expire(room: PaymentRoom, order: Order): Promise<Order> {
  return endOrder(room, order, 'expired', { code: 'NEVER_PAID', message: '결제 시간이 지났어요.' })
}
