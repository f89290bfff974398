import { mkdirSync } from 'node:fs'
import * as dynalite from 'dynalite/db/index.js'
import type {
  BatchOperation,
  DynaliteAction,
  DynaliteItem,
  DynaliteRange,
  DynaliteStore,
  DynaliteTable,
} from 'dynalite/types'
import * as z from 'zod'
import { DamagedDataError } from '../../machine/damaged-data.ts'
import { invalidRequest, missingTable } from './errors.ts'
import { itemSize, LARGEST_ITEM } from './item-size.ts'
import { createValueStream } from './value-stream.ts'

/** Attribute values by name, in DynamoDB's JSON. */
export const attributeMap = z.custom<DynaliteItem>(
  value => typeof value === 'object' && value !== null && !Array.isArray(value),
)

/**
 * A view of the database in which dynalite's actions run synchronously. They read committed data, and their writes are
 * held back until they are committed as one batch.
 */
export interface Stage {
  /** Runs one of dynalite's actions on validated data. */
  perform(action: DynaliteAction, data: object): object
  get(key: string): unknown
  put(key: string, value: unknown): void
  /** Database keys of the written items. */
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

/**
 * Opens dynalite's database in a folder, without its server.
 * @throws DamagedDataError
 */
export async function openStore(folder: string): Promise<Store> {
  mkdirSync(folder, { recursive: true })
  const raw = dynalite.create({ path: folder, createTableMs: 0 })
  try {
    await raw.db.open()
  } catch (error) {
    throw isCorrupt(error) ? new DamagedDataError(folder, error) : error
  }
  const tables = new Map<string, DynaliteTable>()
  raw.db.createValueStream = range => createValueStream(raw.db, range)
  // dynalite itself would read the definition from disk for every Query.
  raw.getTable = tableFinder(tables)
  return { db: raw.db, raw, tables, stage: () => createStage(raw, tables) }
}

const corruption = z.object({ cause: z.object({ code: z.literal('LEVEL_CORRUPTION') }) })
const isCorrupt = (error: unknown): boolean => corruption.safeParse(error).success

/** Prefix of the database keys of a table's items. */
export const itemPrefix = (table: string): string => `item-${table}~`

/** Prefix of the database keys of an index's entries. `type` is Global or Local. */
export const indexPrefix = (type: string, table: string, index: string): string =>
  `index-${type.toLowerCase()}~${table}~${index}~`

/** Everything under a prefix. */
export function entriesUnder(store: Store, prefix: string): AsyncIterable<[string, unknown]> {
  return store.db.iterator({ gte: prefix, lt: `${prefix}\xff` })
}

/** Finds a table's definition with the signature that dynalite's actions expect: the callback is the last argument. */
function tableFinder(tables: Map<string, DynaliteTable>): DynaliteStore['getTable'] {
  return (table, ...rest) => {
    const done = rest.find(one => typeof one === 'function')
    const known = tables.get(table)
    if (known) done?.(null, known)
    else done?.(missingTable(table))
  }
}

function createStage(raw: DynaliteStore, tables: Map<string, DynaliteTable>): Stage {
  const writes = new Map<string, unknown>()
  const locked: string[] = []
  const get = (key: string): unknown => (writes.has(key) ? writes.get(key) : raw.db.getSync(key))

  const range = (prefix: string, faultOf = (_: unknown): Error | undefined => undefined): DynaliteRange => ({
    lock(key, run) {
      locked.push(prefix + key)
      run(done => done)
    },
    get: (key, done) => done(null, get(prefix + key)),
    put(key, value, done) {
      const fault = faultOf(value)
      if (fault) return done(fault)
      writes.set(prefix + key, value)
      done(null)
    },
    del(key, done) {
      writes.set(prefix + key, undefined)
      done(null)
    },
  })
  const store = {
    options: raw.options,
    getTable: tableFinder(tables),
    getItemDb: (table: string) => range(itemPrefix(table), value => faultOfItem(tables.get(table), value)),
    getIndexDb: (type: string, table: string, index: string) => range(indexPrefix(type, table, index)),
  }

  return {
    locked,
    get,
    put: (key, value) => void writes.set(key, value),
    perform(action, data) {
      const outcomes: { error: Error | null; value: object }[] = []
      action(store, data, (error, value = {}) => outcomes.push({ error, value }))
      const [outcome] = outcomes
      if (!outcome) throw new Error('The action of dynalite did not finish synchronously.')
      if (outcome.error) throw outcome.error
      return outcome.value
    },
    operations: () =>
      [...writes].map(
        ([key, value]): BatchOperation => (value === undefined ? { type: 'del', key } : { type: 'put', key, value }),
      ),
  }
}

const indexed = z.object({
  GlobalSecondaryIndexes: z
    .array(z.object({ IndexName: z.string(), KeySchema: z.array(z.object({ AttributeName: z.string() })) }))
    .default([]),
})

/** Why DynamoDB refuses to store an item, beyond what dynalite checks. */
function faultOfItem(table: DynaliteTable | undefined, value: unknown): Error | undefined {
  const item = attributeMap.parse(value)
  if (itemSize(item) > LARGEST_ITEM) return invalidRequest('Item size has exceeded the maximum allowed size')
  for (const { IndexName, KeySchema } of indexed.parse(table ?? {}).GlobalSecondaryIndexes)
    for (const { AttributeName } of KeySchema)
      if (item[AttributeName]?.S === '')
        return invalidRequest(
          'One or more parameter values are not valid. A value specified for a secondary index key is not supported. ' +
            `The AttributeValue for a key attribute cannot contain an empty string value. IndexName: ${IndexName}, IndexKey: ${AttributeName}`,
        )
  return undefined
}
