import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { ApiError } from '../../contract/errors.ts'
import { type Movement, movement, type Posting } from '../../contract/movement.ts'
import { INDEXES } from '../../contract/tables.ts'
import { epochOfTimestamp14, nextKoreanMonth } from '../../contract/time.ts'
import type { Change, Condition } from '../expression.ts'
import type { Tables } from '../tables.ts'
import { put, transact, untilAnswered, update, type Write } from '../transaction.ts'
import { readUser, type User } from '../users.ts'
import { debtWrite, payOffDebts } from './debts.ts'

/** A plan for one transaction. */
export interface Booking<Result> {
  kind: 'write'
  /** Changes of the balance, in order. Without any, and without `user`, the user's row is not written. */
  movements: Posting[]
  /** Tokens that the user owes from now on, by order. */
  owes?: Record<string, number>
  /** ISO time. */
  at: string
  /** Other changes of the user's row (never `token`), and its conditions. */
  user?: { change?: Change; when?: Condition }
  /** Other rows of the same transaction. */
  writes?: Write[]
  result: Result
}

/** Nothing to write: the cause was handled before, or there is nothing to do. */
export interface Unchanged<Result> {
  kind: 'unchanged'
  result: Result
}

/** What `book` did, and its result. */
export interface Booked<Result> {
  kind: 'write' | 'unchanged'
  result: Result
}

/**
 * Changes a balance; there is no other way. `plan` reads and decides, and the transaction succeeds only if the balance
 * is unchanged since and every condition holds. Otherwise `plan` runs again on the new data, so it must read everything
 * it depends on. It refuses by throwing.
 * @throws ApiError NO_USER; INSUFFICIENT_TOKENS if the balance would become negative.
 */
export async function book<Result>(
  tables: Tables,
  uid: string,
  plan: (user: User) => Promise<Booking<Result> | Unchanged<Result>>,
): Promise<Booked<Result>> {
  return bookEvenIfGone(tables, uid, async user => {
    if (!user) throw new ApiError('NO_USER')
    return plan(user)
  })
}

/** Like `book`, for causes that outlive the user: without a user, a plan may write other rows but no movement. */
export async function bookEvenIfGone<Result>(
  tables: Tables,
  uid: string,
  plan: (user: User | undefined) => Promise<Booking<Result> | Unchanged<Result>>,
): Promise<Booked<Result>> {
  return untilAnswered(async () => {
    const user = await readUser(tables, uid)
    const planned = await plan(user)
    if (planned.kind === 'unchanged') return planned
    const writes = [...(await balanceWrites(tables, user, planned)), ...(planned.writes ?? [])]
    const { done } = await transact(tables, writes)
    return done ? { kind: planned.kind, result: planned.result } : undefined
  })
}

async function balanceWrites(tables: Tables, user: User | undefined, booking: Booking<unknown>): Promise<Write[]> {
  if (booking.movements.length === 0 && !booking.user) return []
  if (!user) throw new ApiError('NO_USER')
  const { uid, token } = user
  const paid = await payOffDebts(tables, user, booking)
  for (const [orderId, tokens] of Object.entries(booking.owes ?? {}))
    paid.owed[orderId] = (paid.owed[orderId] ?? 0) + tokens
  const debts = debtWrite(user, paid.owed)
  let balance = token
  const rows = paid.movements.map(({ movement, amount, note, won }) => {
    balance += amount
    if (balance < 0) throw new ApiError('INSUFFICIENT_TOKENS')
    return movementRow(tables, { uid, movement, amount, balance, at: booking.at, note, won })
  })
  const { change, when } = booking.user ?? {}
  const set = { ...change?.set, ...debts.change.set, token: balance }
  const condition = {
    ...when,
    equals: { ...when?.equals, ...debts.when.equals, token },
    absent: [...(when?.absent ?? []), ...(debts.when.absent ?? [])],
  }
  return [update(tables.users, { uid }, { ...change, set }, condition), ...rows, ...paid.writes]
}

/** Builds a movement for a transaction, which is refused if the movement exists. */
export function movementRow(tables: Tables, row: Movement): Write {
  return put(tables.ledger, row, { absent: ['movement'] })
}

/** A movement by its name (consistent read), or `undefined`. */
export async function readMovement(tables: Tables, uid: string, name: string): Promise<Movement | undefined> {
  const { Item } = await tables.client.send(
    new GetCommand({ TableName: tables.ledger, Key: { uid, movement: name }, ConsistentRead: true }),
  )
  return Item && movement.parse(Item)
}

const ROWS = 20
/** Rows per page of a month, whose statement shows all of them. */
const ROWS_OF_MONTH = 100

/**
 * Reads one page of the user's movements, newest first, of all time or of a Korean month (`YYYYMM`); `cursor` comes
 * from the previous page.
 */
export async function movements(
  tables: Tables,
  uid: string,
  { cursor, month }: { cursor?: string | undefined; month?: string | undefined } = {},
): Promise<{ movements: Movement[]; cursor?: string }> {
  const within = month === undefined ? undefined : spanOfMonth(month)
  const after = cursor === undefined ? undefined : openCursor(uid, cursor)
  const { Items = [], LastEvaluatedKey } = await tables.client.send(
    new QueryCommand({
      TableName: tables.ledger,
      IndexName: INDEXES.movementsInTime,
      KeyConditionExpression: within ? '#uid = :uid AND #at BETWEEN :from AND :to' : '#uid = :uid',
      ExpressionAttributeNames: { '#uid': 'uid', ...(within && { '#at': 'at' }) },
      ExpressionAttributeValues: { ':uid': uid, ...within },
      ScanIndexForward: false,
      Limit: within ? ROWS_OF_MONTH : ROWS,
      ExclusiveStartKey: after,
    }),
  )
  return {
    movements: Items.map(item => movement.parse(item)),
    cursor: LastEvaluatedKey && sealCursor(LastEvaluatedKey),
  }
}

/** First and last ISO time of a Korean month. */
function spanOfMonth(month: string): { ':from': string; ':to': string } {
  const start = epochOfTimestamp14(`${month}01000000`)
  return { ':from': new Date(start).toISOString(), ':to': new Date(nextKoreanMonth(start) - 1).toISOString() }
}

/** DynamoDB accepts keys of 1 to 1024 bytes, and its error for others would look like a defect of ours. */
const cursorKey = z.object({
  movement: z
    .string()
    .min(1)
    .refine(name => Buffer.byteLength(name) <= 1024 && name.isWellFormed()),
  at: z.iso.datetime(),
})

function sealCursor(key: Record<string, unknown>): string {
  return Buffer.from(JSON.stringify(cursorKey.parse(key))).toString('base64url')
}

/** The owner is always the caller, so that another user's cursor reveals nothing. */
function openCursor(uid: string, cursor: string): Record<string, string> {
  try {
    return { uid, ...cursorKey.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString())) }
  } catch (cause) {
    throw new ApiError('BAD_REQUEST', { cause })
  }
}
