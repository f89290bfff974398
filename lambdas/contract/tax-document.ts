import * as z from 'zod'
import { lazy, lazyObject } from './lazy.ts'

const WEIGHTS = [1, 3, 7, 1, 3, 7, 1, 3, 5]

/**
 * Whether ten digits are a Korean business registration number. The last one is a checksum: the others are multiplied
 * by 1, 3, 7, 1, 3, 7, 1, 3, 5, the tens of the last product count as well, and all ten must add up to a multiple of
 * ten.
 */
export function isBusinessNumber(digits: string): boolean {
  if (!/^\d{10}$/.test(digits)) return false
  const [ninth = 0, check = 0] = [Number(digits[8]), Number(digits[9])]
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * Number(digits[index]), 0)
  return (sum + Math.floor((ninth * 5) / 10) + check) % 10 === 0
}

/** `1234567891` as `123-45-67891`. */
export function writeBusinessNumber(digits: string): string {
  return `${digits.slice(0, 3)}-${digits.slice(3, 5)}-${digits.slice(5)}`
}

export const taxDocumentKind = z.enum(['cash_receipt', 'tax_invoice'])
export type TaxDocumentKind = z.infer<typeof taxDocumentKind>

/** A business's request for a tax document. Company and email are optional. */
export const taxDocumentWish = lazyObject(() => ({
  kind: taxDocumentKind,
  number: z
    .string()
    .max(10)
    .regex(/^\d{10}$/)
    .refine(isBusinessNumber),
  company: z.string().trim().min(1).max(100).optional(),
  /** Address for the tax invoice. */
  email: z.email().max(254).optional(),
}))
export type TaxDocumentWish = z.infer<typeof taxDocumentWish>

/**
 * - `requested`: to be issued, by Toss (cash receipt) or by the operator (tax invoice).
 * - `sent`: Toss has accepted the cash receipt; the tax office confirms it a day or two later.
 * - `issued`, `refused`: as the tax office or the operator decided.
 * - `canceled`: together with the payment.
 * - `covered`: the payment's own slip is the tax document, so there is no other (VAT Act, article 33, paragraph 2).
 */
export const taxDocumentStatus = z.enum(['requested', 'sent', 'issued', 'refused', 'canceled', 'covered'])

/** The tax document of a payment for the buyer's tax return, as stored with the order. */
export const taxDocument = lazyObject(() => ({
  kind: taxDocumentKind,
  status: taxDocumentStatus,
  /** Absent if the buyer asked for the cash receipt in Toss's window. */
  number: z.string().optional(),
  company: z.string().optional(),
  requested_at: z.string(),
  /** Why it was refused, in Korean. */
  reason: z.string().optional(),
  url: z.string().optional(),
  /**
   * Toss's key of a cash receipt that we requested, and that we must cancel. Toss cancels others with their payment.
   */
  receipt_key: z.string().optional(),
  /** Amount of that receipt in won, minus its cancellations. */
  receipt_amount: z.int().optional(),
  sent_at: z.string().optional(),
  /** True while the tax document needs the operator, who has been alerted. */
  alerted: z.boolean().optional(),
}))
export type TaxDocument = z.infer<typeof taxDocument>

/** A tax document as the page shows it. */
export const taxDocumentView = lazy(() =>
  taxDocument.pick({
    kind: true,
    status: true,
    number: true,
    company: true,
    reason: true,
    url: true,
  }),
)

/** Methods without a slip that counts for taxes. Every other payment (card, wallet) has one. */
const BANK_METHODS: ReadonlySet<string> = new Set(['가상계좌', '계좌이체'])

export const isPaidByBank = ({ method }: { method?: string | undefined }): boolean => BANK_METHODS.has(method ?? '')

/** The value-added tax within a price, in won. */
export const vatOf = (won: number): number => Math.round(won / 11)

interface DocumentedOrder {
  status: string
  paid_at?: string | undefined
  amount: number
  canceled_amount?: number | undefined
  tax_document?: TaxDocument | undefined
}

/** Amount in won by which the order's cash receipt exceeds what remains of the payment. */
export function excessOf({ amount, canceled_amount = 0, tax_document: document }: DocumentedOrder): number {
  if (document?.receipt_key === undefined) return 0
  return Math.max(0, (document.receipt_amount ?? 0) - (amount - canceled_amount))
}

/** Whether the reconciler has work with the order's tax document. */
export function isTaxDocumentDue(order: DocumentedOrder): boolean {
  const { paid_at, status, tax_document: document } = order
  if (!document || paid_at === undefined) return false
  if (document.status === 'requested') return document.alerted !== true || status === 'canceled'
  return document.alerted !== true && (document.status === 'sent' || excessOf(order) > 0)
}
