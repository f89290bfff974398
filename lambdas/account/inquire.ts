import * as z from 'zod'
import { ApiError } from '../contract/errors.ts'
import { ALLOWANCES } from '../contract/limits.ts'
import { isoNow } from '../contract/time.ts'
import { sendNow } from '../email/send-owed.ts'
import { logRow } from '../records/activity-log.ts'
import { readEntry } from '../records/archive.ts'
import { owe } from '../records/outbox.ts'
import { answered, idempotent } from '../records/requests.ts'
import { spendAllowance } from '../records/service-rows.ts'
import { requireAccount } from '../records/users.ts'
import type { AccountDeps } from './account-deps.ts'

export interface Inquiry {
  uid: string
  /** The page's UUID for the request. */
  id: string
  body: { text: string; key?: string | undefined; orderId?: string | undefined }
}

const NOTHING = z.object({})

/**
 * Emails a user's question to the operator, once per UUID, with the user's address as reply-to.
 * @throws ApiError NO_USER, NO_VIDEO, TOO_MANY_REQUESTS, KEY_REUSED
 */
export async function inquire(deps: AccountDeps, { uid, id, body }: Inquiry): Promise<Record<string, never>> {
  const { tables } = deps
  const at = isoNow(deps)
  const { name, email } = await requireAccount(tables, uid)
  const request = { uid, id, route: 'inquire', body, at } as const
  if (await answered(tables, request, NOTHING)) return {}
  const { key } = body
  if (key !== undefined && !(await readEntry(tables, { uid, key }))) throw new ApiError('NO_VIDEO')
  await spendAllowance(tables, uid, ALLOWANCES.inquiry, at)
  const question = { about: 'inquiry', uid, request: id, name, email, ...body } as const
  await idempotent(tables, request, NOTHING, async () => ({
    made: {},
    writes: [owe(tables, question, at), logRow(tables, { uid, action: 'inquiry', details: { key }, at })],
  }))
  await sendNow(deps, question)
  return {}
}
