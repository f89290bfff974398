import * as z from 'zod'

const time = z.string()

/** The fields that we read of the Payment object of Toss's API (version 2022-11-16). */
export const tossPayment = z.object({
  paymentKey: z.string(),
  orderId: z.string(),
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
  /** In won. */
  totalAmount: z.int(),
  currency: z.string(),
  method: z.string().nullish(),
  approvedAt: time.nullish(),
  receipt: z.object({ url: z.string() }).nullish(),
  /** The cash receipt that the buyer asked for in Toss's window; Toss cancels it together with the payment. */
  cashReceipt: z.object({ receiptUrl: z.string() }).nullish(),
  virtualAccount: z.object({ accountNumber: z.string(), bankCode: z.string(), dueDate: time }).nullish(),
  cancels: z
    .array(
      z.object({
        transactionKey: z.string(),
        cancelAmount: z.int(),
        canceledAt: time,
        /** Some methods take time to cancel; only completed cancellations count. */
        cancelStatus: z.enum(['IN_PROGRESS', 'DONE', 'ABORTED']).nullish(),
      }),
    )
    .nullish(),
  failure: z.object({ code: z.string(), message: z.string() }).nullish(),
})
export type TossPayment = z.infer<typeof tossPayment>

/** Completed cancellations, oldest first. */
export function doneCancels({ cancels }: TossPayment): { transactionKey: string; amount: number }[] {
  return (cancels ?? [])
    .filter(({ cancelStatus }) => cancelStatus === undefined || cancelStatus === null || cancelStatus === 'DONE')
    .toSorted((a, b) => Date.parse(toIso(a.canceledAt)) - Date.parse(toIso(b.canceledAt)))
    .map(({ transactionKey, cancelAmount }) => ({ transactionKey, amount: cancelAmount }))
}

/**
 * Converts to an ISO time in UTC. Toss writes most times with `+09:00`; due dates have no offset but are Korean time.
 */
export function toIso(tossTime: string): string {
  const zoned = /(?:Z|[+-]\d\d:\d\d)$/.test(tossTime) ? tossTime : `${tossTime}+09:00`
  return new Date(zoned).toISOString()
}

/** Toss's bank codes (https://docs.tosspayments.com/codes/org-codes). */
const BANKS: Record<string, string> = {
  '02': '한국산업은행',
  '03': 'IBK기업은행',
  '06': 'KB국민은행',
  '07': 'Sh수협은행',
  '11': 'NH농협은행',
  '12': '단위농협',
  '20': '우리은행',
  '23': 'SC제일은행',
  '27': '씨티은행',
  '31': 'iM뱅크',
  '32': '부산은행',
  '34': '광주은행',
  '35': '제주은행',
  '37': '전북은행',
  '39': '경남은행',
  '45': '새마을금고',
  '48': '신협',
  '50': '저축은행',
  '71': '우체국',
  '81': '하나은행',
  '88': '신한은행',
  '89': '케이뱅크',
  '90': '카카오뱅크',
  '92': '토스뱅크',
}

/** Name of a bank by Toss's code, or the code if it is unknown. */
export function bankName(code: string): string {
  return BANKS[code] ?? `은행 ${code}`
}
