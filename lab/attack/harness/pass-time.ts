import { ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { Tables } from '../../../lambdas/records/tables.ts'

type Row = Record<string, unknown>

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
 * Moves every time in the tables back by `ms`, as if that long had passed without work. Nothing else may write
 * meanwhile.
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
  await tables.client.send(
    new UpdateCommand({
      TableName: tables[table],
      Key: Object.fromEntries(key.map(each => [each, row[each]])),
      UpdateExpression: `SET ${names.map((_, i) => `#n${i} = :v${i}`).join(', ')}`,
      ExpressionAttributeNames: Object.fromEntries(names.map((each, i) => [`#n${i}`, each])),
      ExpressionAttributeValues: Object.fromEntries(names.map((each, i) => [`:v${i}`, change[each]])),
    }),
  )
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
