import { ApiError } from '../contract/errors.ts'
import { AMOUNT_DIFFERS, type Order } from '../contract/order.ts'
import type { RouteResponse } from '../contract/routes.ts'
import { requireUser } from '../records/users.ts'
import { Reply } from '../runtime/http.ts'
import { log } from '../runtime/log.ts'
import { advanceOrder } from './advance-order.ts'
import { ownOrder } from './own-order.ts'
import { orderView, type PaymentDeps } from './payment-deps.ts'
import type { TossClient } from './toss/toss-client.ts'
import { TossError } from './toss/toss-error.ts'
import type { TossPayment } from './toss/toss-payment.ts'

export interface Confirmation {
  uid: string
  paymentKey: string
  orderId: string
  /** In won, as stated by the return address. */
  amount: number
}

type Answer = RouteResponse<'confirmPayment'>

/**
 * Confirms a payment that the user has authenticated. Repeated calls credit once and return the same result. Returns
 * 202 while Toss does not know the outcome; the page polls, and the reconciler follows up.
 * @throws ApiError NO_USER, SUSPENDED, NO_ORDER, AMOUNT_MISMATCH, PAYMENT_REJECTED, PAYMENT_EXPIRED,
 * PAYMENT_UNAVAILABLE
 */
export async function confirmPayment(
  deps: PaymentDeps,
  { uid, paymentKey, orderId, amount }: Confirmation,
): Promise<Answer | Reply<Answer>> {
  await requireUser(deps.tables, uid)
  const order = await ownOrder(deps, uid, orderId)
  if (amount !== order.amount) throw new ApiError('AMOUNT_MISMATCH')
  if (order.status !== 'ready') return outcome(deps, order)

  const payment = await askToss(deps, order, paymentKey)
  if (!payment) return new Reply(202, await orderView(deps, order))
  const after = await advanceOrder(deps, order, { from: 'toss', payment })
  if (after.status === 'ready') return new Reply(202, await orderView(deps, after))
  return outcome(deps, after)
}

/** Response for an order's current state: receipt and balance, or an error that says that nothing was paid. */
async function outcome(deps: PaymentDeps, order: Order): Promise<Answer> {
  if (order.status === 'failed' && order.failure?.code !== AMOUNT_DIFFERS) throw new ApiError('PAYMENT_REJECTED')
  if (order.status === 'expired') throw new ApiError('PAYMENT_EXPIRED')
  return orderView(deps, order)
}

/** The payment as Toss reports it, or `undefined` if the outcome is unknown. */
async function askToss(deps: PaymentDeps, order: Order, paymentKey: string): Promise<TossPayment | undefined> {
  const { order_id: orderId, amount } = order
  try {
    return await deps.toss.confirm({ paymentKey, orderId, amount })
  } catch (error) {
    if (!(error instanceof TossError)) throw error
    log('warn', 'payment', 'Toss refused a confirmation', { order: orderId, code: error.code, kind: error.kind }, error)
    if (error.kind === 'declined') {
      await endIfDeclined(deps, order, paymentKey, error)
      throw new ApiError('PAYMENT_REJECTED', { cause: error })
    }
    if (error.kind === 'misconfigured') throw new ApiError('PAYMENT_UNAVAILABLE', { cause: error })
    return afterRefusal(deps, order, error)
  }
}

/** Ends the order only if the declined payment belongs to it: a mistyped or invented key ends nothing. */
async function endIfDeclined(deps: PaymentDeps, order: Order, paymentKey: string, refusal: TossError): Promise<void> {
  const { code, message } = refusal
  const payment = await findQuietly(deps, order, { paymentKey })
  if (payment?.orderId === order.order_id)
    await advanceOrder(deps, order, { from: 'refusal', end: 'failed', failure: { code, message } })
}

/**
 * Looks the order up at Toss after a refusal that says nothing about the payment itself. Such a refusal never ends the
 * order, because Toss returns it for a wrong `paymentKey` as well; only Toss's record or the reconciler's time limit
 * does.
 */
async function afterRefusal(deps: PaymentDeps, order: Order, refusal: TossError): Promise<TossPayment | undefined> {
  const payment = await findQuietly(deps, order, { orderId: order.order_id })
  const isDecided = payment && payment.status !== 'READY' && payment.status !== 'IN_PROGRESS'
  if (isDecided || refusal.kind === 'unavailable' || refusal.kind === 'processed') return payment
  throw new ApiError(refusal.kind === 'lapsed' ? 'PAYMENT_EXPIRED' : 'PAYMENT_REJECTED', { cause: refusal })
}

async function findQuietly(
  { toss }: PaymentDeps,
  { order_id }: Order,
  by: Parameters<TossClient['find']>[0],
): Promise<TossPayment | undefined> {
  try {
    return await toss.find(by)
  } catch (error) {
    log('warn', 'payment', 'Toss did not answer about an order', { order: order_id }, error)
    return undefined
  }
}

/** Failures that the return address may state; any other is stored as `UNKNOWN`. */
const STATED: Record<string, string> = {
  PAY_PROCESS_CANCELED: '결제를 취소했어요.',
  USER_CANCEL: '결제창을 닫았어요.',
  PAY_PROCESS_ABORTED: '결제가 중간에 멈췄어요.',
  REJECT_CARD_COMPANY: '카드사에서 결제를 승인하지 않았어요.',
}

/**
 * Handles a return from Toss without a payment. The browser's word only ends an unpaid order: if Toss later reports a
 * payment, it is credited.
 * @throws ApiError NO_ORDER
 */
export async function failPayment(
  deps: PaymentDeps,
  { uid, orderId, code }: { uid: string; orderId: string; code: string },
): Promise<Record<string, never>> {
  const order = await ownOrder(deps, uid, orderId)
  const message = STATED[code]
  const failure = message === undefined ? { code: 'UNKNOWN', message: '결제하지 못했어요.' } : { code, message }
  await advanceOrder(deps, order, { from: 'refusal', end: 'failed', failure })
  return {}
}
