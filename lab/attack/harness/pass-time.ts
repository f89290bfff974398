import { ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { Tables } from '../../../lambdas/records/tables.ts'

type Row = Record<string, unknown>

interface TimedRows {
  table: 'users' | 'archive' | 'payments' | 'service'
  key: readonly string[]
  iso: readonly string[]
  lease: RegExp
}

/** Rows that contain times: their keys, and their attributes with ISO times or epoch milliseconds. */
const TIMED: readonly TimedRows[] = [
  { table: 'users', key: ['uid'], iso: ['open_since', 'created_at'], lease: /^sending_/ },
  {
    table: 'archive',
    key: ['uid', 'key'],
    iso: ['open_since', 'changed_at', 'video_upload_time', 'fed_at'],
    lease: /^sending_/,
  },
  { table: 'payments', key: ['order_id'], iso: ['open_since', 'created_at'], lease: /^mails_sending$/ },
  // The rows of groups.
  { table: 'service', key: ['id'], iso: ['last_at'], lease: /^sending$/ },
]

/**
 * Moves every time in the tables back by `ms`, as if that long had passed without work. Nothing else may write
 * meanwhile.
 */
export async function passTime(tables: Tables, ms: number): Promise<void> {
  for (const timed of TIMED)
    for (const row of await scanned(tables, tables[timed.table])) await setBack(tables, timed, row, ms)
}

async function setBack(tables: Tables, { table, key, iso, lease }: TimedRows, row: Row, ms: number): Promise<void> {
  const change: Row = {}
  for (const attribute of iso) {
    const at = row[attribute]
    if (typeof at === 'string') change[attribute] = new Date(Date.parse(at) - ms).toISOString()
  }
  for (const [attribute, value] of Object.entries(row))
    if (lease.test(attribute)) change[attribute] = earlier(value, ms)
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

/** Shifts one email's lease, or all leases of an order, which has one for each kind of email. */
function earlier(value: unknown, ms: number): unknown {
  if (typeof value === 'number') return value - ms
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([kind, until]) => [kind, earlier(until, ms)]))
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
