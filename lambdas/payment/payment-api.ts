import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import * as z from 'zod'
import { apiErrorBody } from '../contract/errors.ts'
import { isoNow } from '../contract/time.ts'
import { writeLog } from '../records/activity-log.ts'
import { apiHandler, MOST_BODY_BYTES } from '../runtime/http.ts'
import { log } from '../runtime/log.ts'
import { confirmPayment, failPayment } from './confirm-payment.ts'
import { createPayment, listPayments, readPayment } from './orders.ts'
import type { PaymentRoom } from './payment-room.ts'
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

type Handler<Event> = (event: Event) => Promise<APIGatewayProxyStructuredResultV2>

const signedInPost = z.object({
  routeKey: z.string().startsWith('POST '),
  body: z.string().optional(),
  requestContext: z.object({ authorizer: z.object({ jwt: z.object({ claims: z.object({ sub: z.string() }) }) }) }),
})
const named = z.object({ orderId: z.string().catch(''), package: z.string().catch('') })

/** Every refused attempt to order or to pay leaves one row in the activity log of the person who made it. */
function withRefusalRows<Event>(room: Pick<PaymentRoom, 'tables' | 'now'>, handler: Handler<Event>): Handler<Event> {
  return async event => {
    const answer = await handler(event)
    const call = signedInPost.safeParse(event)
    if (call.success && isRefusal(answer.statusCode)) await keep(room, call.data, answer)
    return answer
  }
}

const isRefusal = (status = 200): boolean => status >= 400 && status < 500

async function keep(
  room: Pick<PaymentRoom, 'tables' | 'now'>,
  { routeKey, body, requestContext }: z.output<typeof signedInPost>,
  answer: APIGatewayProxyStructuredResultV2,
): Promise<void> {
  const { code } = apiErrorBody.parse(jsonOf(answer.body))
  const { orderId, package: packageId } = named.parse({ orderId: '', package: '', ...objectOf(jsonOf(body)) })
  const details = { route: routeKey, code, orderId: orderId.slice(0, 64), package: packageId.slice(0, 64) }
  const { sub: uid } = requestContext.authorizer.jwt.claims
  try {
    await writeLog(room.tables, { uid, action: 'payment_refused', details, at: isoNow(room) })
  } catch (error) {
    log('error', 'payment', 'refusal not logged', { code }, error)
  }
}

function jsonOf(text = '{}'): unknown {
  if (text.length > MOST_BODY_BYTES) return {}
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

const objectOf = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {})
