import * as z from 'zod'

/** A cash receipt, or one cancellation of it. Amounts are won, times epoch milliseconds. */
export const receiptRecord = z.object({
  receiptKey: z.string(),
  orderId: z.string(),
  orderName: z.string(),
  type: z.enum(['소득공제', '지출증빙']),
  number: z.string(),
  transactionType: z.enum(['CONFIRM', 'CANCEL']),
  amount: z.int(),
  /** For a cancellation, the key of the canceled receipt. */
  of: z.string().optional(),
  requestedAt: z.int(),
})
export type ReceiptRecord = z.infer<typeof receiptRecord>
