import { JamakError } from '../contract/errors.ts'
import type { Order } from '../contract/order.ts'
import { isCredited, type OrderMove, type OrderState, type OrderStep, tokensOfAmount } from '../records/ledger/index.ts'
import type { OrderChange } from '../records/payments.ts'
import { bankName, doneCancels, isoOf, type TossPayment } from './toss/toss-payment.ts'

/** News about an order. Only Toss's own payment can credit one or end one that waits for a deposit. */
export type News =
  | { from: 'toss'; payment: TossPayment }
  /** A refused confirmation, the person's return without a payment, or our clock: the order will not be paid. */
  | { from: 'refusal'; end: 'failed' | 'expired'; failure: Order['failure'] }
  /** Toss was asked to give the money of a person who has left back, and did or did not. */
  | { from: 'return'; paymentKey: string; isReturned: boolean }

/** What becomes of an order. Without a `step` it stays as it is. */
export interface Decision {
  step?: OrderStep
  /** After the step: decide again, for there was more than fits into one transaction; or give the money back at Toss. */
  next?: 'decide-again' | 'return-money'
  /** A contradiction that a person should look into. */
  alarm?: string
}

/** Toss holds another sum or currency for the order than we asked for: nothing is credited, a person must look. */
export class PaymentMismatchError extends JamakError<'PAYMENT_MISMATCH'> {
  constructor(order: Order) {
    super('PAYMENT_MISMATCH', `the payment at Toss is not what order ${order.order_id} asked for`)
    this.name = 'PaymentMismatchError'
  }
}

/** Cancellations that are booked in one transaction: DynamoDB takes 100 rows, and each needs two. */
export const CANCELS_AT_ONCE = 20

/**
 * Decides what the news does to an order. Pure: the same state and news always give the same decision, and news that
 * has been carried out decides nothing a second time. `at` is an ISO time.
 * @throws PaymentMismatchError
 */
export function decide(state: OrderState, news: News, at: string): Decision {
  switch (news.from) {
    case 'toss':
      return decidePayment(state, news.payment, at)
    case 'refusal':
      return endUnpaid(state.order, ['ready'], news.end, news.failure)
    case 'return':
      return recordReturn(state.order, news)
  }
}

function decidePayment(state: OrderState, payment: TossPayment, at: string): Decision {
  const { order } = state
  if (payment.orderId !== order.order_id || payment.totalAmount !== order.amount || payment.currency !== 'KRW')
    throw new PaymentMismatchError(order)
  // An order may have several attempts. Once one is known, another only matters if it pays the order.
  const isOther = order.payment_key !== undefined && order.payment_key !== payment.paymentKey
  if (isOther && (isCredited(order) || payment.status !== 'DONE')) return {}

  const failure = payment.failure ?? { code: payment.status, message: '결제되지 않았어요.' }
  switch (payment.status) {
    case 'DONE':
    case 'PARTIAL_CANCELED':
      return creditAndReverse(state, payment, at)
    case 'CANCELED':
      return isCredited(order) ? creditAndReverse(state, payment, at) : endUnpaid(order, OPEN, 'canceled', failure)
    case 'WAITING_FOR_DEPOSIT':
      return awaitDeposit(order, payment)
    case 'ABORTED':
      return endUnpaid(order, OPEN, 'failed', failure)
    case 'EXPIRED':
      return endUnpaid(order, OPEN, 'expired', failure)
    case 'READY':
    case 'IN_PROGRESS':
      return {}
  }
}

/** Credits the order unless that was done, and takes back what was cancelled since. */
function creditAndReverse(state: OrderState, payment: TossPayment, at: string): Decision {
  const { order, balance } = state
  const cancels = doneCancels(payment)
  if (balance === undefined) return isCredited(order) ? recordCancels(order, cancels) : { next: 'return-money' }
  const credit: OrderStep = isCredited(order) ? { change: {}, moves: [] } : creditStep(payment, at)
  const fresh = cancels.filter(({ transactionKey }) => !state.reversed.has(transactionKey))
  const step = withReversals(
    { ...order, ...credit.change },
    balance + (credit.moves.length > 0 ? order.tokens : 0),
    credit,
    fresh.slice(0, CANCELS_AT_ONCE),
  )
  if (step.moves.length === 0) return {}
  return { step, ...(fresh.length > CANCELS_AT_ONCE && { next: 'decide-again' }) }
}

function creditStep(payment: TossPayment, at: string): OrderStep {
  return {
    change: {
      status: 'paid',
      payment_key: payment.paymentKey,
      method: payment.method ?? undefined,
      receipt_url: payment.receipt?.url,
      paid_at: payment.approvedAt ? isoOf(payment.approvedAt) : at,
      failure: undefined,
      // From here on it counts what was cancelled of the credit.
      canceled_amount: undefined,
      mails_due: ['paid'],
    },
    moves: [{ kind: 'purchase' }],
  }
}

interface Cancel {
  transactionKey: string
  /** Won. */
  amount: number
}

/** Takes back the tokens of each cancellation as far as they are unspent; the operator is told about the rest. */
function withReversals(order: Order, balance: number, { change, moves }: OrderStep, cancels: Cancel[]): OrderStep {
  if (cancels.length === 0) return { change, moves }
  let left = balance
  let canceled = order.canceled_amount ?? 0
  let unrecovered = order.unrecovered_tokens ?? 0
  const mails = [...order.mails_due]
  const reversals = cancels.map(({ transactionKey, amount }): OrderMove => {
    // In all it is the share of all cancelled won, so that rounding never takes a token twice.
    const due = tokensOfAmount(order, canceled + amount) - tokensOfAmount(order, canceled)
    const taken = Math.min(due, left)
    canceled += amount
    left -= taken
    unrecovered += due - taken
    mails.push(`canceled#${transactionKey}`)
    if (taken < due) mails.push(`unrecovered#${transactionKey}`)
    return { kind: 'reversal', transactionKey, amount, taken, unrecovered: due - taken }
  })
  const after: OrderChange = {
    status: canceled >= order.amount ? 'canceled' : order.status,
    canceled_amount: canceled,
    unrecovered_tokens: unrecovered,
    mails_due: mails,
  }
  return { change: { ...change, ...after }, moves: [...moves, ...reversals] }
}

/** The buyer has left and the balance is gone: only the sums are kept. */
function recordCancels(order: Order, cancels: Cancel[]): Decision {
  const canceled = cancels.reduce((sum, { amount }) => sum + amount, 0)
  if (canceled === 0) return {}
  const status = canceled >= order.amount ? 'canceled' : order.status
  if (order.status === status && order.canceled_amount === canceled) return {}
  return { step: { change: { status, canceled_amount: canceled }, moves: [] } }
}

/** Keeps whether the money of a person who has left went back; where it did not, the operator is told. */
function recordReturn(order: Order, { paymentKey, isReturned }: Extract<News, { from: 'return' }>): Decision {
  const status = isReturned ? 'canceled' : 'failed'
  const isRecorded = order.status === status && order.failure?.code === GONE.code
  if (isRecorded || isCredited(order)) return {}
  const change: OrderChange = {
    status,
    payment_key: paymentKey,
    failure: GONE,
    canceled_amount: isReturned ? order.amount : undefined,
    mails_due: isReturned ? [] : ['uncredited'],
  }
  return { step: { change, moves: [] } }
}

const GONE = { code: 'NO_USER', message: '탈퇴한 회원의 결제예요.' }

/** A virtual account was given out: the order is paid once the deposit is there. */
function awaitDeposit(order: Order, { paymentKey, method, virtualAccount }: TossPayment): Decision {
  if (isCredited(order)) return { alarm: 'Toss waits again for a deposit that was credited' }
  if (order.status === 'waiting' || !virtualAccount) return {}
  const { bankCode, accountNumber: number, dueDate } = virtualAccount
  const change: OrderChange = {
    status: 'waiting',
    payment_key: paymentKey,
    method: method ?? undefined,
    failure: undefined,
    virtual_account: { bank: bankName(bankCode), number, due: isoOf(dueDate) },
    mails_due: ['waiting'],
  }
  return { step: { change, moves: [] } }
}

const OPEN = ['ready', 'waiting'] as const

/** Ends an order that was not paid; one that has been paid or ended in the meantime stays as it is. */
function endUnpaid(
  order: Order,
  from: readonly Order['status'][],
  status: 'failed' | 'expired' | 'canceled',
  failure: Order['failure'],
): Decision {
  return from.includes(order.status) ? { step: { change: { status, failure }, moves: [] } } : {}
}
