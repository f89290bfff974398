import * as z from 'zod'
import { ApiError } from '../contract/errors.ts'
import { order } from '../contract/order.ts'
import { readOrder } from '../records/payments.ts'
import { advanceOrder } from './advance-order.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { sendDueEmails } from './send-due-emails.ts'
import { TossError } from './toss/toss-error.ts'

const orderId = order.shape.order_id

/** `PAYMENT_STATUS_CHANGED` names the order in `data`, the notice of a deposit on its top level. */
const notice = z.union([
  z.object({ data: z.object({ orderId, paymentKey: z.string().regex(/^[\w-]{1,200}$/) }) }),
  z.object({ orderId }).transform(data => ({ data: { ...data, paymentKey: undefined } })),
])

/**
 * A notice of Toss. It is unsigned, so it is only a hint that an order of ours is worth a question; what counts is
 * Toss's answer. A notice about anything else is acknowledged, so that Toss stops resending it.
 * @throws ApiError PAYMENT_UNAVAILABLE where Toss does not answer, so that it sends the notice again.
 */
export async function handleWebhook(deps: PaymentDeps, body: unknown): Promise<Record<string, never>> {
  const parsed = notice.safeParse(body)
  if (!parsed.success) return {}
  const { orderId, paymentKey } = parsed.data.data
  const order = await readOrder(deps.tables, orderId)
  if (!order) return {}
  try {
    const payment = await findPayment(deps, orderId, paymentKey)
    if (payment) await sendDueEmails(deps, await advanceOrder(deps, order, { from: 'toss', payment }))
  } catch (error) {
    if (error instanceof TossError) throw new ApiError('PAYMENT_UNAVAILABLE', { cause: error })
    throw error
  }
  return {}
}

/** The payment that the notice names if it moved money; otherwise the order's latest: an order may have several attempts. */
async function findPayment({ toss }: PaymentDeps, orderId: string, paymentKey: string | undefined) {
  const found = paymentKey === undefined ? undefined : await toss.find({ paymentKey })
  const named = found?.orderId === orderId ? found : undefined
  return named && MOVED_MONEY.has(named.status) ? named : ((await toss.find({ orderId })) ?? named)
}

const MOVED_MONEY = new Set(['DONE', 'PARTIAL_CANCELED', 'CANCELED', 'WAITING_FOR_DEPOSIT'])
