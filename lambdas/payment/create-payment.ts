import type { Order } from '../contract/order.ts'
import { type Package, packageOf } from '../contract/pricing.ts'
import { ROUTES, type RouteResponse } from '../contract/routes.ts'
import { timestamp14 } from '../contract/time.ts'
import { orderName } from '../records/ledger/purchase.ts'
import { newOrderRow } from '../records/payments.ts'
import { answered, idempotent } from '../records/requests.ts'
import { spendAllowance } from '../records/service-rows.ts'
import { requireUser } from '../records/users.ts'
import { isoNow, type PaymentRoom } from './payment-room.ts'

/** Each order costs questions to Toss until it is paid or runs out. */
const ORDERS = { name: 'order', limit: 60, seconds: 60 * 60 } as const

export interface NewPayment {
  uid: string
  /** The page's UUID. */
  id: string
  body: { package: Package['id'] }
}

/**
 * Stores an order of one package at the server's price; the same UUID gets the same order.
 * @throws ApiError NO_USER, SUSPENDED, TOO_MANY_REQUESTS, KEY_REUSED.
 */
export async function createPayment(
  room: PaymentRoom,
  { uid, id, body }: NewPayment,
): Promise<RouteResponse<'createPayment'>> {
  const { tables } = room
  const at = isoNow(room)
  const user = await requireUser(tables, uid)
  const request = { uid, id, route: 'createPayment', body, at } as const
  const schema = ROUTES.createPayment.response
  const before = await answered(tables, request, schema)
  if (before) return before
  await spendAllowance(tables, uid, ORDERS, at)
  return idempotent(tables, request, schema, async () => {
    const { tokens, price } = packageOf(body.package)
    const order: Order = {
      order_id: `${timestamp14(room.now())}-${room.randomText()}`,
      uid,
      package: body.package,
      tokens,
      amount: price,
      status: 'ready',
      created_at: at,
      mails_due: [],
      version: 0,
    }
    const made = {
      orderId: order.order_id,
      orderName: orderName(order),
      amount: price,
      tokens,
      customerKey: user.customer_key,
    }
    return { made, writes: [newOrderRow(tables, order)] }
  })
}
