import { ApiError, type ApiErrorCode } from '../contract/errors.ts'
import { type Order, receiptOf } from '../contract/order.ts'
import { isPaidByBank, type ProofWish } from '../contract/proof.ts'
import type { RouteResponse } from '../contract/routes.ts'
import { isoNow } from '../contract/time.ts'
import { sendNow } from '../email/send-owed.ts'
import { amendOrder } from '../records/payments.ts'
import { requireAccount } from '../records/users.ts'
import { ownOrder } from './own-order.ts'
import type { PaymentDeps } from './payment-deps.ts'

/** The order's fields for a proof that is requested at the ISO time `at`. */
export function proofFields({ email, ...wish }: ProofWish, at: string): Pick<Order, 'proof' | 'proof_email'> {
  return { proof: { ...wish, status: 'requested', requested_at: at }, proof_email: email }
}

/** Why an order cannot get a proof now, or `undefined`. */
function refuseProof({ status, paid_at, method, proof }: Order): ApiErrorCode | undefined {
  if (status !== 'waiting' && (paid_at === undefined || status === 'canceled')) return 'NOTHING_TO_PROVE'
  if (!isPaidByBank({ method })) return 'PROVEN_BY_SLIP'
  // A request that is being handled must not change, because Toss would issue a second receipt.
  return proof === undefined || proof.status === 'refused' ? undefined : 'PROOF_EXISTS'
}

/** Whether the order already has this very request. */
function isSame({ proof, proof_email }: Order, { kind, number, company, email }: ProofWish): boolean {
  if (proof?.status !== 'requested' || proof_email !== email) return false
  return proof.kind === kind && proof.number === number && proof.company === company
}

/**
 * Requests the proof of a bank payment, for the first time or again after a refusal. Repeating a request changes
 * nothing.
 * @throws ApiError NO_USER, NO_ORDER, NOTHING_TO_PROVE, PROVEN_BY_SLIP, PROOF_EXISTS
 */
export async function requestProof(
  deps: PaymentDeps,
  { uid, orderId, wish }: { uid: string; orderId: string; wish: ProofWish },
): Promise<RouteResponse<'requestProof'>> {
  const { tables } = deps
  await requireAccount(tables, uid)
  const order = await ownOrder(deps, uid, orderId)
  const at = isoNow(deps)
  const amended = await amendOrder(tables, orderId, at, before => {
    if (isSame(before, wish)) return undefined
    const refusal = refuseProof(before)
    if (refusal) throw new ApiError(refusal)
    const isForOperator = wish.kind === 'tax_invoice' && before.status !== 'waiting'
    return { change: proofFields(wish, at), emails: isForOperator ? ['invoice'] : [] }
  })
  if (amended?.isChanged) await sendNow(deps, { about: 'order', uid, orderId, kind: 'invoice' })
  return { order: receiptOf(amended?.order ?? order) }
}
