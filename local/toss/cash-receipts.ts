import { randomBytes } from 'node:crypto'
import * as z from 'zod'
import { isBusinessNumber } from '../../lambdas/contract/tax-document.ts'
import { koreanTime } from './payment.ts'
import type { ReceiptRecord } from './receipt.ts'
import { TossRefusal } from './refusals.ts'
import type { TossStore } from './store.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Methods without a slip that counts for taxes. */
export const BANK_METHODS: ReadonlySet<string> = new Set(['가상계좌', '계좌이체'])

/** Business numbers that pass Toss's check but that the tax office does not know begin with these digits. */
const UNKNOWN_TO_TAX_OFFICE = '999'

export const receiptRequest = z.object({
  amount: z.int(),
  orderId: z.string().max(64),
  orderName: z.string().min(1).max(100),
  customerIdentityNumber: z.string().max(30),
  type: z.enum(['소득공제', '지출증빙']),
})
export const receiptCancellation = z.object({ amount: z.int().optional() })

/**
 * Cash receipts that a shop requests for a payment. Toss does not cancel them together with the payment. This stand-in
 * follows Toss's documentation, which is stricter than Toss: users report a receipt for any order, and a second one.
 */
export function createCashReceipts({ store, now }: { store: TossStore; now: () => number }) {
  const left = ({ receiptKey, amount }: ReceiptRecord) =>
    store.receipts().reduce((sum, each) => (each.of === receiptKey ? sum - each.amount : sum), amount)
  const write = (record: Omit<ReceiptRecord, 'receiptKey' | 'requestedAt'>): ReceiptRecord => {
    const made = { ...record, receiptKey: `cr_${randomBytes(12).toString('hex')}`, requestedAt: now() }
    store.addReceipt(made)
    return made
  }

  return {
    /** @throws {TossRefusal} */
    issue({ customerIdentityNumber: number, ...request }: z.infer<typeof receiptRequest>): ReceiptRecord {
      const isValid = request.type === '지출증빙' ? isBusinessNumber(number) : /^01\d{8,9}$/.test(number)
      if (!isValid)
        throw new TossRefusal(request.type === '지출증빙' ? 'INVALID_BUSINESS_NUMBER' : 'INVALID_CASH_RECEIPT_INFO')
      if (request.amount <= 0) throw new TossRefusal('BELOW_ZERO_AMOUNT')
      const payment = store.ofOrder(request.orderId).find(({ approvedAt }) => approvedAt !== undefined)
      if (!payment) throw new TossRefusal('NOT_FOUND_PAYMENT')
      if (payment.status === 'CANCELED') throw new TossRefusal('ALREADY_CANCELED_PAYMENT')
      if (!BANK_METHODS.has(payment.method)) throw new TossRefusal('NOT_SUPPORTED_METHOD')
      if (request.amount > payment.balanceAmount) throw new TossRefusal('EXCEED_MAX_AMOUNT')
      const others = store.receipts().filter(each => each.orderId === request.orderId && each.of === undefined)
      if (payment.ownReceipt || others.some(each => left(each) > 0)) throw new TossRefusal('DUPLICATED_CASH_RECEIPT')
      return write({ ...request, number, transactionType: 'CONFIRM' })
    },

    /** Reduces a receipt by `amount`, by default by all that is left. @throws {TossRefusal} */
    cancel(receiptKey: string, amount?: number): ReceiptRecord {
      const receipt = store.receipts().find(each => each.receiptKey === receiptKey && each.of === undefined)
      if (!receipt) throw new TossRefusal('NOT_FOUND')
      const remaining = left(receipt)
      if (remaining === 0) throw new TossRefusal('ALREADY_CANCELED_PAYMENT')
      const taken = amount ?? remaining
      if (taken <= 0 || taken > remaining) throw new TossRefusal('NOT_CANCELABLE_AMOUNT')
      return write({ ...receipt, transactionType: 'CANCEL', amount: taken, of: receiptKey })
    },

    /** Receipts requested on a Korean day, oldest first, one page after the first `cursor` of them. */
    list({ requestDate, cursor, limit }: { requestDate: string; cursor: number; limit: number }) {
      if (!/^\d{4}-\d\d-\d\d$/.test(requestDate)) throw new TossRefusal('INVALID_DATE')
      const all = store.receipts().filter(({ requestedAt }) => koreanTime(requestedAt).startsWith(requestDate))
      const end = cursor + limit
      return { hasNext: all.length > end, lastCursor: Math.min(end, all.length), data: all.slice(cursor, end) }
    },

    /** The CashReceipt object of the public API. The tax office decides on the next day. */
    object(record: ReceiptRecord, publicUrl: string) {
      const isDecided = now() - record.requestedAt >= DAY_MS
      const isUnknown = record.number.startsWith(UNKNOWN_TO_TAX_OFFICE)
      const payment = store.ofOrder(record.orderId)[0]
      return {
        receiptKey: record.receiptKey,
        orderId: record.orderId,
        orderName: record.orderName,
        type: record.type,
        issueNumber: record.receiptKey.slice(-9),
        receiptUrl: `${publicUrl}/receipt?paymentKey=${payment?.paymentKey ?? ''}`,
        businessNumber: '0000000000',
        transactionType: record.transactionType,
        amount: record.amount,
        taxFreeAmount: 0,
        issueStatus: isDecided ? (isUnknown ? 'FAILED' : 'COMPLETED') : 'IN_PROGRESS',
        failure: isDecided && isUnknown ? { code: 'NTS_ERROR', message: '[TS1] 신분확인정보 자릿수 오류' } : null,
        customerIdentityNumber: `${record.number.slice(0, 3)}****${record.number.slice(7)}`,
        requestedAt: `${koreanTime(record.requestedAt)}+09:00`,
      }
    },
  }
}
export type CashReceipts = ReturnType<typeof createCashReceipts>
