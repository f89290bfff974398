import type { Order } from '../contract/order.ts'
import { isoNow } from '../contract/time.ts'
import { sendNow } from '../email/send-owed.ts'
import { bookOrder } from '../records/ledger/index.ts'
import { log, logCounted } from '../runtime/log.ts'
import { decide, type News } from './decision.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { TossError } from './toss/toss-error.ts'

/**
 * Applies news to an order: the only way to credit, cancel or end one. `decide` chooses the effect and one transaction
 * applies it, so concurrent and repeated calls apply it once. Then sends the emails that it owes. Returns the updated order.
 * @throws ApiError NO_ORDER; TossError if the payment of a user who has left must be returned and
 * Toss does not respond
 */
export async function advanceOrder(deps: PaymentDeps, order: Order, news: News): Promise<Order> {
  const at = isoNow(deps)
  const cancels = news.from === 'toss' ? (news.payment.cancels ?? []).map(({ transactionKey }) => transactionKey) : []
  const { order: after, decision } = await bookOrder(deps.tables, order, { at, cancels }, state =>
    decide(state, news, at),
  )
  if (decision.step?.moves.some(({ kind }) => kind === 'purchase'))
    logCounted('purchase', 'payment', 'tokens sold', { order: order.order_id, tokens: order.tokens, won: order.amount })
  for (const kind of decision.step?.emails ?? [])
    await sendNow(deps, { about: 'order', uid: order.uid, orderId: order.order_id, kind })
  if (decision.alarm !== undefined) log('error', 'payment', decision.alarm, { order: order.order_id })
  if (decision.next === 'decide-again') return advanceOrder(deps, after, news)
  if (decision.next !== 'return-money' || news.from !== 'toss') return after
  const { paymentKey } = news.payment
  return advanceOrder(deps, after, {
    from: 'return',
    paymentKey,
    isReturned: await returnMoney(deps, after, paymentKey),
  })
}

/** False if Toss cannot return the money automatically: refunding a virtual account requires a bank account. */
async function returnMoney({ toss }: PaymentDeps, { order_id }: Order, paymentKey: string): Promise<boolean> {
  try {
    await toss.cancel({ paymentKey, orderId: order_id, reason: '탈퇴한 회원의 결제' })
    return true
  } catch (error) {
    if (!(error instanceof TossError) || error.kind === 'unavailable') throw error
    log('error', 'payment', 'a payment of a user who left could not be returned', { order: order_id }, error)
    return error.code === 'ALREADY_CANCELED_PAYMENT'
  }
}
