import { AMOUNT_DIFFERS, type Order } from '../contract/order.ts'
import { isPaidByBank, type TaxDocument } from '../contract/tax-document.ts'
import { isCredited, type OrderMove, type OrderState, type OrderStep, tokensOfAmount } from '../records/ledger/index.ts'
import type { OrderChange } from '../records/payments.ts'
import { bankName, doneCancels, type TossPayment, toIso } from './toss/toss-payment.ts'

/** News about an order. Only a payment reported by Toss can credit an order or end one that waits for a deposit. */
export type News =
  | { from: 'toss'; payment: TossPayment }
  /** A refused confirmation, the user's return without a payment, or our time limit: the order will not be paid. */
  | { from: 'refusal'; end: 'failed' | 'expired'; failure: Order['failure'] }
  /** Whether Toss returned the money of a user who has left. */
  | { from: 'return'; paymentKey: string; isReturned: boolean }

/** Effect of news on an order; without a `step`, nothing changes. */
export interface Decision {
  step?: OrderStep
  /** After the step: decide again (the rest did not fit into one transaction), or return the money at Toss. */
  next?: 'decide-again' | 'return-money'
  /** A contradiction that the operator should look into. */
  alarm?: string
}

/** Cancellations per transaction: DynamoDB allows 100 rows, and each cancellation needs up to four. */
export const CANCELS_AT_ONCE = 20

/**
 * Decides the effect of news on an order. Pure and idempotent: news that has already been applied has no further
 * effect. `at` is an ISO time.
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
  if (payment.orderId !== order.order_id) return { alarm: 'Toss returned the payment of another order' }
  // An order may have several payment attempts. Once one is known, another matters only if it pays the order.
  const isOther = order.payment_key !== undefined && order.payment_key !== payment.paymentKey
  if (isOther && (isCredited(order) || payment.status !== 'DONE')) return {}
  const differs = payment.totalAmount !== order.amount || payment.currency !== 'KRW'
  if (differs && TAKES_MONEY.has(payment.status)) return endDiffering(order, payment)

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

const TAKES_MONEY: ReadonlySet<TossPayment['status']> = new Set(['DONE', 'PARTIAL_CANCELED', 'WAITING_FOR_DEPOSIT'])

/** Ends an order whose payment has another amount or currency. Nothing is credited; an email tells the operator what to do. */
function endDiffering(order: Order, { paymentKey, totalAmount, currency, status }: TossPayment): Decision {
  if (isCredited(order)) return { alarm: 'Toss changed the amount of an order that was credited' }
  const amount = `${totalAmount.toLocaleString('ko-KR')}${currency === 'KRW' ? '원' : ` ${currency}`}`
  const message =
    status === 'WAITING_FOR_DEPOSIT'
      ? `주문과 다른 금액(${amount})의 가상계좌가 발급됐어요. 입금하지 말고 다시 결제해 주세요.`
      : `주문과 다른 금액(${amount})이 결제됐어요. 토큰은 충전하지 않았어요. 확인한 뒤 결제 금액을 돌려 드릴게요.`
  if (order.failure?.message === message) return {}
  const failure = { code: AMOUNT_DIFFERS, message }
  return {
    step: { change: { status: 'failed', payment_key: paymentKey, failure }, moves: [], emails: ['differing'] },
  }
}

/** Credits the order unless already done, and takes back what has been cancelled since. */
function creditAndReverse(state: OrderState, payment: TossPayment, at: string): Decision {
  const { order, balance } = state
  const cancels = doneCancels(payment)
  if (balance === undefined) return isCredited(order) ? recordCancels(order, cancels) : { next: 'return-money' }
  const credit: OrderStep = isCredited(order) ? { change: {}, moves: [], emails: [] } : creditStep(order, payment, at)
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

function creditStep(order: Order, payment: TossPayment, at: string): OrderStep {
  const document = taxDocumentOfPayment(order, payment, at)
  return {
    change: {
      status: 'paid',
      payment_key: payment.paymentKey,
      method: payment.method ?? undefined,
      receipt_url: payment.receipt?.url,
      paid_at: payment.approvedAt ? toIso(payment.approvedAt) : at,
      failure: undefined,
      tax_document: document,
      // From here on, `unrecovered` counts only cancellations of the credit.
      canceled_amount: undefined,
    },
    moves: [{ kind: 'purchase' }],
    emails: ['paid', ...(awaitsInvoice(document) ? ['invoice'] : [])],
  }
}

/**
 * The tax document of an order once it is paid: the cash receipt if the buyer asked for one in Toss's window, or the
 * slip of a card or wallet payment. The law allows no second one.
 */
export function taxDocumentOfPayment(
  { tax_document: document }: Order,
  payment: TossPayment,
  at: string,
): TaxDocument | undefined {
  const { cashReceipt, method } = payment
  if (cashReceipt)
    return { requested_at: at, ...document, kind: 'cash_receipt', status: 'issued', url: cashReceipt.receiptUrl }
  if (!document || isPaidByBank({ method: method ?? undefined })) return document
  return { ...document, status: 'covered' }
}

const awaitsInvoice = (document: TaxDocument | undefined) =>
  document?.kind === 'tax_invoice' && document.status === 'requested'

interface Cancel {
  transactionKey: string
  /** In won. */
  amount: number
}

/** Takes back the tokens of each cancellation, up to the unspent balance; an email reports the rest to the operator. */
function withReversals(order: Order, balance: number, step: OrderStep, cancels: Cancel[]): OrderStep {
  if (cancels.length === 0) return step
  let left = balance
  let canceled = order.canceled_amount ?? 0
  let unrecovered = order.unrecovered_tokens ?? 0
  const emails = [...step.emails]
  const reversals = cancels.map(({ transactionKey, amount }): OrderMove => {
    // Computed from the total cancelled so far, so that rounding never takes a token twice.
    const due = tokensOfAmount(order, canceled + amount) - tokensOfAmount(order, canceled)
    const taken = Math.min(due, left)
    canceled += amount
    left -= taken
    unrecovered += due - taken
    emails.push(`canceled#${transactionKey}`)
    if (taken < due) emails.push(`unrecovered#${transactionKey}`)
    if (order.tax_document?.kind === 'tax_invoice' && order.tax_document.status === 'issued')
      emails.push(`amend_invoice#${transactionKey}`)
    return { kind: 'reversal', transactionKey, amount, taken, unrecovered: due - taken }
  })
  const after: OrderChange = {
    status: canceled >= order.amount ? 'canceled' : order.status,
    canceled_amount: canceled,
    unrecovered_tokens: unrecovered,
  }
  return { change: { ...step.change, ...after }, moves: [...step.moves, ...reversals], emails }
}

/** The user has left and the balance is gone, so only the amounts are recorded. */
function recordCancels(order: Order, cancels: Cancel[]): Decision {
  const canceled = cancels.reduce((sum, { amount }) => sum + amount, 0)
  if (canceled === 0) return {}
  const status = canceled >= order.amount ? 'canceled' : order.status
  if (order.status === status && order.canceled_amount === canceled) return {}
  return { step: { change: { status, canceled_amount: canceled }, moves: [], emails: [] } }
}

/** Records whether the money of a user who has left was returned; if not, an email reports it to the operator. */
function recordReturn(order: Order, { paymentKey, isReturned }: Extract<News, { from: 'return' }>): Decision {
  const status = isReturned ? 'canceled' : 'failed'
  const isRecorded = order.status === status && order.failure?.code === GONE.code
  if (isRecorded || isCredited(order)) return {}
  const change: OrderChange = {
    status,
    payment_key: paymentKey,
    failure: GONE,
    canceled_amount: isReturned ? order.amount : undefined,
  }
  return { step: { change, moves: [], emails: isReturned ? [] : ['uncredited'] } }
}

const GONE = { code: 'NO_USER', message: '탈퇴한 회원의 결제예요.' }

/** Toss issued a virtual account: the order is paid once the deposit arrives. */
function awaitDeposit(order: Order, { paymentKey, method, virtualAccount }: TossPayment): Decision {
  if (isCredited(order)) return { alarm: 'Toss waits again for a deposit that was credited' }
  if (order.status === 'waiting' || !virtualAccount) return {}
  const { bankCode, accountNumber: number, dueDate } = virtualAccount
  const change: OrderChange = {
    status: 'waiting',
    payment_key: paymentKey,
    method: method ?? undefined,
    failure: undefined,
    virtual_account: { bank: bankName(bankCode), number, due: toIso(dueDate) },
  }
  return { step: { change, moves: [], emails: ['waiting'] } }
}

const OPEN = ['ready', 'waiting'] as const

/** Ends an unpaid order; leaves one that was paid or ended in the meantime unchanged. */
function endUnpaid(
  order: Order,
  from: readonly Order['status'][],
  status: 'failed' | 'expired' | 'canceled',
  failure: Order['failure'],
): Decision {
  return from.includes(order.status) ? { step: { change: { status, failure }, moves: [], emails: [] } } : {}
}
