import { timingSafeEqual } from 'node:crypto'
import { ApiError } from '../contract/errors.ts'
import { ALLOWANCES } from '../contract/limits.ts'
import { isoNow } from '../contract/time.ts'
import type { Me } from '../contract/views.ts'
import { writeLog } from '../records/activity-log.ts'
import { setEmail } from '../records/ledger/index.ts'
import { countEmailCodeTry, forgetEmailCode, keepEmailCode, spendAllowance } from '../records/service-rows.ts'
import { requireAccount } from '../records/users.ts'
import { type AccountDeps, keyedHash, mailboxParts } from './account-deps.ts'
import { buildCodeMessage } from './code-message.ts'
import { meView } from './me-view.ts'

const VALID_MINUTES = 10
/** Emails a code to the address that the user entered. A new code replaces the previous one. */
export async function requestEmailCode(
  deps: AccountDeps,
  { uid, email }: { uid: string; email: string },
): Promise<Record<string, never>> {
  await requireAccount(deps.tables, uid)
  await spendAllowance(deps.tables, uid, ALLOWANCES.emailCode, isoNow(deps))
  const code = deps.randomCode()
  const hash = await hashCode(deps, uid, email, code)
  await keepEmailCode(deps.tables, uid, hash, epochSeconds(deps) + VALID_MINUTES * 60)
  await deps.sendEmail({ to: email, ...buildCodeMessage({ code, minutes: VALID_MINUTES }) })
  return {}
}

/**
 * Stores the address that the code confirms.
 * @throws ApiError MAIL_CODE_WRONG; TOO_MANY_REQUESTS after five attempts at one code; SUSPENDED if the address belongs
 * to a suspended user
 */
export async function confirmEmailCode(
  deps: AccountDeps,
  { uid, email, code }: { uid: string; email: string; code: string },
): Promise<Me> {
  const { tables } = deps
  await requireAccount(tables, uid)
  const kept = await countEmailCodeTry(tables, uid, epochSeconds(deps))
  const stated = await hashCode(deps, uid, email, code)
  if (!timingSafeEqual(Buffer.from(stated), Buffer.from(kept))) throw new ApiError('MAIL_CODE_WRONG')
  await setEmail(tables, uid, email, await keyedHash(deps, ...mailboxParts(email)), isoNow(deps))
  await forgetEmailCode(tables, uid)
  await writeLog(tables, { uid, action: 'email', details: {}, at: isoNow(deps) })
  return meView(deps, await requireAccount(tables, uid))
}

/** Hash that binds a code to one user and one address. */
async function hashCode(deps: AccountDeps, uid: string, email: string, code: string): Promise<string> {
  return keyedHash(deps, 'emailcode', uid, email, code)
}

function epochSeconds({ now }: AccountDeps): number {
  return Math.floor(now() / 1000)
}
