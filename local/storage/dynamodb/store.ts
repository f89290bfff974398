import { mkdirSync } from 'node:fs'
import * as dynalite from 'dynalite/db/index.js'
import type {
  BatchOperation,
  Callback,
  DynaliteAction,
  DynaliteRange,
  DynaliteStore,
  DynaliteTable,
} from 'dynalite/types'
import { itemSize, LARGEST_ITEM } from './item-size.ts'

/** An error as DynamoDB answers it; dynalite's own errors have the same form. */
export interface DynamoDbError extends Error {
  statusCode: number
  body: Record<string, unknown> & { __type: string }
}

/** Whether an error is an answer of DynamoDB and no failure of ours. */
export function isDynamoDbError(error: unknown): error is DynamoDbError {
  return error instanceof Error && 'statusCode' in error && 'body' in error
}

/** Makes an answerable error; `type` is the name of the exception. */
export function dynamoDbError(type: string, message: string, details: Record<string, unknown> = {}): DynamoDbError {
  const space = type === 'ValidationException' ? 'com.amazon.coral.validate' : 'com.amazonaws.dynamodb.v20120810'
  const body = { __type: `${space}#${type}`, message, Message: message, ...details }
  return Object.assign(new Error(message), { statusCode: 400, body })
}

/** Whether an error is DynamoDB's exception of that name. */
export function isException(error: unknown, type: string): error is DynamoDbError {
  return isDynamoDbError(error) && error.body.__type.endsWith(`#${type}`)
}

/**
 * A view of the database in which dynalite's actions run at once and to their end: what they read is what is committed,
 * what they write is kept aside until it is committed as one batch.
 */
export interface Stage {
  /** Runs one of dynalite's actions on validated data. */
  perform(action: DynaliteAction, data: object): object
  get(key: string): unknown
  put(key: string, value: unknown): void
  /** Database key of an item. */
  itemKey(table: string, key: string): string
  /** Database keys of the items that are written. */
  readonly locked: string[]
  operations(): BatchOperation[]
}

export interface Store {
  readonly db: DynaliteStore['db']
  /** For dynalite's own streaming actions: Query and Scan. */
  readonly raw: DynaliteStore
  readonly tables: Map<string, DynaliteTable>
  stage(): Stage
}

/** Opens dynalite's database in a folder, without its server. */
export async function openStore(folder: string): Promise<Store> {
  mkdirSync(folder, { recursive: true })
  const raw = dynalite.create({ path: folder, createTableMs: 0 })
  await raw.db.open()
  const tables = new Map<string, DynaliteTable>()
  return { db: raw.db, raw, tables, stage: () => createStage(raw, tables) }
}

function createStage(raw: DynaliteStore, tables: Map<string, DynaliteTable>): Stage {
  const writes = new Map<string, unknown>()
  const locked: string[] = []
  const get = (key: string): unknown => (writes.has(key) ? writes.get(key) : raw.db.getSync(key))

  const range = (prefix: string, largest = Number.POSITIVE_INFINITY): DynaliteRange => ({
    lock(key, run) {
      locked.push(prefix + key)
      run(done => done)
    },
    get: (key, done) => done(null, get(prefix + key)),
    put(key, value, done) {
      if (itemSize(value) > largest)
        return done(dynamoDbError('ValidationException', 'Item size has exceeded the maximum allowed size'))
      writes.set(prefix + key, value)
      done(null)
    },
    del(key, done) {
      writes.set(prefix + key, undefined)
      done(null)
    },
  })
  const getTable = (name: string, ...rest: [boolean | Callback<DynaliteTable>, Callback<DynaliteTable>?]): void => {
    const done = rest.find(one => typeof one === 'function')
    const table = tables.get(name)
    if (table) done?.(null, table)
    else done?.(dynamoDbError('ResourceNotFoundException', `Requested resource not found: Table: ${name} not found`))
  }
  const store = {
    options: raw.options,
    getTable,
    getItemDb: (table: string) => range(`item-${table}~`, LARGEST_ITEM),
    getIndexDb: (type: string, table: string, index: string) => range(`index-${type.toLowerCase()}~${table}~${index}~`),
  }

  return {
    locked,
    get,
    put: (key, value) => void writes.set(key, value),
    itemKey: (table, key) => `item-${table}~${key}`,
    perform(action, data) {
      const outcomes: { error: Error | null; value: object }[] = []
      action(store, data, (error, value = {}) => outcomes.push({ error, value }))
      const [outcome] = outcomes
      if (!outcome) throw new Error('The action did not come to its end at once.')
      if (outcome.error) throw outcome.error
      return outcome.value
    },
    operations: () =>
      [...writes].map(
        ([key, value]): BatchOperation => (value === undefined ? { type: 'del', key } : { type: 'put', key, value }),
      ),
  }
}

/** What a write of one item is answered while a transaction writes it. */
export function transactionConflict(): never {
  throw dynamoDbError('TransactionConflictException', 'Transaction is ongoing for the item')
}
