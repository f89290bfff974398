import type { Order } from '../contract/order.ts'
import { isTaxDocumentDue } from '../contract/tax-document.ts'
import { isoNow } from '../contract/time.ts'
import { amendOrder, openOrders, readOrder } from '../records/payments.ts'
import { readUser } from '../records/users.ts'
import { log } from '../runtime/log.ts'
import { inParallel } from '../runtime/parallel.ts'
import { advanceOrder } from './advance-order.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { settleTaxDocument } from './settle-tax-document.ts'
import { TossError } from './toss/toss-error.ts'

/**
 * Toss allows 30 minutes to authenticate and 10 to confirm, so an order that is unpaid after this long never will be.
 */
export const ORDER_PATIENCE_MS = 60 * 60 * 1000

/** A request to Toss may take 20 seconds, and a run must end within its interval of ten minutes. */
const RECONCILED_AT_ONCE = 5

/**
 * Updates every open order from Toss, ends orders that were never paid and settles tax documents that are due. Safe to
 * run at any time, also concurrently. A failing order does not block the others.
 * @throws AggregateError with every failure, at the end
 */
export async function reconcile(deps: PaymentDeps): Promise<{ seen: number }> {
  const troubles: unknown[] = []
  let seen = 0
  await inParallel(openOrders(deps.tables), RECONCILED_AT_ONCE, async orderId => {
    seen += 1
    try {
      const order = await readOrder(deps.tables, orderId)
      if (order) await reconcileOrder(deps, order)
    } catch (error) {
      log('error', 'payment', 'order not reconciled', { order: orderId }, error)
      troubles.push(error)
    }
  })
  if (troubles.length > 0) throw new AggregateError(troubles, `${troubles.length} of ${seen} orders not reconciled`)
  return { seen }
}

async function reconcileOrder(deps: PaymentDeps, order: Order): Promise<unknown> {
  const payment = await deps.toss.find({ orderId: order.order_id })
  const after = payment ? await advanceOrder(deps, order, { from: 'toss', payment }) : order
  if (isTaxDocumentDue(after)) return settleTaxDocument(deps, after, payment)
  if (after.status === 'waiting' && !(await readUser(deps.tables, after.uid))) return closeAccount(deps, after)
  if (after.status === 'ready') return hasLapsed(deps, after) ? advanceOrder(deps, after, NEVER_PAID) : after
  // If the order changed, its index entry is already up to date.
  const isInPlace = after.status === 'waiting' || after.version !== order.version
  if (isInPlace) return after
  // The operator reopened the order: writing it again removes it from the index.
  return amendOrder(deps.tables, order.order_id, isoNow(deps), () => ({ change: {} }))
}

/**
 * Closes the virtual account of a user who has left, so that nobody pays into it. If Toss refuses, a deposit arrived
 * first: the next run finds it and returns the money.
 */
async function closeAccount(deps: PaymentDeps, order: Order): Promise<Order> {
  const { order_id: orderId, payment_key: paymentKey } = order
  if (paymentKey === undefined) return order
  try {
    const payment = await deps.toss.cancel({ paymentKey, orderId, reason: '탈퇴한 회원의 가상계좌' })
    return await advanceOrder(deps, order, { from: 'toss', payment })
  } catch (error) {
    if (!(error instanceof TossError) || error.kind === 'unavailable') throw error
    log('error', 'payment', 'the virtual account of a user who left was not closed', { order: orderId }, error)
    return order
  }
}

const hasLapsed = ({ now }: PaymentDeps, { created_at }: Order) => now() - Date.parse(created_at) >= ORDER_PATIENCE_MS

const NEVER_PAID = {
  from: 'refusal',
  end: 'expired',
  failure: { code: 'NEVER_PAID', message: '결제 시간이 지났어요.' },
} as const
