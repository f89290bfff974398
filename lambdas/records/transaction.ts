import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb'
import {
  DeleteCommand,
  PutCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { JamakError } from '../contract/errors.ts'
import { type Retry, realTimeAndRandomness, retrying } from '../runtime/retry.ts'
import { type Change, type Condition, expression } from './expression.ts'
import type { Tables } from './tables.ts'

type Item = NonNullable<TransactWriteCommandInput['TransactItems']>[number]

/** One conditional write, as part of a transaction (`transact`) or on its own (`write`). */
export type Write =
  | { Put: NonNullable<Item['Put']> }
  | { Update: NonNullable<Item['Update']> }
  | { Delete: NonNullable<Item['Delete']> }
  | { ConditionCheck: NonNullable<Item['ConditionCheck']> }

type Row = Record<string, unknown>

export function put(table: string, row: Row, when?: Condition): Write {
  return { Put: { TableName: table, Item: row, ...expression(undefined, when) } }
}

export function update(table: string, key: Row, change: Change, when?: Condition): Write {
  const { UpdateExpression = '', ...rest } = expression(change, when)
  return { Update: { TableName: table, Key: key, UpdateExpression, ...rest } }
}

export function remove(table: string, key: Row, when?: Condition): Write {
  return { Delete: { TableName: table, Key: key, ...expression(undefined, when) } }
}

export function check(table: string, key: Row, when: Condition): Write {
  const { ConditionExpression = '', ...rest } = expression(undefined, when)
  return { ConditionCheck: { TableName: table, Key: key, ConditionExpression, ...rest } }
}

/** Retries of writes that collided with another writer. */
export const RETRY: Retry = { attempts: 60, firstMs: 20, longestMs: 400, ...realTimeAndRandomness }

/** Other writers changed the rows first at every attempt. Nothing was written. */
export class ContentionError extends JamakError<'CONTENTION'> {
  constructor(options?: { cause?: unknown }) {
    super('CONTENTION', 'other writers got to the rows first at every attempt', { status: 503, ...options })
    this.name = 'ContentionError'
  }
}

/**
 * Calls `attempt` until it returns a result; `undefined` means that another writer was first.
 * @throws ContentionError when the attempts are used up.
 */
export async function untilAnswered<Answer extends object>(
  attempt: () => Promise<Answer | undefined>,
  retry: Retry = RETRY,
): Promise<Answer> {
  const answer = await retrying(attempt, retry)
  if (!answer) throw new ContentionError()
  return answer
}

/** `refused[i]`: the condition of the i-th write did not hold, and nothing was written. */
export type Outcome = { done: true } | { done: false; refused: boolean[] }

/** Transient reasons of a cancelled transaction. */
const PASSING = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'])

/**
 * Writes all rows or none. A failed condition is a result; a conflict with another writer is retried.
 * @throws ContentionError if the conflicts do not end.
 */
export async function transact(tables: Tables, writes: Write[], retry: Retry = RETRY): Promise<Outcome> {
  return untilAnswered(async () => {
    try {
      await tables.client.send(new TransactWriteCommand({ TransactItems: writes }))
      return { done: true }
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error
      const codes = (error.CancellationReasons ?? []).map(reason => reason.Code ?? 'None')
      const refused = codes.map(code => code === 'ConditionalCheckFailed')
      if (refused.includes(true)) return { done: false, refused }
      if (codes.some(code => PASSING.has(code))) return undefined
      throw error
    }
  }, retry)
}

/**
 * Writes one row outside a transaction. Returns false if its condition did not hold.
 * @throws ContentionError if conflicts with transactions do not end.
 */
export async function write(tables: Tables, one: Write, retry: Retry = RETRY): Promise<boolean> {
  const { done } = await untilAnswered(async () => {
    try {
      await send(tables, one)
      return { done: true }
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return { done: false }
      if (error instanceof TransactionConflictException) return undefined
      throw error
    }
  }, retry)
  return done
}

async function send(tables: Tables, one: Write): Promise<unknown> {
  if ('Put' in one) return tables.client.send(new PutCommand(one.Put))
  if ('Update' in one) return tables.client.send(new UpdateCommand(one.Update))
  if ('Delete' in one) return tables.client.send(new DeleteCommand(one.Delete))
  return tables.client.send(new TransactWriteCommand({ TransactItems: [one] }))
}
