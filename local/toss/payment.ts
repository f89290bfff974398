import * as z from 'zod'

export const METHODS = ['카드', '가상계좌', '계좌이체', '간편결제'] as const

/** A stored payment. Times are epoch milliseconds, amounts are won. */
export const paymentRecord = z.object({
  paymentKey: z.string(),
  orderId: z.string(),
  orderName: z.string(),
  customerKey: z.string(),
  customerName: z.string().optional(),
  method: z.enum(METHODS),
  status: z.enum([
    'READY',
    'IN_PROGRESS',
    'WAITING_FOR_DEPOSIT',
    'DONE',
    'CANCELED',
    'PARTIAL_CANCELED',
    'ABORTED',
    'EXPIRED',
  ]),
  totalAmount: z.int(),
  balanceAmount: z.int(),
  /** Whether the shopper chose a test card that the issuer declines at confirmation. */
  rejects: z.boolean(),
  requestedAt: z.int(),
  authenticatedAt: z.int().optional(),
  approvedAt: z.int().optional(),
  lastTransactionKey: z.string().optional(),
  /** Sent with the deposit webhooks of a virtual account. */
  secret: z.string(),
  successUrl: z.string().optional(),
  failUrl: z.string().optional(),
  virtualAccount: z.object({ accountNumber: z.string(), bankCode: z.string(), dueAt: z.int() }).optional(),
  failure: z.object({ code: z.string(), message: z.string() }).optional(),
  /** Kind of cash receipt that the shopper asked for in the payment window; canceled with the payment. */
  ownReceipt: z.enum(['소득공제', '지출증빙']).optional(),
  cancels: z.array(
    z.object({ transactionKey: z.string(), cancelAmount: z.int(), cancelReason: z.string(), canceledAt: z.int() }),
  ),
})
export type PaymentRecord = z.infer<typeof paymentRecord>

const KST_OFFSET_MS = 9 * 60 * 60 * 1000

/** `yyyy-MM-dd'T'HH:mm:ss` in Korean time. The API appends `+09:00` to all times except due dates. */
export function koreanTime(epochMs: number): string {
  return new Date(epochMs + KST_OFFSET_MS).toISOString().slice(0, 19)
}

/** The Payment object of the public API (version 2022-11-16). */
export function paymentObject(payment: PaymentRecord, publicUrl: string) {
  const time = (at: number | undefined) => (at === undefined ? null : `${koreanTime(at)}+09:00`)
  const vat = Math.round(payment.balanceAmount / 11)
  let refundable = payment.totalAmount
  return {
    version: '2022-11-16',
    mId: 'local',
    type: 'NORMAL',
    paymentKey: payment.paymentKey,
    lastTransactionKey: payment.lastTransactionKey ?? null,
    orderId: payment.orderId,
    orderName: payment.orderName,
    currency: 'KRW',
    country: 'KR',
    method: payment.method,
    status: payment.status,
    totalAmount: payment.totalAmount,
    balanceAmount: payment.balanceAmount,
    suppliedAmount: payment.balanceAmount - vat,
    vat,
    taxFreeAmount: 0,
    taxExemptionAmount: 0,
    requestedAt: time(payment.requestedAt),
    approvedAt: time(payment.approvedAt),
    useEscrow: false,
    cultureExpense: false,
    isPartialCancelable: true,
    secret: payment.secret,
    card:
      payment.method === '카드'
        ? { amount: payment.totalAmount, issuerCode: '41', number: '12345678****000*', cardType: '신용' }
        : null,
    easyPay:
      payment.method === '간편결제' ? { provider: '토스페이', amount: payment.totalAmount, discountAmount: 0 } : null,
    virtualAccount: payment.virtualAccount
      ? {
          accountType: '일반',
          accountNumber: payment.virtualAccount.accountNumber,
          bankCode: payment.virtualAccount.bankCode,
          customerName: payment.customerName ?? '고객',
          dueDate: koreanTime(payment.virtualAccount.dueAt),
          refundStatus: 'NONE',
          expired: payment.status === 'EXPIRED',
          settlementStatus: 'INCOMPLETED',
        }
      : null,
    transfer: payment.method === '계좌이체' ? { bankCode: '20', settlementStatus: 'INCOMPLETED' } : null,
    cashReceipt: ownReceiptObject(payment, publicUrl),
    receipt: payment.approvedAt === undefined ? null : { url: `${publicUrl}/receipt?paymentKey=${payment.paymentKey}` },
    checkout: { url: `${publicUrl}/window?paymentKey=${payment.paymentKey}` },
    failure: payment.failure ?? null,
    cancels:
      payment.cancels.length === 0
        ? null
        : payment.cancels.map(cancel => {
            refundable -= cancel.cancelAmount
            return {
              ...cancel,
              canceledAt: time(cancel.canceledAt),
              refundableAmount: refundable,
              taxFreeAmount: 0,
              cancelStatus: 'DONE',
              receiptKey: null,
            }
          }),
  }
}

/** The receipt that the shopper asked for in the payment window, as part of the Payment object. */
function ownReceiptObject(payment: PaymentRecord, publicUrl: string) {
  const { ownReceipt, approvedAt, paymentKey, balanceAmount } = payment
  if (!ownReceipt || approvedAt === undefined) return null
  return {
    type: ownReceipt,
    receiptKey: `own_${paymentKey}`,
    issueNumber: paymentKey.slice(-9),
    receiptUrl: `${publicUrl}/receipt?paymentKey=${paymentKey}`,
    amount: balanceAmount,
    taxFreeAmount: 0,
  }
}
