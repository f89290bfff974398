import { GetCommand, paginateQuery, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { ApiError } from '../contract/errors.ts'
import { type Order, order } from '../contract/order.ts'
import { INDEXES } from '../contract/tables.ts'
import type { OwedEmail } from '../runtime/owed-email.ts'
import { MAIL_DUE, OPEN, type Tables } from './tables.ts'
import { put, untilAnswered, update, type Write, write } from './transaction.ts'

/** The order as last written (consistent read), or `undefined`. */
export async function readOrder(tables: Tables, orderId: string): Promise<Order | undefined> {
  // DynamoDB refuses overlong keys, and anybody can put one into an address or a notice.
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

/** A new order as part of a transaction; it stays open until Toss has said what became of it. */
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

/** Ids of the orders that wait for Toss (`open`) or owe a mail (`mail`), oldest first. The index lags behind: read each. */
export async function* openOrders(tables: Tables, partition: typeof OPEN | typeof MAIL_DUE): AsyncGenerator<string> {
  const pages = paginateQuery(tables, {
    TableName: tables.payments,
    IndexName: INDEXES.openOrders,
    KeyConditionExpression: '#open = :open',
    ExpressionAttributeNames: { '#open': 'open' },
    ExpressionAttributeValues: { ':open': partition },
  })
  for await (const { Items = [] } of pages) for (const item of Items) yield order.shape.order_id.parse(item.order_id)
}

export type OrderChange = Partial<Omit<Order, 'order_id' | 'uid' | 'open_since' | 'version'>>

/** The partition of the sparse index that an order belongs to, by its status and the mails it owes. */
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

/** A changed order as part of a transaction; refused where the order was changed since `before` was read. */
export function orderWrite(tables: Tables, before: Order, after: Order): Write {
  const { order_id, ...set } = { ...after, open: partitionOf(after) }
  const remove = Object.entries(set).flatMap(([name, value]) => (value === undefined ? [name] : []))
  return update(tables.payments, { order_id }, { set, remove }, { equals: { version: before.version } })
}

/**
 * Changes an order where no tokens depend on it: reads it, asks `decide` (`undefined` changes nothing) and writes, all
 * over again where another writer came first. Answers the order after it, or `undefined` where there is none.
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

/** A mail that an order owes. `at` is an ISO time. */
export function owedOrderEmail(tables: Tables, orderId: string, kind: string, at: string): OwedEmail {
  const amend = async (decide: (before: Order) => OrderChange | undefined) =>
    (await amendOrder(tables, orderId, at, decide))?.isChanged === true
  const without = ({ mails_sending: { [kind]: _ended, ...others } = {} }: Order) => others
  return {
    lease: (now, until) =>
      amend(before =>
        before.mails_due.includes(kind) && (before.mails_sending?.[kind] ?? 0) <= now
          ? { mails_sending: { ...before.mails_sending, [kind]: until } }
          : undefined,
      ),
    async settle() {
      await amend(before => ({
        mails_due: before.mails_due.filter(each => each !== kind),
        mails_sending: without(before),
      }))
    },
    async postpone(until) {
      await amend(before => ({ mails_sending: { ...without(before), ...(until > 0 && { [kind]: until }) } }))
    },
  }
}

/** Makes the reconciler ask Toss about an order again, whatever its status; false where there is none. */
export async function reopenOrder(tables: Tables, orderId: string, at: string): Promise<boolean> {
  const set = { open: OPEN, open_since: at }
  return write(tables, update(tables.payments, { order_id: orderId }, { set }, { present: ['uid'] }))
}
