import { createKey, getIndexActions } from 'dynalite/db/index.js'
import type { BatchOperation, DynaliteIndex, DynaliteItem, DynaliteTable } from 'dynalite/types'
import * as createTableRules from 'dynalite/validations/createTable.js'
import { checkTypes, checkValidations } from 'dynalite/validations/index.js'
import * as z from 'zod'
import { missingTable } from './errors.ts'
import { attributeMap, entriesUnder, indexPrefix, itemPrefix, type Store } from './store.ts'

const keySchema = z.array(z.object({ AttributeName: z.string(), KeyType: z.string() }))
const index = z.object({
  IndexName: z.string(),
  KeySchema: keySchema,
  Projection: z.object({ ProjectionType: z.string().optional(), NonKeyAttributes: z.array(z.string()).optional() }),
})
const definition = z.object({
  TableName: z.string(),
  AttributeDefinitions: z.array(z.object({ AttributeName: z.string(), AttributeType: z.string() })),
  KeySchema: keySchema,
  GlobalSecondaryIndexes: z.array(index).optional(),
})
const properties = definition.omit({ TableName: true }).extend({
  TimeToLiveSpecification: z.object({ AttributeName: z.string().optional(), Enabled: z.coerce.boolean() }).optional(),
  LocalSecondaryIndexes: z.never('Local secondary indexes are not supported.').optional(),
})

const TABLE_PREFIX = 'table~'
/** Operations per batch while an index is filled or emptied. */
const BATCH_SIZE = 500

export type TableProperties = z.output<typeof properties>

/** Reads the resolved properties of an AWS::DynamoDB::Table or GlobalTable. Billing and backup settings are dropped. */
export function tableProperties(input: unknown): TableProperties {
  return properties.parse(input)
}

/** Loads the definitions of the tables in the database. */
export async function loadTables(store: Store): Promise<void> {
  for await (const [, value] of entriesUnder(store, TABLE_PREFIX)) {
    const table = definition.parse(value)
    store.tables.set(table.TableName, table)
  }
}

/**
 * Creates a table, or changes an existing one to match the properties by filling and emptying indexes.
 * @throws Error if the existing table has another key
 */
export async function ensureTable(store: Store, wanted: TableProperties, tableName: string): Promise<void> {
  const { TimeToLiveSpecification: _expiry, LocalSecondaryIndexes: _none, ...shape } = wanted
  const table: DynaliteTable = { TableName: tableName, ...shape }
  const request = { ...structuredClone(table), BillingMode: 'PAY_PER_REQUEST' }
  const { types, custom } = createTableRules
  checkValidations(checkTypes(request, types), types, custom, store.raw)
  const existing = store.tables.get(tableName)
  if (existing && JSON.stringify(existing.KeySchema) !== JSON.stringify(table.KeySchema))
    throw new Error(`Table ${tableName} exists with another key. Remove its data to create it anew.`)
  if (existing) await alignIndexes(store, existing, table)
  // dynalite's Query and Scan treat a table without a status as missing.
  await store.db.put(TABLE_PREFIX + tableName, { ...table, TableStatus: 'ACTIVE' })
  store.tables.set(tableName, table)
}

/** Writes items and their index entries as an import from S3 does: without conditions or events. */
export async function importItems(store: Store, tableName: string, items: Iterable<DynaliteItem>): Promise<void> {
  const table = store.tables.get(tableName)
  if (!table) throw missingTable(tableName)
  await inBatches(store, items, item => [
    { type: 'put', key: itemPrefix(tableName) + createKey(item, table), value: item },
    ...indexPuts(table, table.GlobalSecondaryIndexes ?? [], item),
  ])
}

async function alignIndexes(store: Store, existing: DynaliteTable, table: DynaliteTable): Promise<void> {
  const before = new Map(existing.GlobalSecondaryIndexes?.map(one => [one.IndexName, JSON.stringify(one)]))
  const after = new Map(table.GlobalSecondaryIndexes?.map(one => [one.IndexName, JSON.stringify(one)]))
  for (const [indexName, shape] of before)
    if (after.get(indexName) !== shape) await emptyIndex(store, table.TableName, indexName)
  const added = (table.GlobalSecondaryIndexes ?? []).filter(one => before.get(one.IndexName) !== JSON.stringify(one))
  if (added.length > 0) await fillIndexes(store, table, added)
}

async function emptyIndex(store: Store, table: string, indexName: string): Promise<void> {
  const entries = entriesUnder(store, indexPrefix('Global', table, indexName))
  await inBatches(store, entries, ([key]) => [{ type: 'del', key }])
}

async function fillIndexes(store: Store, table: DynaliteTable, indexes: DynaliteIndex[]): Promise<void> {
  await inBatches(store, entriesUnder(store, itemPrefix(table.TableName)), ([, value]) =>
    indexPuts(table, indexes, attributeMap.parse(value)),
  )
}

function indexPuts(table: DynaliteTable, indexes: DynaliteIndex[], item: DynaliteItem): BatchOperation[] {
  return getIndexActions(indexes, null, item, table).puts.map(put => ({
    type: 'put',
    key: indexPrefix('Global', table.TableName, put.index) + put.key,
    value: put.item,
  }))
}

async function inBatches<Entry>(
  store: Store,
  entries: AsyncIterable<Entry> | Iterable<Entry>,
  operationsOf: (entry: Entry) => BatchOperation[],
): Promise<void> {
  let operations: BatchOperation[] = []
  for await (const entry of entries) {
    operations.push(...operationsOf(entry))
    if (operations.length < BATCH_SIZE) continue
    await store.db.batch(operations)
    operations = []
  }
  if (operations.length > 0) await store.db.batch(operations)
}
