import { apiHandler } from '../runtime/http.ts'
import { confirmPayment } from './confirm-payment.ts'
import { createPayment } from './create-payment.ts'
import { failPayment } from './fail-payment.ts'
import type { PaymentRoom } from './payment-room.ts'
import { listPayments, readPayment } from './read-payment.ts'
import { withRefusalRows } from './refusal-rows.ts'
import { heedWebhook } from './webhook.ts'

/** The routes of this room; refused attempts to order or to pay leave a row in the activity log. */
export function paymentApi(room: PaymentRoom) {
  return withRefusalRows(
    room,
    apiHandler('payment', {
      createPayment: ({ caller, body, idempotencyKey }) =>
        createPayment(room, { uid: caller.uid, id: idempotencyKey, body }),
      confirmPayment: ({ caller, body }) => confirmPayment(room, { uid: caller.uid, ...body }),
      failPayment: ({ caller, body }) => failPayment(room, { uid: caller.uid, ...body }),
      readPayment: ({ caller, parameters }) => readPayment(room, { uid: caller.uid, ...parameters }),
      listPayments: ({ caller }) => listPayments(room, caller.uid),
      paymentWebhook: ({ body }) => heedWebhook(room, body),
    }),
  )
}
