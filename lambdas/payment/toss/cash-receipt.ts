import * as z from 'zod'

/** The fields that we read of the CashReceipt object of Toss's API. */
export const tossCashReceipt = z.object({
  receiptKey: z.string(),
  orderId: z.string(),
  transactionType: z.enum(['CONFIRM', 'CANCEL']),
  /** In won. */
  amount: z.int(),
  /** The tax office decides a day or two later. */
  issueStatus: z.enum(['IN_PROGRESS', 'COMPLETED', 'FAILED']),
  receiptUrl: z.string().nullish(),
  failure: z.object({ code: z.string(), message: z.string() }).nullish(),
})
export type TossCashReceipt = z.infer<typeof tossCashReceipt>

/** One page of the cash receipts requested on a day. */
export const cashReceiptPage = z.object({
  hasNext: z.boolean(),
  lastCursor: z.int().nullish(),
  data: z.array(tossCashReceipt),
})
