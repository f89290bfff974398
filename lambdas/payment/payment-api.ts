import * as z from 'zod'
import type { ApiError } from '../contract/errors.ts'
import { PAYMENT_ROUTES } from '../contract/routes/payment-routes.ts'
import { isoNow } from '../contract/time.ts'
import { writeLog } from '../records/activity-log.ts'
import { apiHandler, type RefusedCall } from '../runtime/http.ts'
import { log } from '../runtime/log.ts'
import { confirmPayment, failPayment } from './confirm-payment.ts'
import { createPayment, listPayments, readPayment } from './orders.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { requestTaxDocument } from './request-tax-document.ts'
import { handleWebhook } from './webhook.ts'

/** The payment routes. A refused attempt to order or to pay leaves a row in the user's activity log. */
export function paymentApi(deps: PaymentDeps) {
  const routes = {
    createPayment: ({ caller, body, idempotencyKey }) =>
      createPayment(deps, { uid: caller.uid, id: idempotencyKey, body }),
    confirmPayment: ({ caller, body }) => confirmPayment(deps, { uid: caller.uid, ...body }),
    failPayment: ({ caller, body }) => failPayment(deps, { uid: caller.uid, ...body }),
    readPayment: ({ caller, parameters }) => readPayment(deps, { uid: caller.uid, ...parameters }),
    requestTaxDocument: ({ caller, parameters, body }) =>
      requestTaxDocument(deps, { uid: caller.uid, ...parameters, wish: body }),
    listPayments: ({ caller }) => listPayments(deps, caller.uid),
    paymentWebhook: ({ body }) => handleWebhook(deps, body),
  } satisfies Parameters<typeof apiHandler<'payment'>>[2]
  return apiHandler('payment', PAYMENT_ROUTES, routes, { onRefusal: (error, call) => logRefusal(deps, error, call) })
}

/** Fields of a refused body that are logged; the body need not match the route's schema. */
const attempt = z
  .object({ orderId: z.string().catch(''), package: z.string().catch('') })
  .catch({ orderId: '', package: '' })

async function logRefusal(
  deps: Pick<PaymentDeps, 'tables' | 'now'>,
  { code }: ApiError,
  { routeKey, uid, body }: RefusedCall,
): Promise<void> {
  if (uid === undefined || !routeKey.startsWith('POST ')) return
  const { orderId, package: packageId } = attempt.parse(body)
  const details = { route: routeKey, code, orderId: orderId.slice(0, 64), package: packageId.slice(0, 64) }
  try {
    await writeLog(deps.tables, { uid, action: 'payment_refused', details, at: isoNow(deps) })
  } catch (error) {
    log('error', 'payment', 'refusal not logged', { code }, error)
  }
}
