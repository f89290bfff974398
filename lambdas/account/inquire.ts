import * as z from 'zod'
import { ApiError } from '../contract/errors.ts'
import { ALLOWANCES } from '../contract/limits.ts'
import { isoNow } from '../contract/time.ts'
import { logRow } from '../records/activity-log.ts'
import { readEntry } from '../records/archive.ts'
import { answered, requestedEmail } from '../records/requests.ts'
import { spendAllowance } from '../records/service-rows.ts'
import { untilAnswered } from '../records/transaction.ts'
import { requireAccount } from '../records/users.ts'
import { sendOwed } from '../runtime/owed-email.ts'
import type { AccountDeps } from './account-deps.ts'
import { inquiryEmail } from './messages.ts'

export interface Inquiry {
  uid: string
  /** The page's UUID for the request. */
  id: string
  body: { text: string; key?: string | undefined; orderId?: string | undefined }
}

/**
 * Emails a user's question to the operator, once per UUID, with the user's address as reply-to. A repeated request
 * waits while the first one is still sending, and sends in its place if it was killed.
 */
export async function inquire(deps: AccountDeps, { uid, id, body }: Inquiry): Promise<Record<string, never>> {
  const { tables } = deps
  const at = isoNow(deps)
  const user = await requireAccount(tables, uid)
  const request = { uid, id, route: 'inquire', body, at } as const
  if (await answered(tables, request, z.object({}))) return {}
  const entry = body.key === undefined ? undefined : await readEntry(tables, { uid, key: body.key })
  if (body.key !== undefined && !entry) throw new ApiError('NO_VIDEO')
  await spendAllowance(tables, uid, ALLOWANCES.inquiry, at)
  const message = inquiryEmail({
    uid,
    name: user.name,
    email: user.email,
    text: body.text,
    entry,
    orderId: body.orderId,
  })
  const log = logRow(tables, { uid, action: 'inquiry', details: { key: body.key }, at })
  const owed = requestedEmail(tables, request, [log])
  const send = () => deps.sendEmail({ to: deps.operatorEmail, replyTo: user.email, ...message })
  await untilAnswered(async () => {
    const isSent = (await sendOwed(owed, deps.now, send)) || (await answered(tables, request, z.object({})))
    return isSent ? { isSent } : undefined
  })
  return {}
}
