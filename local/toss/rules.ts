import { randomBytes } from 'node:crypto'
import * as z from 'zod'
import { METHODS, type PaymentRecord } from './payment.ts'
import { TossRefusal } from './refusals.ts'
import type { TossStore } from './store.ts'

const MINUTE_MS = 60 * 1000
/** Time from opening the payment window to authenticating the payment. */
const WINDOW_MS = 30 * MINUTE_MS
/** Time from authentication to confirmation. */
const CONFIRM_MS = 10 * MINUTE_MS
/** Time to pay into a virtual account. */
const DEPOSIT_MS = 7 * 24 * 60 * MINUTE_MS
/** Smallest card payment, in won. */
const CARD_MINIMUM = 100

export const paymentRequest = z.object({
  orderId: z.string().max(1000),
  orderName: z.string().max(1000),
  amount: z.int(),
  method: z.enum(METHODS),
  customerKey: z.string().max(50),
  customerName: z.string().max(100).optional(),
  successUrl: z.url().max(2000).optional(),
  failUrl: z.url().max(2000).optional(),
})
type PaymentRequest = z.infer<typeof paymentRequest>

export interface Rules {
  /** Creates a payment when the payment window opens: READY. */
  begin(request: PaymentRequest): PaymentRecord
  /**
   * Records that the shopper has authenticated the payment: IN_PROGRESS until the shop confirms it within ten minutes.
   */
  authenticate(
    paymentKey: string,
    choice: { rejects: boolean; ownReceipt?: PaymentRecord['ownReceipt'] },
  ): PaymentRecord
  confirm(request: { paymentKey: string; orderId: string; amount: number }): PaymentRecord
  /** Pays into the virtual account. */
  deposit(paymentKey: string): PaymentRecord
  /** Cancels the whole balance, or `amount` of it. A paid virtual account requires a refund account. */
  cancel(request: { paymentKey: string; reason: string; amount?: number; refundAccount?: boolean }): PaymentRecord
  /** @throws {TossRefusal} NOT_FOUND_PAYMENT */
  find(paymentKey: string): PaymentRecord
  /** The approved payment of an order, else the newest. */
  findByOrder(orderId: string): PaymentRecord
}

interface RulesOptions {
  store: TossStore
  now: () => number
  /** Called after every status change and every cancellation, but not for new payments. */
  onChange: (payment: PaymentRecord) => void
}

const random = (bytes: number) => randomBytes(bytes).toString('hex')
const isApproved = ({ status }: PaymentRecord) => ['DONE', 'PARTIAL_CANCELED', 'CANCELED'].includes(status)

/** The life cycle of a payment as Toss documents it. Every method throws a TossRefusal with a documented code. */
export function createRules({ store, now, onChange }: RulesOptions): Rules {
  const move = (payment: PaymentRecord, change: Partial<PaymentRecord>): PaymentRecord => {
    const moved = { ...payment, ...change }
    store.save(moved)
    if (moved.status !== payment.status || moved.cancels.length !== payment.cancels.length) onChange(moved)
    return moved
  }
  /** Expires a payment whose time has run out. No timer does that. */
  const current = (payment: PaymentRecord): PaymentRecord =>
    runsOutAt(payment) <= now() ? move(payment, { status: 'EXPIRED' }) : payment
  const find = (paymentKey: string): PaymentRecord => {
    const payment = store.payment(paymentKey)
    if (!payment) throw new TossRefusal('NOT_FOUND_PAYMENT')
    return current(payment)
  }

  return {
    find,

    findByOrder(orderId) {
      const payments = store.ofOrder(orderId)
      const payment = payments.find(isApproved) ?? payments[0]
      if (!payment) throw new TossRefusal('NOT_FOUND_PAYMENT')
      return current(payment)
    },

    begin(request) {
      if (!/^[A-Za-z0-9_=-]{6,64}$/.test(request.orderId)) throw new TossRefusal('INVALID_ORDER_ID')
      if (request.orderName.length < 1 || request.orderName.length > 100) throw new TossRefusal('INVALID_ORDER_NAME')
      if (request.amount < CARD_MINIMUM) throw new TossRefusal('BELOW_MINIMUM_AMOUNT')
      if (store.ofOrder(request.orderId).some(isApproved)) throw new TossRefusal('DUPLICATED_ORDER_ID')
      const { amount, ...rest } = request
      return move(
        {
          ...rest,
          paymentKey: `tlocal_${random(16)}`,
          status: 'READY',
          totalAmount: amount,
          balanceAmount: amount,
          rejects: false,
          requestedAt: now(),
          secret: `ps_${random(12)}`,
          cancels: [],
        },
        {},
      )
    },

    authenticate(paymentKey, choice) {
      const payment = find(paymentKey)
      if (payment.status !== 'READY') throw new TossRefusal('NOT_FOUND_PAYMENT_SESSION')
      return move(payment, { status: 'IN_PROGRESS', authenticatedAt: now(), ...choice })
    },

    confirm({ paymentKey, orderId, amount }) {
      const payment = find(paymentKey)
      if (payment.orderId !== orderId) throw new TossRefusal('INVALID_REQUEST', '주문번호가 일치하지 않습니다.')
      if (payment.totalAmount !== amount) throw new TossRefusal('INVALID_REQUEST', '결제 금액이 일치하지 않습니다.')
      if (isApproved(payment) || payment.status === 'WAITING_FOR_DEPOSIT')
        throw new TossRefusal('ALREADY_PROCESSED_PAYMENT')
      if (store.ofOrder(orderId).some(isApproved)) throw new TossRefusal('DUPLICATED_ORDER_ID')
      if (payment.status !== 'IN_PROGRESS') throw new TossRefusal('NOT_FOUND_PAYMENT_SESSION')
      const lastTransactionKey = random(16).toUpperCase()
      if (payment.rejects) {
        const refusal = new TossRefusal('REJECT_CARD_PAYMENT')
        const failure = { code: refusal.code, message: refusal.message }
        move(payment, { status: 'ABORTED', failure, lastTransactionKey })
        throw refusal
      }
      if (payment.method === '가상계좌') {
        const accountNumber = `X${String(Number.parseInt(random(6), 16))
          .padStart(15, '0')
          .slice(-13)}`
        const virtualAccount = { accountNumber, bankCode: '20', dueAt: now() + DEPOSIT_MS }
        return move(payment, { status: 'WAITING_FOR_DEPOSIT', virtualAccount, lastTransactionKey })
      }
      return move(payment, { status: 'DONE', approvedAt: now(), lastTransactionKey })
    },

    deposit(paymentKey) {
      const payment = find(paymentKey)
      if (payment.status !== 'WAITING_FOR_DEPOSIT') throw new TossRefusal('ALREADY_PROCESSED_PAYMENT')
      return move(payment, { status: 'DONE', approvedAt: now(), lastTransactionKey: random(16).toUpperCase() })
    },

    cancel({ paymentKey, reason, amount, refundAccount }) {
      const payment = find(paymentKey)
      if (payment.status === 'CANCELED') throw new TossRefusal('ALREADY_CANCELED_PAYMENT')
      const waiting = payment.status === 'WAITING_FOR_DEPOSIT'
      if (!waiting && !isApproved(payment)) throw new TossRefusal('NOT_CANCELABLE_PAYMENT')
      if (payment.method === '가상계좌' && !waiting && !refundAccount)
        throw new TossRefusal('INVALID_REFUND_ACCOUNT_INFO')
      const cancelAmount = amount ?? payment.balanceAmount
      const balanceAmount = payment.balanceAmount - cancelAmount
      if (cancelAmount <= 0 || balanceAmount < 0 || (waiting && balanceAmount > 0))
        throw new TossRefusal('NOT_CANCELABLE_AMOUNT')
      const lastTransactionKey = random(16).toUpperCase()
      const cancel = { transactionKey: lastTransactionKey, cancelAmount, cancelReason: reason, canceledAt: now() }
      const status = balanceAmount === 0 ? 'CANCELED' : 'PARTIAL_CANCELED'
      return move(payment, { status, balanceAmount, lastTransactionKey, cancels: [...payment.cancels, cancel] })
    },
  }
}

function runsOutAt({ status, requestedAt, authenticatedAt, virtualAccount }: PaymentRecord): number {
  if (status === 'READY') return requestedAt + WINDOW_MS
  if (status === 'IN_PROGRESS') return (authenticatedAt ?? requestedAt) + CONFIRM_MS
  if (status === 'WAITING_FOR_DEPOSIT') return virtualAccount?.dueAt ?? Number.POSITIVE_INFINITY
  return Number.POSITIVE_INFINITY
}
