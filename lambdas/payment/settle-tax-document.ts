import type { Order } from '../contract/order.ts'
import { excessOf, isTaxDocumentDue, type TaxDocument } from '../contract/tax-document.ts'
import { DAY_MS, isoNow, koreanDay } from '../contract/time.ts'
import { sendNow } from '../email/send-owed.ts'
import { orderName } from '../records/ledger/index.ts'
import { amendOrder } from '../records/payments.ts'
import { log } from '../runtime/log.ts'
import { taxDocumentOfPayment } from './decision.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { TossError } from './toss/toss-error.ts'
import type { TossPayment } from './toss/toss-payment.ts'

/** The tax office decides on a cash receipt on the next working day. */
const DECIDED_AFTER_MS = DAY_MS
const DECIDED_WITHIN_MS = 7 * DAY_MS
/** A tax invoice is due by the 10th of the next month; after this long the operator is reminded. */
export const INVOICE_PATIENCE_MS = 3 * DAY_MS

/**
 * Does the next step for the tax document of a paid order: has Toss issue its cash receipt, reads the tax office's
 * decision, takes refunded won off the receipt, or reminds the operator. Moves no tokens. `payment` is the order's payment as
 * Toss has just reported it. The idempotency key of a request to Toss is made from the order's row, so a step that is
 * repeated because it was interrupted before it was recorded takes effect only once.
 * @throws TossError if Toss does not respond; the next run tries again
 */
export async function settleTaxDocument(
  deps: PaymentDeps,
  order: Order,
  payment: TossPayment | undefined,
): Promise<void> {
  const { order_id: orderId, uid, tax_document: document } = order
  if (!document || !isTaxDocumentDue(order)) return
  const next = await nextTaxDocument(deps, order, document, payment)
  if (!next) return
  const emails = [
    ...(next.status === 'refused' ? [`tax_document#${next.requested_at}`] : []),
    ...(next.alerted && !document.alerted ? ['tax_document_stuck'] : []),
  ]
  await amendOrder(deps.tables, orderId, isoNow(deps), before =>
    isUnchanged(before.tax_document, document) ? { change: { tax_document: next }, emails } : undefined,
  )
  for (const kind of emails) await sendNow(deps, { about: 'order', uid, orderId, kind })
}

/** False if another run has taken the same step. */
function isUnchanged(now: TaxDocument | undefined, read: TaxDocument): boolean {
  return (
    now?.requested_at === read.requested_at &&
    now.status === read.status &&
    now.receipt_amount === read.receipt_amount &&
    now.alerted === read.alerted
  )
}

/** The tax document after its next step, or `undefined` if there is nothing to do yet. */
async function nextTaxDocument(
  deps: PaymentDeps,
  order: Order,
  document: TaxDocument,
  payment: TossPayment | undefined,
): Promise<TaxDocument | undefined> {
  if (document.status !== 'requested')
    return excessOf(order) > 0 ? takeOff(deps, order, document) : readDecision(deps, document)
  const left = order.amount - (order.canceled_amount ?? 0)
  if (left <= 0) return { ...document, status: 'canceled', alerted: undefined }
  if (payment?.cashReceipt) return taxDocumentOfPayment(order, payment, document.requested_at)
  if (document.kind === 'cash_receipt') return issue(deps, order, document, left)
  const since = Math.max(Date.parse(document.requested_at), Date.parse(order.paid_at ?? document.requested_at))
  return deps.now() - since < INVOICE_PATIENCE_MS ? undefined : { ...document, alerted: true }
}

async function issue(deps: PaymentDeps, order: Order, document: TaxDocument, amount: number): Promise<TaxDocument> {
  const { order_id: orderId } = order
  const { number = '', requested_at: request } = document
  try {
    const made = await deps.toss.issueReceipt({ orderId, orderName: orderName(order), amount, number, request })
    const url = made.receiptUrl ?? undefined
    const receipt = { receipt_key: made.receiptKey, receipt_amount: amount, url, sent_at: isoNow(deps) }
    return { ...document, ...receipt, status: 'sent' }
  } catch (error) {
    const { kind, message } = finalRefusal(error, order)
    // Another request issued the receipt, so its key is unknown.
    if (kind === 'processed') return { ...document, status: 'issued', alerted: true }
    const isOurs = kind === 'misconfigured'
    const reason = isOurs ? '결제사가 지금은 현금영수증을 발급하지 못해요.' : message
    return { ...document, status: 'refused', reason, ...(isOurs && { alerted: true }) }
  }
}

/** Reduces the receipt by what was refunded since; a full refund cancels it. */
async function takeOff(deps: PaymentDeps, order: Order, document: TaxDocument): Promise<TaxDocument> {
  const { receipt_key: receiptKey = '', receipt_amount: from = 0 } = document
  const amount = excessOf(order)
  try {
    await deps.toss.cancelReceipt({ receiptKey, amount, from })
  } catch (error) {
    if (finalRefusal(error, order).kind !== 'processed') return { ...document, alerted: true }
  }
  return { ...document, receipt_amount: from - amount, status: amount === from ? 'canceled' : document.status }
}

/** Reads the tax office's decision on a receipt that Toss has accepted. */
async function readDecision(deps: PaymentDeps, document: TaxDocument): Promise<TaxDocument | undefined> {
  const { receipt_key: receiptKey = '', sent_at = document.requested_at } = document
  const age = deps.now() - Date.parse(sent_at)
  if (age < DECIDED_AFTER_MS) return undefined
  const day = koreanDay(Date.parse(sent_at)).replace(/^(\d{4})(\d\d)/, '$1-$2-')
  const found = await deps.toss.findReceipt({ receiptKey, day })
  if (found?.issueStatus === 'COMPLETED') return { ...document, status: 'issued' }
  if (found?.issueStatus === 'FAILED')
    return { ...document, status: 'refused', receipt_key: undefined, reason: found.failure?.message }
  return age < DECIDED_WITHIN_MS ? undefined : { ...document, alerted: true }
}

/**
 * A refusal by Toss that will not change.
 * @throws any other error
 */
function finalRefusal(error: unknown, { order_id }: Order): TossError {
  if (!(error instanceof TossError) || error.kind === 'unavailable') throw error
  log('warn', 'payment', 'Toss refused a cash receipt', { order: order_id, code: error.code, kind: error.kind }, error)
  return error
}
