import * as z from 'zod'
import { readServiceRow, serviceKey } from './service-rows.ts'
import type { Tables } from './tables.ts'
import { put, write } from './transaction.ts'

/** An execution ends after eight hours, and its tokens with it. */
const KEPT_SECONDS = 9 * 3600

const tokenRow = z.object({ token: z.string() })

/** Stores the token of the step in which the execution waits and replaces that of an earlier wait; `now` in epoch milliseconds. */
export async function keepTaskToken(tables: Tables, execution: string, token: string, now: number): Promise<void> {
  const expires_at = Math.floor(now / 1000) + KEPT_SECONDS
  await write(tables, put(tables.service, { ...serviceKey.taskToken(execution), token, expires_at }))
}

/** The token of the execution's latest wait (consistent read), which may be over. */
export async function readTaskToken(tables: Tables, execution: string): Promise<string | undefined> {
  return tokenRow.optional().parse(await readServiceRow(tables, serviceKey.taskToken(execution)))?.token
}
