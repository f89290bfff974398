import { paginateScan } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { TABLES, type TableName } from '../../lambdas/contract/tables.ts'
import type { Tables } from '../../lambdas/records/tables.ts'
import { RefusedError } from './command.ts'

/**
 * Every row of a table. Only for the operator: the service itself never scans.
 * @throws RefusedError at the first row that does not match the schema: an incomplete report is worse than none
 */
export async function* scan<Schema extends z.ZodType>(
  { client, ...names }: Tables,
  table: TableName,
  schema: Schema,
): AsyncGenerator<z.output<Schema>> {
  for await (const { Items = [] } of paginateScan({ client }, { TableName: names[table], ConsistentRead: true }))
    for (const item of Items) yield parsedRow(table, schema, item)
}

/** @throws RefusedError that names the table and the row's key, but no other values */
export function parsedRow<Schema extends z.ZodType>(
  table: TableName,
  schema: Schema,
  item: Record<string, unknown>,
): z.output<Schema> {
  const parsed = schema.safeParse(item)
  if (parsed.success) return parsed.data
  const key = Object.keys(TABLES[table].keys)
    .map(name => `${name}=${String(item[name])}`)
    .join(' ')
  throw new RefusedError(`Table ${table} holds a row that cannot be read (${key}):\n${z.prettifyError(parsed.error)}`)
}

/** The newest rows, newest first, by a text that sorts chronologically. */
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
