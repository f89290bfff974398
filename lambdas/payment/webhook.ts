import * as z from 'zod'
import { ApiError } from '../contract/errors.ts'
import { ALLOWANCES } from '../contract/limits.ts'
import { order } from '../contract/order.ts'
import { isoNow } from '../contract/time.ts'
import { readOrder } from '../records/payments.ts'
import { spendAllowance } from '../records/service-rows.ts'
import { advanceOrder } from './advance-order.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { TossError } from './toss/toss-error.ts'

const orderId = order.shape.order_id

/** `PAYMENT_STATUS_CHANGED` names the order in `data`; a deposit notice names it at the top level. */
const notice = z.union([
  z.object({ data: z.object({ orderId, paymentKey: z.string().regex(/^[\w-]{1,200}$/) }) }),
  z.object({ orderId }).transform(data => ({ data: { ...data, paymentKey: undefined } })),
])

/**
 * Handles a notice from Toss. Notices are unsigned, so this one only triggers a lookup at Toss, whose response counts.
 * A notice about anything else is acknowledged, so that Toss stops resending it.
 * @throws ApiError PAYMENT_UNAVAILABLE if Toss does not respond, TOO_MANY_REQUESTS beyond the user's allowance: Toss then
 * sends the notice again, and the reconciler looks the order up in any case
 */
export async function handleWebhook(deps: PaymentDeps, body: unknown): Promise<Record<string, never>> {
  const parsed = notice.safeParse(body)
  if (!parsed.success) return {}
  const { orderId, paymentKey } = parsed.data.data
  const order = await readOrder(deps.tables, orderId)
  if (!order) return {}
  await spendAllowance(deps.tables, order.uid, ALLOWANCES.webhook, isoNow(deps))
  try {
    const payment = await findPayment(deps, orderId, paymentKey)
    if (payment) await advanceOrder(deps, order, { from: 'toss', payment })
  } catch (error) {
    if (error instanceof TossError) throw new ApiError('PAYMENT_UNAVAILABLE', { cause: error })
    throw error
  }
  return {}
}

/** The payment in the notice if it moved money, else the order's latest one: an order may have several attempts. */
async function findPayment({ toss }: PaymentDeps, orderId: string, paymentKey: string | undefined) {
  const found = paymentKey === undefined ? undefined : await toss.find({ paymentKey })
  const named = found?.orderId === orderId ? found : undefined
  return named && MOVED_MONEY.has(named.status) ? named : ((await toss.find({ orderId })) ?? named)
}

const MOVED_MONEY = new Set(['DONE', 'PARTIAL_CANCELED', 'CANCELED', 'WAITING_FOR_DEPOSIT'])
