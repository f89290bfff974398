import { GetCommand, paginateQuery, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { ApiError } from '../contract/errors.ts'
import { type Order, order } from '../contract/order.ts'
import { expiryAfter, RETENTION } from '../contract/retention.ts'
import { INDEXES } from '../contract/tables.ts'
import { isTaxDocumentDue } from '../contract/tax-document.ts'
import { owe } from './outbox.ts'
import { OPEN, openRows, type Tables } from './tables.ts'
import { put, transact, untilAnswered, update, type Write, write } from './transaction.ts'

/** The order as last written (consistent read), or `undefined`. */
export async function readOrder(tables: Tables, orderId: string): Promise<Order | undefined> {
  // DynamoDB rejects overlong keys, and anyone can put one into an address or a webhook.
  if (!order.shape.order_id.safeParse(orderId).success) return undefined
  const { Item } = await tables.client.send(
    new GetCommand({ TableName: tables.payments, Key: { order_id: orderId }, ConsistentRead: true }),
  )
  return Item && order.parse(Item)
}

/** @throws ApiError NO_ORDER. */
export async function requireOrder(tables: Tables, orderId: string): Promise<Order> {
  const found = await readOrder(tables, orderId)
  if (!found) throw new ApiError('NO_ORDER')
  return found
}

/** Builds a new order for a transaction. It stays open until Toss reports its outcome. */
export function newOrderRow(tables: Tables, made: Order): Write {
  return put(tables.payments, { ...made, open: OPEN, open_since: made.created_at }, { absent: ['order_id'] })
}

/** The user's orders, newest first. */
export async function ordersOfUser(tables: Tables, uid: string, most: number): Promise<Order[]> {
  const { Items = [] } = await tables.client.send(new QueryCommand({ ...ownOrders(tables, uid), Limit: most }))
  return Items.map(item => order.parse(item))
}

function ownOrders(tables: Tables, uid: string) {
  return {
    TableName: tables.payments,
    IndexName: INDEXES.ordersOfUser,
    KeyConditionExpression: '#uid = :uid',
    ExpressionAttributeNames: { '#uid': 'uid' },
    ExpressionAttributeValues: { ':uid': uid },
    ScanIndexForward: false,
  }
}

/** Makes the orders of a user who left at the ISO time `at` expire, and deletes the addresses for tax invoices. */
export async function retireOrders(tables: Tables, uid: string, at: string): Promise<void> {
  const set = { expires_at: expiryAfter(at, { years: RETENTION.tradeYears }) }
  for await (const { Items = [] } of paginateQuery(tables, ownOrders(tables, uid)))
    for (const item of Items) {
      const { order_id } = order.parse(item)
      await write(
        tables,
        update(tables.payments, { order_id }, { set, remove: ['tax_document_email'] }, { present: ['uid'] }),
      )
    }
}

/** Ids of the orders that wait for Toss, oldest first. The index lags, so callers read each order. */
export async function* openOrders(tables: Tables): AsyncGenerator<string> {
  const index = { table: tables.payments, index: INDEXES.openOrders, by: 'open_since' }
  for await (const row of openRows(tables, index, EVER)) yield order.shape.order_id.parse(row.order_id)
}

/** Later than any ISO time. */
const EVER = '9999'

export type OrderChange = Partial<Omit<Order, 'order_id' | 'uid' | 'open_since' | 'version'>>

/** Whether the reconciler has work with an order. If so, the order belongs to the sparse index. */
const isOpen = (order: Order): boolean =>
  order.status === 'ready' || order.status === 'waiting' || isTaxDocumentDue(order)

/** Applies a change to an order. `at` is an ISO time. */
export function changedOrder(before: Order, change: OrderChange, at: string): Order {
  const after = { ...before, ...change, version: before.version + 1 }
  return { ...after, open_since: isOpen(after) ? (before.open_since ?? at) : undefined }
}

/** Builds a changed order for a transaction, which is refused if the order has changed since `before` was read. */
export function orderWrite(tables: Tables, before: Order, after: Order): Write {
  const { order_id, ...set } = { ...after, open: isOpen(after) ? OPEN : undefined }
  const remove = Object.entries(set).flatMap(([name, value]) => (value === undefined ? [name] : []))
  return update(tables.payments, { order_id }, { set, remove }, { equals: { version: before.version } })
}

/** A change of an order, and the kinds of email that it owes. */
export interface Amendment {
  change: OrderChange
  emails?: string[]
}

/**
 * Changes an order when no tokens depend on it: reads it, calls `decide` (`undefined` changes nothing) and writes,
 * starting over if another writer was first. Returns the order after it, or `undefined` if there is none.
 */
export async function amendOrder(
  tables: Tables,
  orderId: string,
  at: string,
  decide: (before: Order) => Amendment | undefined,
): Promise<{ order: Order; isChanged: boolean } | undefined> {
  const { answer } = await untilAnswered(async () => {
    const before = await readOrder(tables, orderId)
    const amendment = before && decide(before)
    if (!before || !amendment) return { answer: before && { order: before, isChanged: false } }
    const { change, emails = [] } = amendment
    const order = changedOrder(before, change, at)
    const owed = emails.map(kind => owe(tables, { about: 'order', uid: order.uid, orderId, kind }, at))
    const { done } = await transact(tables, [orderWrite(tables, before, order), ...owed])
    return done ? { answer: { order, isChanged: true } } : undefined
  })
  return answer
}

/**
 * Makes the reconciler query Toss about an order again, whatever its status. Returns false if there is no such order.
 */
export async function reopenOrder(tables: Tables, orderId: string, at: string): Promise<boolean> {
  const set = { open: OPEN, open_since: at }
  return write(tables, update(tables.payments, { order_id: orderId }, { set }, { present: ['uid'] }))
}
