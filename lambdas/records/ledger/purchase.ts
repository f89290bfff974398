import { ApiError } from '../../contract/errors.ts'
import type { Order } from '../../contract/order.ts'
import { logRow } from '../activity-log.ts'
import { changedOrder, type OrderChange, orderWrite, readOrder } from '../payments.ts'
import type { Tables } from '../tables.ts'
import { book, readMovement } from './balance.ts'

/** Name of a package on receipts, in the ledger and at Toss. */
export const orderName = ({ tokens }: Pick<Order, 'tokens'>): string => `토큰 ${tokens.toLocaleString('ko-KR')}개`

/** The order's tokens are in the balance, or were before a cancellation took them back. */
export const isCredited = ({ paid_at }: Order): boolean => paid_at !== undefined

/** What Toss said of a payment that is done. */
export interface Payment extends Pick<Order, 'payment_key' | 'method' | 'receipt_url'> {
  /** ISO times: of Toss's approval, and of this writing. */
  paid_at: string
  at: string
}

/**
 * Credits a paid order once: order, movement, balance, log row and the mail that is owed come together. A second call
 * answers with the order as it is. Only what Toss calls done may come here, whatever the order's status was.
 * @throws ApiError NO_ORDER; NO_USER where the person has left.
 */
export async function purchase(tables: Tables, orderId: string, { at, ...payment }: Payment): Promise<Order> {
  const { uid } = await requireOrder(tables, orderId)
  return book<Order>(tables, uid, async user => {
    const before = await requireOrder(tables, orderId)
    if (isCredited(before)) return { answer: before }
    const { tokens, amount } = before
    const after = changedOrder(before, { ...payment, status: 'paid', failure: undefined, mails_due: ['paid'] }, at)
    return {
      movement: `purchase#${orderId}`,
      amount: tokens,
      at,
      note: orderName(before),
      writes: [
        orderWrite(tables, before, after),
        logRow(tables, {
          uid,
          action: 'purchase',
          details: { orderId, package: before.package, amount },
          before: user.token,
          after: user.token + tokens,
          at,
        }),
      ],
      result: after,
    }
  })
}

/** One cancellation at Toss, full or partial. */
export interface Cancellation {
  /** Toss's key of it. */
  transactionKey: string
  /** Won. */
  amount: number
}

/** Name of the movement of a cancellation. */
export const reversalName = (orderId: string, transactionKey: string): string => `reversal#${orderId}#${transactionKey}`

/** Tokens that a cancellation of so many won of the order stands for, rounded down; all of them for the whole sum. */
export function tokensOfAmount({ tokens, amount }: Pick<Order, 'tokens' | 'amount'>, canceled: number): number {
  return Math.floor((tokens * canceled) / amount)
}

/**
 * Takes back what a cancelled payment bought, as far as it is unspent, once a cancellation; the rest is kept with the
 * order and owed to the operator as a mail. Answers the order after it. `at` is an ISO time.
 * @throws ApiError NO_ORDER; NO_USER where the person has left.
 */
export async function reverse(
  tables: Tables,
  orderId: string,
  { transactionKey, amount }: Cancellation,
  at: string,
): Promise<Order> {
  const { uid } = await requireOrder(tables, orderId)
  const movement = reversalName(orderId, transactionKey)
  return book<Order>(tables, uid, async user => {
    const before = await requireOrder(tables, orderId)
    if (await readMovement(tables, uid, movement)) return { answer: before }
    const already = before.canceled_amount ?? 0
    const canceled = already + amount
    const due = tokensOfAmount(before, canceled) - tokensOfAmount(before, already)
    const taken = Math.min(due, user.token)
    const mails = [`canceled#${transactionKey}`, ...(taken < due ? [`unrecovered#${transactionKey}`] : [])]
    const change: OrderChange = {
      status: canceled >= before.amount ? 'canceled' : before.status,
      canceled_amount: canceled,
      unrecovered_tokens: (before.unrecovered_tokens ?? 0) + due - taken,
      mails_due: [...before.mails_due, ...mails],
    }
    const after = changedOrder(before, change, at)
    return {
      movement,
      amount: 0 - taken,
      at,
      note: `${orderName(before)} 결제 취소`,
      writes: [
        orderWrite(tables, before, after),
        logRow(tables, {
          uid,
          action: 'reversal',
          details: { orderId, transactionKey, amount, taken, unrecovered: due - taken },
          before: user.token,
          after: user.token - taken,
          at,
        }),
      ],
      result: after,
    }
  })
}

async function requireOrder(tables: Tables, orderId: string): Promise<Order> {
  const found = await readOrder(tables, orderId)
  if (!found) throw new ApiError('NO_ORDER')
  return found
}
