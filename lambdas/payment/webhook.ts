import * as z from 'zod'
import { ApiError } from '../contract/errors.ts'
import { order } from '../contract/order.ts'
import { readOrder } from '../records/payments.ts'
import { advanceOrder } from './advance-order.ts'
import type { PaymentRoom } from './payment-room.ts'
import { sendDueMails } from './send-due-mails.ts'
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
export async function heedWebhook(room: PaymentRoom, body: unknown): Promise<Record<string, never>> {
  const parsed = notice.safeParse(body)
  if (!parsed.success) return {}
  const { orderId, paymentKey } = parsed.data.data
  const order = await readOrder(room.tables, orderId)
  if (!order) return {}
  try {
    const payment = await findPayment(room, orderId, paymentKey)
    if (payment) await sendDueMails(room, await advanceOrder(room, order, { from: 'toss', payment }))
  } catch (error) {
    if (error instanceof TossError) throw new ApiError('PAYMENT_UNAVAILABLE', { cause: error })
    throw error
  }
  return {}
}

/** The payment that the notice names if it moved money; otherwise the order's latest: an order may have several attempts. */
async function findPayment({ toss }: PaymentRoom, orderId: string, paymentKey: string | undefined) {
  const found = paymentKey === undefined ? undefined : await toss.find({ paymentKey })
  const named = found?.orderId === orderId ? found : undefined
  return named && MOVED_MONEY.has(named.status) ? named : ((await toss.find({ orderId })) ?? named)
}

const MOVED_MONEY = new Set(['DONE', 'PARTIAL_CANCELED', 'CANCELED', 'WAITING_FOR_DEPOSIT'])
