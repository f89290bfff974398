import { setTimeout } from 'node:timers/promises'
import { ConditionalCheckFailedException, TransactionConflictException } from '@aws-sdk/client-dynamodb'
import { ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { Tables } from '../../../lambdas/records/tables.ts'

type Row = Record<string, unknown>
/** Attempts to write one row, which a concurrent transaction may hold. */
const MOST_TRIES = 50

interface TimedRows {
  table: 'users' | 'archive' | 'payments' | 'service' | 'outbox'
  key: readonly string[]
  iso: readonly string[]
  /** Attributes with epoch milliseconds. */
  ms?: readonly string[]
}

/** Rows that contain times: their keys, and their attributes with ISO times or epoch milliseconds. */
const TIMED: readonly TimedRows[] = [
  { table: 'users', key: ['uid'], iso: ['created_at'] },
  {
    table: 'archive',
    key: ['uid', 'key'],
    iso: ['open_since', 'changed_at', 'video_upload_time', 'fed_at'],
  },
  { table: 'payments', key: ['order_id'], iso: ['open_since', 'created_at'] },
  // The rows of groups.
  { table: 'service', key: ['id'], iso: ['last_at'] },
  { table: 'outbox', key: ['id'], iso: ['since'], ms: ['due', 'lease'] },
]

/**
 * Moves every time in the tables back by `ms`, as if that long had passed without work. A function that still runs for
 * an event may write meanwhile.
 */
export async function passTime(tables: Tables, ms: number): Promise<void> {
  for (const timed of TIMED)
    for (const row of await scanned(tables, tables[timed.table])) await setBack(tables, timed, row, ms)
}

async function setBack(
  tables: Tables,
  { table, key, iso, ms: epochs = [] }: TimedRows,
  row: Row,
  ms: number,
): Promise<void> {
  const change: Row = {}
  for (const attribute of iso) {
    const at = row[attribute]
    if (typeof at === 'string') change[attribute] = new Date(Date.parse(at) - ms).toISOString()
  }
  for (const attribute of epochs) {
    const at = row[attribute]
    if (typeof at === 'number') change[attribute] = at - ms
  }
  const names = Object.keys(change)
  if (names.length === 0) return
  const update = new UpdateCommand({
    TableName: tables[table],
    Key: Object.fromEntries(key.map(each => [each, row[each]])),
    // A row that was deleted meanwhile stays deleted.
    ConditionExpression: `attribute_exists(${key[0]})`,
    UpdateExpression: `SET ${names.map((_, i) => `#n${i} = :v${i}`).join(', ')}`,
    ExpressionAttributeNames: Object.fromEntries(names.map((each, i) => [`#n${i}`, each])),
    ExpressionAttributeValues: Object.fromEntries(names.map((each, i) => [`:v${i}`, change[each]])),
  })
  for (let tries = 1; ; tries += 1)
    try {
      return void (await tables.client.send(update))
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return
      if (tries === MOST_TRIES || !(error instanceof TransactionConflictException)) throw error
      await setTimeout(100)
    }
}

/** Scans a whole table. */
export async function scanned({ client }: Tables, table: string): Promise<Row[]> {
  const rows: Row[] = []
  let from: Row | undefined
  do {
    const page = await client.send(new ScanCommand({ TableName: table, ExclusiveStartKey: from, ConsistentRead: true }))
    rows.push(...(page.Items ?? []))
    from = page.LastEvaluatedKey
  } while (from)
  return rows
}
