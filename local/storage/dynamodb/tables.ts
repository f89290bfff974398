import { randomUUID } from 'node:crypto'
import { getIndexActions } from 'dynalite/db/index.js'
import type { BatchOperation, DynaliteIndex, DynaliteItem, DynaliteTable } from 'dynalite/types'
import * as createTableRules from 'dynalite/validations/createTable.js'
import { checkTypes, checkValidations } from 'dynalite/validations/index.js'
import * as z from 'zod'
import { LOCAL_ACCOUNT } from '../../aws/service.ts'
import type { Store } from './store.ts'

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
  LocalSecondaryIndexes: z.array(index).optional(),
})
const properties = definition.omit({ TableName: true }).extend({
  TimeToLiveSpecification: z.object({ AttributeName: z.string().optional(), Enabled: z.coerce.boolean() }).optional(),
})
const item = z.custom<DynaliteItem>(value => typeof value === 'object' && value !== null)

const TABLE_PREFIX = 'table~'
/** Operations of one batch while an index is filled. */
const BATCH = 500

export type TableProperties = z.output<typeof properties>

/** Reads the properties of an AWS::DynamoDB::Table or GlobalTable, resolved; what is not the table's shape is left out. */
export function tableProperties(input: unknown): TableProperties {
  return properties.parse(input)
}

/** Makes the known tables of the database ready for use. */
export async function loadTables(store: Store): Promise<void> {
  for await (const [, value] of store.db.iterator({ gte: TABLE_PREFIX, lt: `${TABLE_PREFIX}\xff` })) {
    const table = definition.parse(value)
    store.tables.set(table.TableName, table)
  }
}

/** Creates a table, or brings the one that is there to the properties: indexes come and go, keys cannot change. */
export async function ensureTable(store: Store, wanted: TableProperties, name: string): Promise<void> {
  const { TimeToLiveSpecification: _, ...shape } = wanted
  const table: DynaliteTable = { TableName: name, ...shape }
  const request = { ...structuredClone(table), BillingMode: 'PAY_PER_REQUEST' }
  const { types, custom } = createTableRules
  checkValidations(checkTypes(request, types), types, custom, store.raw)
  const existing = store.tables.get(name)
  if (existing && JSON.stringify(existing.KeySchema) !== JSON.stringify(table.KeySchema))
    throw new Error(`Table ${name} is there with another key. Remove its data to create it anew.`)
  if (existing) await alignIndexes(store, existing, table)
  await store.db.put(TABLE_PREFIX + name, recordOf(table))
  store.tables.set(name, table)
}

/** The table as DescribeTable answers it. */
function recordOf(table: DynaliteTable): object {
  const arn = `arn:aws:dynamodb:local:${LOCAL_ACCOUNT}:table/${table.TableName}`
  const described = (one: DynaliteIndex): object => ({
    ...one,
    IndexStatus: 'ACTIVE',
    IndexArn: `${arn}/index/${one.IndexName}`,
  })
  return {
    ...table,
    GlobalSecondaryIndexes: table.GlobalSecondaryIndexes?.map(described),
    TableStatus: 'ACTIVE',
    TableArn: arn,
    TableId: randomUUID(),
    BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' },
  }
}

async function alignIndexes(store: Store, existing: DynaliteTable, table: DynaliteTable): Promise<void> {
  const before = new Map(existing.GlobalSecondaryIndexes?.map(one => [one.IndexName, JSON.stringify(one)]))
  const after = new Map(table.GlobalSecondaryIndexes?.map(one => [one.IndexName, JSON.stringify(one)]))
  for (const [indexName, shape] of before)
    if (after.get(indexName) !== shape) await emptyIndex(store, table.TableName, indexName)
  const added = (table.GlobalSecondaryIndexes ?? []).filter(one => before.get(one.IndexName) !== JSON.stringify(one))
  if (added.length > 0) await fillIndexes(store, table, added)
}

const indexPrefix = (table: string, name: string): string => `index-global~${table}~${name}~`

async function emptyIndex(store: Store, table: string, name: string): Promise<void> {
  const prefix = indexPrefix(table, name)
  await inBatches(store, store.db.iterator({ gte: prefix, lt: `${prefix}\xff` }), ([key]) => [{ type: 'del', key }])
}

async function fillIndexes(store: Store, table: DynaliteTable, indexes: DynaliteIndex[]): Promise<void> {
  const prefix = `item-${table.TableName}~`
  await inBatches(store, store.db.iterator({ gte: prefix, lt: `${prefix}\xff` }), ([, value]) =>
    getIndexActions(indexes, null, item.parse(value), table).puts.map(put => ({
      type: 'put',
      key: indexPrefix(table.TableName, put.index) + put.key,
      value: put.item,
    })),
  )
}

async function inBatches(
  store: Store,
  entries: AsyncIterable<[string, unknown]>,
  operationsOf: (entry: [string, unknown]) => BatchOperation[],
): Promise<void> {
  let operations: BatchOperation[] = []
  for await (const entry of entries) {
    operations.push(...operationsOf(entry))
    if (operations.length < BATCH) continue
    await store.db.batch(operations)
    operations = []
  }
  if (operations.length > 0) await store.db.batch(operations)
}
