import { paginateScan } from '@aws-sdk/lib-dynamodb'
import type * as z from 'zod'
import type { Tables } from '../../lambdas/records/tables.ts'

type TableName = 'users' | 'ledger' | 'archive' | 'payments' | 'logs'

/** Every row of a table, page by page; for the operator only: the service itself never scans. */
export async function* scan<Schema extends z.ZodType>(
  { client, ...names }: Tables,
  table: TableName,
  schema: Schema,
): AsyncGenerator<z.output<Schema>> {
  for await (const { Items = [] } of paginateScan({ client }, { TableName: names[table], ConsistentRead: true }))
    for (const item of Items) {
      const parsed = schema.safeParse(item)
      if (parsed.success) yield parsed.data
    }
}

/** The newest rows by a text that sorts in time, newest first. */
export async function newest<Row>(
  rows: AsyncIterable<Row>,
  most: number,
  timeOf: (row: Row) => string,
): Promise<Row[]> {
  let kept: Row[] = []
  const cut = () => {
    kept = kept.toSorted((a, b) => (timeOf(a) < timeOf(b) ? 1 : -1)).slice(0, most)
  }
  for await (const row of rows) {
    kept.push(row)
    if (kept.length >= most * 2 + 100) cut()
  }
  cut()
  return kept
}
