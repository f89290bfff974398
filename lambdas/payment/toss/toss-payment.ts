import * as z from 'zod'

const time = z.string()

/** The Payment object of Toss's API (version 2022-11-16), as far as we read it. */
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
  /** Won. */
  totalAmount: z.int(),
  currency: z.string(),
  method: z.string().nullish(),
  approvedAt: time.nullish(),
  receipt: z.object({ url: z.string() }).nullish(),
  virtualAccount: z.object({ accountNumber: z.string(), bankCode: z.string(), dueDate: time }).nullish(),
  cancels: z
    .array(
      z.object({
        transactionKey: z.string(),
        cancelAmount: z.int(),
        canceledAt: time,
        /** Some methods cancel in their own time; only what is done counts. */
        cancelStatus: z.enum(['IN_PROGRESS', 'DONE', 'ABORTED']).nullish(),
      }),
    )
    .nullish(),
  failure: z.object({ code: z.string(), message: z.string() }).nullish(),
})
export type TossPayment = z.infer<typeof tossPayment>

/** Cancellations that are done, oldest first. */
export function doneCancels({ cancels }: TossPayment): { transactionKey: string; amount: number }[] {
  return (cancels ?? [])
    .filter(({ cancelStatus }) => cancelStatus === undefined || cancelStatus === null || cancelStatus === 'DONE')
    .toSorted((a, b) => Date.parse(isoOf(a.canceledAt)) - Date.parse(isoOf(b.canceledAt)))
    .map(({ transactionKey, cancelAmount }) => ({ transactionKey, amount: cancelAmount }))
}

/** Toss writes most times with `+09:00` and due dates bare, in Korean time. */
export function isoOf(tossTime: string): string {
  const zoned = /(?:Z|[+-]\d\d:\d\d)$/.test(tossTime) ? tossTime : `${tossTime}+09:00`
  return new Date(zoned).toISOString()
}
