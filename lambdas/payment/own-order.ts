import { ApiError } from '../contract/errors.ts'
import type { Order } from '../contract/order.ts'
import { readOrder } from '../records/payments.ts'
import type { PaymentDeps } from './payment-deps.ts'

/** @throws ApiError NO_ORDER, also for another user's order, so that ids reveal nothing */
export async function ownOrder({ tables }: Pick<PaymentDeps, 'tables'>, uid: string, orderId: string): Promise<Order> {
  const order = await readOrder(tables, orderId)
  if (order?.uid !== uid) throw new ApiError('NO_ORDER')
  return order
}
