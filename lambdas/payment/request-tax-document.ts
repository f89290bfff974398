import { ApiError, type ApiErrorCode } from '../contract/errors.ts'
import { type Order, receiptOf } from '../contract/order.ts'
import type { RouteResponse } from '../contract/routes.ts'
import { isPaidByBank, type TaxDocumentWish } from '../contract/tax-document.ts'
import { isoNow } from '../contract/time.ts'
import { sendNow } from '../email/send-owed.ts'
import { amendOrder } from '../records/payments.ts'
import { requireAccount } from '../records/users.ts'
import { ownOrder } from './own-order.ts'
import type { PaymentDeps } from './payment-deps.ts'

/** The order's fields for a tax document that is requested at the ISO time `at`. */
export function taxDocumentFields(
  { email, ...wish }: TaxDocumentWish,
  at: string,
): Pick<Order, 'tax_document' | 'tax_document_email'> {
  return { tax_document: { ...wish, status: 'requested', requested_at: at }, tax_document_email: email }
}

/** Why an order cannot get a tax document now, or `undefined`. */
function refuseTaxDocument({ status, paid_at, method, tax_document: document }: Order): ApiErrorCode | undefined {
  if (status !== 'waiting' && (paid_at === undefined || status === 'canceled')) return 'NOTHING_TO_DOCUMENT'
  if (!isPaidByBank({ method })) return 'DOCUMENTED_BY_SLIP'
  // A request that is being handled must not change, because Toss would issue a second receipt.
  return document === undefined || document.status === 'refused' ? undefined : 'TAX_DOCUMENT_EXISTS'
}

/** Whether the order already has this very request. */
function isSame(
  { tax_document: document, tax_document_email }: Order,
  { kind, number, company, email }: TaxDocumentWish,
): boolean {
  if (document?.status !== 'requested' || tax_document_email !== email) return false
  return document.kind === kind && document.number === number && document.company === company
}

/**
 * Requests the tax document of a bank payment, for the first time or again after a refusal. Repeating a request changes
 * nothing.
 * @throws ApiError NO_USER, NO_ORDER, NOTHING_TO_DOCUMENT, DOCUMENTED_BY_SLIP, TAX_DOCUMENT_EXISTS
 */
export async function requestTaxDocument(
  deps: PaymentDeps,
  { uid, orderId, wish }: { uid: string; orderId: string; wish: TaxDocumentWish },
): Promise<RouteResponse<'requestTaxDocument'>> {
  const { tables } = deps
  await requireAccount(tables, uid)
  const order = await ownOrder(deps, uid, orderId)
  const at = isoNow(deps)
  const amended = await amendOrder(tables, orderId, at, before => {
    if (isSame(before, wish)) return undefined
    const refusal = refuseTaxDocument(before)
    if (refusal) throw new ApiError(refusal)
    const isForOperator = wish.kind === 'tax_invoice' && before.status !== 'waiting'
    return { change: taxDocumentFields(wish, at), emails: isForOperator ? ['invoice'] : [] }
  })
  if (amended?.isChanged) await sendNow(deps, { about: 'order', uid, orderId, kind: 'invoice' })
  return { order: receiptOf(amended?.order ?? order) }
}
