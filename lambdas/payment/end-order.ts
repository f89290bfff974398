import type { Order } from '../contract/order.ts'
import { amendOrder } from '../records/payments.ts'
import { isoNow, type PaymentRoom } from './payment-room.ts'

/** Ends an order that was not paid; one that has been paid or ended meanwhile stays as it is. Answers the order after it. */
export async function endOrder(
  room: PaymentRoom,
  order: Order,
  status: 'failed' | 'expired' | 'canceled',
  failure: Order['failure'],
): Promise<Order> {
  const amended = await amendOrder(room.tables, order.order_id, isoNow(room), before =>
    before.status === 'ready' || before.status === 'waiting' ? { status, failure } : undefined,
  )
  return amended?.order ?? order
}
