import { ApiError, JamakError } from '../contract/errors.ts'
import type { Order } from '../contract/order.ts'
import { isCredited, purchase, reverse } from '../records/ledger/purchase.ts'
import { amendOrder } from '../records/payments.ts'
import { readUser } from '../records/users.ts'
import { log } from '../runtime/log.ts'
import { bankName } from './banks.ts'
import { endOrder } from './end-order.ts'
import { recordCancelsOfLeaver, returnMoney } from './leaver.ts'
import { isoNow, type PaymentRoom } from './payment-room.ts'
import { doneCancels, isoOf, type TossPayment } from './toss/toss-payment.ts'

/** Toss holds another sum or currency for the order than we asked for: nothing is credited, a person must look. */
export class PaymentMismatchError extends JamakError<'PAYMENT_MISMATCH'> {
  constructor(order: Order) {
    super('PAYMENT_MISMATCH', `the payment at Toss is not what order ${order.order_id} asked for`)
    this.name = 'PaymentMismatchError'
  }
}

/**
 * Brings an order to what Toss says of its payment: the only way to a credit. Whoever asks first wins, every repetition
 * changes nothing. Answers the order after it.
 * @throws PaymentMismatchError
 */
export async function applyPayment(room: PaymentRoom, order: Order, payment: TossPayment): Promise<Order> {
  const { order_id, amount, payment_key } = order
  if (payment.orderId !== order_id || payment.totalAmount !== amount || payment.currency !== 'KRW')
    throw new PaymentMismatchError(order)
  // Another attempt on an order that has its payment already says nothing of it.
  const isOther = payment_key !== undefined && payment_key !== payment.paymentKey
  if (isOther && (isCredited(order) || payment.status !== 'DONE')) return order

  switch (payment.status) {
    case 'DONE':
    case 'PARTIAL_CANCELED':
      return reverseAll(room, await credit(room, order, payment), payment)
    case 'CANCELED':
      return isCredited(order) ? reverseAll(room, order, payment) : endUnpaid(room, order, payment, 'canceled')
    case 'WAITING_FOR_DEPOSIT':
      return awaitDeposit(room, order, payment)
    case 'ABORTED':
      return endUnpaid(room, order, payment, 'failed')
    case 'EXPIRED':
      return endUnpaid(room, order, payment, 'expired')
    default:
      return order
  }
}

async function credit(room: PaymentRoom, order: Order, payment: TossPayment): Promise<Order> {
  if (isCredited(order)) return order
  const at = isoNow(room)
  try {
    return await purchase(room.tables, order.order_id, {
      payment_key: payment.paymentKey,
      method: payment.method ?? undefined,
      receipt_url: payment.receipt?.url,
      paid_at: payment.approvedAt ? isoOf(payment.approvedAt) : at,
      at,
    })
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NO_USER') return returnMoney(room, order, payment)
    throw error
  }
}

async function reverseAll(room: PaymentRoom, order: Order, payment: TossPayment): Promise<Order> {
  const cancels = doneCancels(payment)
  if (cancels.length === 0 || !isCredited(order)) return order
  if (!(await readUser(room.tables, order.uid))) return recordCancelsOfLeaver(room, order, cancels)
  let after = order
  for (const cancel of cancels) after = await reverse(room.tables, order.order_id, cancel, isoNow(room))
  return after
}

/** A virtual account was given out: it is paid once the deposit is there. */
async function awaitDeposit(room: PaymentRoom, order: Order, payment: TossPayment): Promise<Order> {
  if (isCredited(order)) {
    log('error', 'Toss waits again for a deposit that was credited', { order: order.order_id })
    return order
  }
  const account = payment.virtualAccount
  if (!account) return order
  const change = {
    status: 'waiting' as const,
    payment_key: payment.paymentKey,
    method: payment.method ?? undefined,
    failure: undefined,
    virtual_account: { bank: bankName(account.bankCode), number: account.accountNumber, due: isoOf(account.dueDate) },
  }
  const amended = await amendOrder(room.tables, order.order_id, isoNow(room), before =>
    isCredited(before) || before.status === 'waiting' ? undefined : { ...change, mails_due: ['waiting'] },
  )
  return amended?.order ?? order
}

async function endUnpaid(
  room: PaymentRoom,
  order: Order,
  { status, failure }: TossPayment,
  end: 'failed' | 'expired' | 'canceled',
): Promise<Order> {
  return endOrder(room, order, end, failure ?? { code: status, message: '결제되지 않았어요.' })
}
