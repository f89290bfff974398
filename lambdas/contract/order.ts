import * as z from 'zod'
import { lazyObject } from './lazy.ts'
import { PACKAGES } from './pricing.ts'
import { taxDocument, taxDocumentView } from './tax-document.ts'

export const packageId = z.enum(PACKAGES.map(each => each.id))

/** `ready` -> `paid` | `waiting` (virtual account) | `failed` | `expired`; `paid` -> `canceled`. */
export const orderStatus = z.enum(['ready', 'waiting', 'paid', 'failed', 'expired', 'canceled'])

/** Order number: 6-64 characters of `A-Za-z0-9-_=` (Toss). `test/runtime/borders.test.ts` finds a bound only in `max`. */
export const orderId = z
  .string()
  .max(64)
  .regex(/^[A-Za-z0-9_=-]{6,64}$/)

/** Why Toss refused the payment or the order ended unpaid: Toss's code and Korean message. */
const orderFailure = lazyObject(() => ({ code: z.string(), message: z.string() }))
/** Code of an order whose payment has another amount: money may have been taken, and the operator returns it. */
export const AMOUNT_DIFFERS = 'AMOUNT_DIFFERS'

/** The virtual account awaiting the deposit. */
const virtualAccount = lazyObject(() => ({ bank: z.string(), number: z.string(), due: z.string() }))

/** An order of one package: a row of the payments table. */
export const order = lazyObject(() => ({
  /** `{YYYYMMDDHHMMSS}-{random}`. */
  order_id: orderId,
  uid: z.string(),
  package: packageId,
  tokens: z.int(),
  /** Won. */
  amount: z.int(),
  status: orderStatus,
  created_at: z.string(),
  paid_at: z.string().optional(),
  payment_key: z.string().optional(),
  method: z.string().optional(),
  receipt_url: z.string().optional(),
  failure: orderFailure.optional(),
  virtual_account: virtualAccount.optional(),
  /** Won refunded so far, and tokens still to be taken back because they were spent or held at the time. */
  canceled_amount: z.int().optional(),
  unrecovered_tokens: z.int().optional(),
  tax_document: taxDocument.optional(),
  /** Address for a tax invoice; deleted when the user leaves; the rest of the tax document is kept. */
  tax_document_email: z.string().optional(),
  /** ISO time since which it is open (ready, waiting, or tax document due); otherwise absent: sparse index `open`. */
  open_since: z.string().optional(),
  /** Counts the writes. Each write is conditional on the version it read. */
  version: z.int().default(0),
}))
export type Order = z.infer<typeof order>

/** An order as the page shows it. Stored rows use snake_case, the API camelCase. */
export const receipt = lazyObject(() => ({
  orderId: orderId,
  package: packageId,
  tokens: z.int(),
  amount: z.int(),
  status: orderStatus,
  createdAt: z.string(),
  paidAt: z.string().optional(),
  method: z.string().optional(),
  receiptUrl: z.string().optional(),
  failure: orderFailure.optional(),
  virtualAccount: virtualAccount.optional(),
  canceledAmount: z.int().optional(),
  taxDocument: taxDocumentView.optional(),
  taxDocumentEmail: z.string().optional(),
}))
export type Receipt = z.infer<typeof receipt>

/** Converts an order's stored names to the API's. */
export function receiptOf(stored: Order): Receipt {
  const { package: bought, tokens, amount, status, method, failure } = stored
  return {
    orderId: stored.order_id,
    package: bought,
    tokens,
    amount,
    status,
    createdAt: stored.created_at,
    paidAt: stored.paid_at,
    method,
    receiptUrl: stored.receipt_url,
    failure,
    virtualAccount: stored.virtual_account,
    canceledAmount: stored.canceled_amount,
    taxDocument: stored.tax_document && taxDocumentView.parse(stored.tax_document),
    taxDocumentEmail: stored.tax_document_email,
  }
}
