import type { Order } from '../contract/order.ts'
import { type RouteResponse, receipt } from '../contract/routes.ts'
import { ordersOfUser } from '../records/payments.ts'
import { requireAccount } from '../records/users.ts'
import { log } from '../runtime/log.ts'
import { applyPayment } from './apply-payment.ts'
import { ownOrder } from './own-order.ts'
import { orderView, type PaymentRoom } from './payment-room.ts'
import { sendDueMails } from './send-due-mails.ts'

/** A receipts page shows so many. */
const MOST = 100

/** The person's orders, newest first; those that nobody began to pay are left out. @throws ApiError NO_USER. */
export async function listPayments({ tables }: PaymentRoom, uid: string): Promise<RouteResponse<'listPayments'>> {
  await requireAccount(tables, uid)
  const orders = await ordersOfUser(tables, uid, MOST)
  return { orders: orders.filter(wasTouched).map(order => receipt.parse(order)) }
}

const wasTouched = ({ status }: Order): boolean => status !== 'ready' && status !== 'expired'

/** One order; while it is open, Toss is asked what has become of it. @throws ApiError NO_ORDER. */
export async function readPayment(
  room: PaymentRoom,
  { uid, orderId }: { uid: string; orderId: string },
): Promise<RouteResponse<'readPayment'>> {
  const order = await ownOrder(room, uid, orderId)
  return orderView(room, order.status === 'ready' || order.status === 'waiting' ? await refreshed(room, order) : order)
}

/** The order after Toss's word on it; as it was where Toss does not answer. */
async function refreshed(room: PaymentRoom, order: Order): Promise<Order> {
  try {
    const payment = await room.toss.find({ orderId: order.order_id })
    if (!payment) return order
    const after = await applyPayment(room, order, payment)
    await sendDueMails(room, after)
    return after
  } catch (error) {
    log('warn', 'order not refreshed', { order: order.order_id }, error)
    return order
  }
}
