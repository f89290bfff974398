import { ALLOWANCES } from '../contract/limits.ts'
import { type Order, receiptOf } from '../contract/order.ts'
import { findPackage, type Package } from '../contract/pricing.ts'
import { PAYMENT_ROUTES } from '../contract/routes/payment-routes.ts'
import type { RouteResponse } from '../contract/routes.ts'
import type { TaxDocumentWish } from '../contract/tax-document.ts'
import { isoNow, timestamp14 } from '../contract/time.ts'
import { orderName } from '../records/ledger/index.ts'
import { newOrderRow, ordersOfUser } from '../records/payments.ts'
import { answered, idempotent } from '../records/requests.ts'
import { spendAllowance } from '../records/service-rows.ts'
import { requireAccount, requireUser } from '../records/users.ts'
import { log } from '../runtime/log.ts'
import { advanceOrder } from './advance-order.ts'
import { ownOrder } from './own-order.ts'
import { orderView, type PaymentDeps } from './payment-deps.ts'
import { taxDocumentFields } from './request-tax-document.ts'

export interface NewPayment {
  uid: string
  /** The page's UUID for the request. */
  id: string
  body: { package: Package['id']; taxDocument?: TaxDocumentWish | undefined }
}

/**
 * Stores an order of one package at the server's price; repeating the UUID returns the same order.
 * @throws ApiError NO_USER, SUSPENDED, TOO_MANY_REQUESTS, KEY_REUSED
 */
export async function createPayment(
  deps: PaymentDeps,
  { uid, id, body }: NewPayment,
): Promise<RouteResponse<'createPayment'>> {
  const { tables } = deps
  const at = isoNow(deps)
  const user = await requireUser(tables, uid)
  const request = { uid, id, route: 'createPayment', body, at } as const
  const schema = PAYMENT_ROUTES.createPayment.response
  const before = await answered(tables, request, schema)
  if (before) return before
  await spendAllowance(tables, uid, ALLOWANCES.order, at)
  return idempotent(tables, request, schema, async () => {
    const { tokens, price } = findPackage(body.package)
    const order: Order = {
      order_id: `${timestamp14(deps.now())}-${deps.randomText()}`,
      uid,
      package: body.package,
      tokens,
      amount: price,
      status: 'ready',
      created_at: at,
      ...(body.taxDocument && taxDocumentFields(body.taxDocument, at)),
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

/** Maximum number of orders on the page of receipts. */
const MOST_RECEIPTS = 100

/**
 * The user's orders, newest first, without those that were never paid.
 * @throws ApiError NO_USER
 */
export async function listPayments({ tables }: PaymentDeps, uid: string): Promise<RouteResponse<'listPayments'>> {
  await requireAccount(tables, uid)
  const orders = await ordersOfUser(tables, uid, MOST_RECEIPTS)
  const begun = orders.filter(({ status }) => status !== 'ready' && status !== 'expired')
  return { orders: begun.map(receiptOf) }
}

/**
 * One of the user's orders; while it is open, its state is first read from Toss.
 * @throws ApiError NO_ORDER
 */
export async function readPayment(
  deps: PaymentDeps,
  { uid, orderId }: { uid: string; orderId: string },
): Promise<RouteResponse<'readPayment'>> {
  const order = await ownOrder(deps, uid, orderId)
  return orderView(deps, order.status === 'ready' || order.status === 'waiting' ? await refreshed(deps, order) : order)
}

/** The order updated from Toss, or unchanged if Toss does not respond. */
async function refreshed(deps: PaymentDeps, order: Order): Promise<Order> {
  try {
    const payment = await deps.toss.find({ orderId: order.order_id })
    if (!payment) return order
    return await advanceOrder(deps, order, { from: 'toss', payment })
  } catch (error) {
    log('warn', 'payment', 'order not refreshed', { order: order.order_id }, error)
    return order
  }
}
