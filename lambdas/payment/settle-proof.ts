import type { Order } from '../contract/order.ts'
import { excessOf, isProofDue, type Proof } from '../contract/proof.ts'
import { isoNow, koreanDay } from '../contract/time.ts'
import { sendNow } from '../email/send-owed.ts'
import { orderName } from '../records/ledger/index.ts'
import { amendOrder } from '../records/payments.ts'
import { log } from '../runtime/log.ts'
import { proofOfPayment } from './decision.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { TossError } from './toss/toss-error.ts'
import type { TossPayment } from './toss/toss-payment.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** The tax office decides on a cash receipt on the next working day. */
const DECIDED_AFTER_MS = DAY_MS
const DECIDED_WITHIN_MS = 7 * DAY_MS
/** A tax invoice is due by the 10th of the next month; after this long the operator is reminded. */
export const INVOICE_PATIENCE_MS = 3 * DAY_MS

/**
 * Does the next step for the proof of a paid order: has Toss issue its cash receipt, reads the tax office's decision,
 * takes refunded won off the receipt, or reminds the operator. Moves no tokens. `payment` is the order's payment as
 * Toss has just reported it. The idempotency key of a request to Toss is made from the order's row, so a step that is
 * repeated because it was interrupted before it was recorded takes effect only once.
 * @throws TossError if Toss does not respond; the next run tries again
 */
export async function settleProof(deps: PaymentDeps, order: Order, payment: TossPayment | undefined): Promise<void> {
  const { order_id: orderId, uid, proof } = order
  if (!proof || !isProofDue(order)) return
  const next = await nextProof(deps, order, proof, payment)
  if (!next) return
  const emails = [
    ...(next.status === 'refused' ? [`proof#${next.requested_at}`] : []),
    ...(next.alerted && !proof.alerted ? ['proof_stuck'] : []),
  ]
  await amendOrder(deps.tables, orderId, isoNow(deps), before =>
    isUnchanged(before.proof, proof) ? { change: { proof: next }, emails } : undefined,
  )
  for (const kind of emails) await sendNow(deps, { about: 'order', uid, orderId, kind })
}

/** False if another run has taken the same step. */
function isUnchanged(now: Proof | undefined, read: Proof): boolean {
  return (
    now?.requested_at === read.requested_at &&
    now.status === read.status &&
    now.receipt_amount === read.receipt_amount &&
    now.alerted === read.alerted
  )
}

/** The proof after its next step, or `undefined` if there is nothing to do yet. */
async function nextProof(
  deps: PaymentDeps,
  order: Order,
  proof: Proof,
  payment: TossPayment | undefined,
): Promise<Proof | undefined> {
  if (proof.status !== 'requested') return excessOf(order) > 0 ? takeOff(deps, order, proof) : readDecision(deps, proof)
  const left = order.amount - (order.canceled_amount ?? 0)
  if (left <= 0) return { ...proof, status: 'canceled', alerted: undefined }
  if (payment?.cashReceipt) return proofOfPayment(order, payment, proof.requested_at)
  if (proof.kind === 'cash_receipt') return issue(deps, order, proof, left)
  const since = Math.max(Date.parse(proof.requested_at), Date.parse(order.paid_at ?? proof.requested_at))
  return deps.now() - since < INVOICE_PATIENCE_MS ? undefined : { ...proof, alerted: true }
}

async function issue(deps: PaymentDeps, order: Order, proof: Proof, amount: number): Promise<Proof> {
  const { order_id: orderId } = order
  const { number = '', requested_at: request } = proof
  try {
    const made = await deps.toss.issueReceipt({ orderId, orderName: orderName(order), amount, number, request })
    const url = made.receiptUrl ?? undefined
    const receipt = { receipt_key: made.receiptKey, receipt_amount: amount, url, sent_at: isoNow(deps) }
    return { ...proof, ...receipt, status: 'sent' }
  } catch (error) {
    const { kind, message } = finalRefusal(error, order)
    // Another request issued the receipt, so its key is unknown.
    if (kind === 'processed') return { ...proof, status: 'issued', alerted: true }
    const isOurs = kind === 'misconfigured'
    const reason = isOurs ? '결제사가 지금은 현금영수증을 발급하지 못해요.' : message
    return { ...proof, status: 'refused', reason, ...(isOurs && { alerted: true }) }
  }
}

/** Reduces the receipt by what was refunded since; a full refund cancels it. */
async function takeOff(deps: PaymentDeps, order: Order, proof: Proof): Promise<Proof> {
  const { receipt_key: receiptKey = '', receipt_amount: from = 0 } = proof
  const amount = excessOf(order)
  try {
    await deps.toss.cancelReceipt({ receiptKey, amount, from })
  } catch (error) {
    if (finalRefusal(error, order).kind !== 'processed') return { ...proof, alerted: true }
  }
  return { ...proof, receipt_amount: from - amount, status: amount === from ? 'canceled' : proof.status }
}

/** Reads the tax office's decision on a receipt that Toss has accepted. */
async function readDecision(deps: PaymentDeps, proof: Proof): Promise<Proof | undefined> {
  const { receipt_key: receiptKey = '', sent_at = proof.requested_at } = proof
  const age = deps.now() - Date.parse(sent_at)
  if (age < DECIDED_AFTER_MS) return undefined
  const day = koreanDay(Date.parse(sent_at)).replace(/^(\d{4})(\d\d)/, '$1-$2-')
  const found = await deps.toss.findReceipt({ receiptKey, day })
  if (found?.issueStatus === 'COMPLETED') return { ...proof, status: 'issued' }
  if (found?.issueStatus === 'FAILED')
    return { ...proof, status: 'refused', receipt_key: undefined, reason: found.failure?.message }
  return age < DECIDED_WITHIN_MS ? undefined : { ...proof, alerted: true }
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
