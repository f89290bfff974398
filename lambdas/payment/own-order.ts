import { ApiError } from '../contract/errors.ts'
import type { Order } from '../contract/order.ts'
import { readOrder } from '../records/payments.ts'
import type { PaymentRoom } from './payment-room.ts'

/** @throws ApiError NO_ORDER, for an order of somebody else too: ids tell nothing. */
export async function ownOrder({ tables }: PaymentRoom, uid: string, orderId: string): Promise<Order> {
  const order = await readOrder(tables, orderId)
  if (order?.uid !== uid) throw new ApiError('NO_ORDER')
  return order
}
