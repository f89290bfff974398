import { GetCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import type { Tables } from './tables.ts'
import { put, write } from './transaction.ts'

const KEPT_SECONDS = 60 * 60

const quoteRow = z.object({ quote: z.unknown(), expires_at: z.int() })
const rowKey = (id: string) => ({ uid: `youtube#${id}` })

/** What was asked of YouTube about this video within the last hour, or `undefined`; `now` in epoch milliseconds. */
export async function readQuote<Schema extends z.ZodType>(
  tables: Tables,
  id: string,
  quote: Schema,
  now: number,
): Promise<z.output<Schema> | undefined> {
  const { Item } = await tables.client.send(new GetCommand({ TableName: tables.users, Key: rowKey(id) }))
  const row = quoteRow.safeParse(Item).data
  return row && row.expires_at > now / 1000 ? quote.safeParse(row.quote).data : undefined
}

export async function keepQuote(tables: Tables, id: string, quote: object, now: number): Promise<void> {
  const expires_at = Math.floor(now / 1000) + KEPT_SECONDS
  await write(tables, put(tables.users, { ...rowKey(id), quote, expires_at }))
}
