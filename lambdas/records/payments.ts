import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { ApiError } from '../contract/errors.ts'
import { type Order, order } from '../contract/order.ts'
import { untilAnswered } from './retry.ts'
import { INDEXES, MAIL_DUE, OPEN, type Tables } from './tables.ts'
import { put, update, type Write, write } from './transaction.ts'

/** The order as last written (consistent read), or `undefined`. */
export async function readOrder(tables: Tables, orderId: string): Promise<Order | undefined> {
  // Addresses and notices may hold what is too long to ask the table for.
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

/** A new order as part of a transaction; it is open until Toss has said what became of it. */
export function newOrderRow(tables: Tables, made: Order): Write {
  return put(tables.payments, { ...made, open: OPEN, open_since: made.created_at }, { absent: ['order_id'] })
}

/** The person's orders, newest first. */
export async function ordersOfUser(tables: Tables, uid: string, most: number): Promise<Order[]> {
  const { Items = [] } = await tables.client.send(
    new QueryCommand({
      TableName: tables.payments,
      IndexName: INDEXES.ordersOfUser,
      KeyConditionExpression: '#uid = :uid',
      ExpressionAttributeNames: { '#uid': 'uid' },
      ExpressionAttributeValues: { ':uid': uid },
      ScanIndexForward: false,
      Limit: most,
    }),
  )
  return Items.map(item => order.parse(item))
}

/** Ids of the orders that wait for Toss (`open`) or owe a mail (`mail`), oldest first. The index is a hint: read each. */
export async function* openOrders(tables: Tables, partition: typeof OPEN | typeof MAIL_DUE): AsyncGenerator<string> {
  let from: Record<string, unknown> | undefined
  do {
    const { Items = [], LastEvaluatedKey } = await tables.client.send(
      new QueryCommand({
        TableName: tables.payments,
        IndexName: INDEXES.openOrders,
        KeyConditionExpression: '#open = :open',
        ExpressionAttributeNames: { '#open': 'open' },
        ExpressionAttributeValues: { ':open': partition },
        ExclusiveStartKey: from,
      }),
    )
    for (const item of Items) yield order.pick({ order_id: true }).parse(item).order_id
    from = LastEvaluatedKey
  } while (from)
}

export type OrderChange = Partial<Omit<Order, 'order_id' | 'uid' | 'open_since' | 'version'>>

/** The partition of the sparse index that an order belongs to: its status and the mails it owes decide. */
function partitionOf({ status, mails_due }: Order): typeof OPEN | typeof MAIL_DUE | undefined {
  if (status === 'ready' || status === 'waiting') return OPEN
  return mails_due.length > 0 ? MAIL_DUE : undefined
}

/** The order after a change. `at` is an ISO time. */
export function changedOrder(before: Order, change: OrderChange, at: string): Order {
  const after = { ...before, ...change, version: before.version + 1 }
  const partition = partitionOf(after)
  const stays = partition === partitionOf(before) && before.open_since !== undefined
  return { ...after, open_since: partition && (stays ? before.open_since : at) }
}

/** Writes a changed order as part of a transaction; refused where somebody changed it since `before` was read. */
export function orderWrite(tables: Tables, before: Order, after: Order): Write {
  const { order_id, ...set } = { ...after, open: partitionOf(after) }
  const remove = Object.entries(set).flatMap(([name, value]) => (value === undefined ? [name] : []))
  return update(tables.payments, { order_id }, { set, remove }, { equals: { version: before.version } })
}

/**
 * Reads an order, has `decide` say what changes (`undefined`: nothing), and writes, anew where somebody was faster.
 * For changes that no tokens depend on. Answers the order after it, or `undefined` where there is none.
 */
export async function amendOrder(
  tables: Tables,
  orderId: string,
  at: string,
  decide: (before: Order) => OrderChange | undefined,
): Promise<{ order: Order; isChanged: boolean } | undefined> {
  const { answer } = await untilAnswered(async () => {
    const before = await readOrder(tables, orderId)
    const change = before && decide(before)
    if (!before || !change) return { answer: before && { order: before, isChanged: false } }
    const order = changedOrder(before, change, at)
    return (await write(tables, orderWrite(tables, before, order))) ? { answer: { order, isChanged: true } } : undefined
  })
  return answer
}

/** True only for the first who asks: that one sends the mail. */
export async function takeDueMail(tables: Tables, orderId: string, kind: string, at: string): Promise<boolean> {
  const amended = await amendOrder(tables, orderId, at, ({ mails_due }) =>
    mails_due.includes(kind) ? { mails_due: mails_due.filter(each => each !== kind) } : undefined,
  )
  return amended?.isChanged === true
}

/** Puts a mail back that could not be sent after all. */
export async function returnDueMail(tables: Tables, orderId: string, kind: string, at: string): Promise<void> {
  await amendOrder(tables, orderId, at, ({ mails_due }) =>
    mails_due.includes(kind) ? undefined : { mails_due: [...mails_due, kind] },
  )
}

/** Has the reconciler ask Toss about an order again, whatever its status; false where there is none. */
export async function reopenOrder(tables: Tables, orderId: string, at: string): Promise<boolean> {
  const set = { open: OPEN, open_since: at }
  return write(tables, update(tables.payments, { order_id: orderId }, { set }, { present: ['uid'] }))
}
