import { GetCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { ApiError } from '../contract/errors.ts'
import type { Tables } from './tables.ts'
import { put, remove, update, write } from './transaction.ts'

/** Tries at one code before a new one must be asked for: a million codes, five guesses. */
const TRIES = 5

const codeRow = z.object({ hash: z.string(), expires_at: z.int() })
const rowKey = (uid: string) => ({ uid: `mailcode#${uid}` })

/** Keeps the hash of the code that was mailed; the one before is void. `expiresAt` in epoch seconds. */
export async function keepMailCode(tables: Tables, uid: string, hash: string, expiresAt: number): Promise<void> {
  await write(tables, put(tables.users, { ...rowKey(uid), hash, tries: 0, expires_at: expiresAt }))
}

/**
 * The hash to compare with, after the try was counted; `now` in epoch seconds.
 * @throws ApiError MAIL_CODE_WRONG where no code is valid, TOO_MANY_REQUESTS where its tries are spent.
 */
export async function countMailCodeTry(tables: Tables, uid: string, now: number): Promise<string> {
  const { Item } = await tables.client.send(
    new GetCommand({ TableName: tables.users, Key: rowKey(uid), ConsistentRead: true }),
  )
  const row = codeRow.safeParse(Item).data
  if (!row || row.expires_at < now) throw new ApiError('MAIL_CODE_WRONG')
  const when = { equals: { hash: row.hash }, below: { tries: TRIES } }
  const counted = await write(tables, update(tables.users, rowKey(uid), { add: { tries: 1 } }, when))
  if (!counted) throw new ApiError('TOO_MANY_REQUESTS')
  return row.hash
}

export async function forgetMailCode(tables: Tables, uid: string): Promise<void> {
  await write(tables, remove(tables.users, rowKey(uid)))
}
