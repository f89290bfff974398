import type { Order } from '../contract/order.ts'
import { amendOrder, type OrderChange } from '../records/payments.ts'
import { log } from '../runtime/log.ts'
import { isoNow, type PaymentRoom } from './payment-room.ts'
import { TossError } from './toss/toss-error.ts'
import type { TossPayment } from './toss/toss-payment.ts'

/**
 * A deposit came for a person who has left: the money goes back, and where Toss cannot return it by itself (a virtual
 * account needs an account to return to) the operator is asked to.
 */
export async function returnMoney(room: PaymentRoom, order: Order, payment: TossPayment): Promise<Order> {
  const isReturned = await cancelAtToss(room, order, payment)
  return amended(room, order, {
    status: isReturned ? 'canceled' : 'failed',
    payment_key: payment.paymentKey,
    failure: { code: 'NO_USER', message: '탈퇴한 회원의 결제예요.' },
    canceled_amount: isReturned ? order.amount : undefined,
    mails_due: isReturned ? [] : ['uncredited'],
  })
}

async function cancelAtToss({ toss }: PaymentRoom, order: Order, { paymentKey }: TossPayment): Promise<boolean> {
  try {
    await toss.cancel({ paymentKey, orderId: order.order_id, reason: '탈퇴한 회원의 결제' })
    return true
  } catch (error) {
    if (!(error instanceof TossError) || error.kind === 'unavailable') throw error
    log('error', 'a payment of a person who left could not be returned', { order: order.order_id }, error)
    return error.code === 'ALREADY_CANCELED_PAYMENT'
  }
}

/** Cancellations of a payment whose buyer has left: the balance is gone, so only the sums are kept. */
export async function recordCancelsOfLeaver(
  room: PaymentRoom,
  order: Order,
  cancels: { amount: number }[],
): Promise<Order> {
  const canceled = cancels.reduce((sum, { amount }) => sum + amount, 0)
  return amended(room, order, {
    status: canceled >= order.amount ? 'canceled' : order.status,
    canceled_amount: canceled,
  })
}

async function amended(room: PaymentRoom, order: Order, change: OrderChange): Promise<Order> {
  const { order: after = order } =
    (await amendOrder(room.tables, order.order_id, isoNow(room), ({ status, canceled_amount }) =>
      status === change.status && canceled_amount === change.canceled_amount ? undefined : change,
    )) ?? {}
  return after
}
