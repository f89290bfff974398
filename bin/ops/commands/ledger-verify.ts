import { paginateQuery } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { movement } from '../../../lambdas/contract/movement.ts'
import { order } from '../../../lambdas/contract/order.ts'
import { INDEXES } from '../../../lambdas/contract/tables.ts'
import { readOrder } from '../../../lambdas/records/payments.ts'
import type { Tables } from '../../../lambdas/records/tables.ts'
import { readUser, user } from '../../../lambdas/records/users.ts'
import type { Command } from '../command.ts'
import { parsedRow, scan } from '../scan.ts'
import { textTable } from '../text-table.ts'

interface Fault {
  uid: string
  balance: number
  sum: number
  /** Tokens owed for cancelled payments, by the user's row and by the orders. */
  owed: number
  unrecovered: number
}

interface Verified {
  checked: number
  faults: Fault[]
}

export const ledgerVerify: Command = {
  name: 'ledger verify',
  words: '[uid]',
  summary: 'checks that every balance is the sum of its movements, and every debt the sum of its orders',
  options: {},
  help: [
    'Lists the users for whom either is wrong, and exits with code 1.',
    'Safe while the service runs: a difference is read again before it is reported.',
    'Stops at the first row that it cannot read.',
  ],
  async run({ tables, now }, typed) {
    const one = typed.word(0)
    const { checked, faults } = one === undefined ? await verifyLedger(tables, now()) : await verifyOne(tables, one)
    const text =
      faults.length === 0
        ? `The balances of all ${checked} users equal the sums of their movements, and their debts those of their orders.`
        : textTable<Fault>(
            [
              { heading: 'uid', cell: ({ uid }) => uid },
              { heading: 'balance', cell: ({ balance }) => balance },
              { heading: 'sum', cell: ({ sum }) => sum },
              { heading: 'difference', cell: ({ balance, sum }) => balance - sum },
              { heading: 'owed', cell: ({ owed }) => owed },
              { heading: 'unrecovered', cell: ({ unrecovered }) => unrecovered },
            ],
            faults,
          )
    return { text, json: { checked, faults }, exitCode: faults.length === 0 ? 0 : 1 }
  },
}

const retiredMovement = movement.extend({ expires_at: z.int().optional() })

/** Tokens by order. */
type Debts = Record<string, number>

/** Verifies every user's balance and debts. Safe while the service runs. `now` is in epoch milliseconds. */
export async function verifyLedger(tables: Tables, now: number): Promise<Verified> {
  const sums = new Map<string, number>()
  // Expired movements do not count: DynamoDB deletes those of a user who has left one after another.
  for await (const { uid, amount, expires_at = Number.POSITIVE_INFINITY } of scan(tables, 'ledger', retiredMovement))
    if (expires_at > now / 1000) sums.set(uid, (sums.get(uid) ?? 0) + amount)
  const debts = new Map<string, Debts>()
  for await (const { uid, order_id, unrecovered_tokens = 0 } of scan(tables, 'payments', order))
    if (unrecovered_tokens > 0) debts.set(uid, { ...debts.get(uid), [order_id]: unrecovered_tokens })
  let checked = 0
  /** Each with the orders that say that something is owed. */
  const suspects = new Map<string, Debts>()
  for await (const { uid, token, owed } of scan(tables, 'users', user)) {
    checked += 1
    const own = debts.get(uid) ?? {}
    if (token !== (sums.get(uid) ?? 0) || token < 0 || !areEqual(own, owed)) suspects.set(uid, own)
    sums.delete(uid)
  }
  // Movements of deleted accounts remain and sum up to zero.
  for (const [uid, sum] of sums) if (sum !== 0) suspects.set(uid, {})
  const looked = await Promise.all([...suspects].map(([uid, own]) => lookAgain(tables, uid, Object.keys(own))))
  return { checked, faults: looked.filter(fault => fault !== undefined) }
}

async function verifyOne(tables: Tables, uid: string): Promise<Verified> {
  const orders: string[] = []
  const pages = paginateQuery(tables, {
    TableName: tables.payments,
    IndexName: INDEXES.ordersOfUser,
    KeyConditionExpression: 'uid = :uid',
    ExpressionAttributeValues: { ':uid': uid },
  })
  for await (const { Items = [] } of pages)
    orders.push(...Items.map(item => parsedRow('payments', order, item).order_id))
  const fault = await lookAgain(tables, uid, orders)
  return { checked: 1, faults: fault ? [fault] : [] }
}

/** Reads everything again until balance and debts stand still meanwhile; `undefined` where they agree. */
async function lookAgain(tables: Tables, uid: string, suspected: readonly string[]): Promise<Fault | undefined> {
  for (;;) {
    const before = await readUser(tables, uid)
    const sum = await sumMovements(tables, uid)
    // Whoever has left owes nothing any more.
    const debts = before ? await sumDebts(tables, new Set([...Object.keys(before.owed), ...suspected])) : {}
    const after = await readUser(tables, uid)
    if (before?.token !== after?.token || before?.owed_version !== after?.owed_version) continue
    const { token: balance = 0, owed = {} } = after ?? {}
    if (balance === sum && sum >= 0 && areEqual(debts, owed)) return undefined
    return { uid, balance, sum, owed: total(owed), unrecovered: total(debts) }
  }
}

/** Tokens that the orders say are still to be taken back. */
async function sumDebts(tables: Tables, orderIds: ReadonlySet<string>): Promise<Debts> {
  const debts: Debts = {}
  for (const orderId of orderIds) {
    const { unrecovered_tokens = 0 } = (await readOrder(tables, orderId)) ?? {}
    if (unrecovered_tokens > 0) debts[orderId] = unrecovered_tokens
  }
  return debts
}

const total = (debts: Debts): number => Object.values(debts).reduce((sum, tokens) => sum + tokens, 0)

function areEqual(some: Debts, others: Debts): boolean {
  const orders = Object.keys(some)
  return orders.length === Object.keys(others).length && orders.every(orderId => some[orderId] === others[orderId])
}

async function sumMovements(tables: Tables, uid: string): Promise<number> {
  let sum = 0
  const pages = paginateQuery(tables, {
    TableName: tables.ledger,
    KeyConditionExpression: 'uid = :uid',
    ExpressionAttributeValues: { ':uid': uid },
    ConsistentRead: true,
  })
  for await (const { Items = [] } of pages) for (const item of Items) sum += parsedRow('ledger', movement, item).amount
  return sum
}
