import type { Order } from '../contract/order.ts'
import { isoNow } from '../contract/time.ts'
import { bookOrder } from '../records/ledger/index.ts'
import { log, logCounted } from '../runtime/log.ts'
import { decide, type News } from './decision.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { TossError } from './toss/toss-error.ts'

/**
 * Carries news out on an order: the only way to a credit, a cancellation or the end of an order. `decide` says what the
 * news does, one transaction does it; whoever comes first wins, and every repetition changes nothing. Answers the order
 * after it.
 * @throws PaymentMismatchError; ApiError NO_ORDER; TossError where the money of a person who has left is to go back and
 * Toss does not answer.
 */
export async function advanceOrder(deps: PaymentDeps, order: Order, news: News): Promise<Order> {
  const at = isoNow(deps)
  const cancels = news.from === 'toss' ? (news.payment.cancels ?? []).map(({ transactionKey }) => transactionKey) : []
  const { order: after, decision } = await bookOrder(deps.tables, order, { at, cancels }, state =>
    decide(state, news, at),
  )
  if (decision.step?.moves.some(({ kind }) => kind === 'purchase'))
    logCounted('purchase', 'payment', 'tokens sold', { order: order.order_id, tokens: order.tokens, won: order.amount })
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

/** False where Toss cannot give the money back by itself: a virtual account needs an account to return it to. */
async function returnMoney({ toss }: PaymentDeps, { order_id }: Order, paymentKey: string): Promise<boolean> {
  try {
    await toss.cancel({ paymentKey, orderId: order_id, reason: '탈퇴한 회원의 결제' })
    return true
  } catch (error) {
    if (!(error instanceof TossError) || error.kind === 'unavailable') throw error
    log('error', 'payment', 'a payment of a person who left could not be returned', { order: order_id }, error)
    return error.code === 'ALREADY_CANCELED_PAYMENT'
  }
}
