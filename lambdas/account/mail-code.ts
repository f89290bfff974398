import { timingSafeEqual } from 'node:crypto'
import { ApiError } from '../contract/errors.ts'
import { ALLOWANCES } from '../contract/limits.ts'
import { isoNow } from '../contract/time.ts'
import type { Me } from '../contract/views.ts'
import { writeLog } from '../records/activity-log.ts'
import { countMailCodeTry, forgetMailCode, keepMailCode, spendAllowance } from '../records/service-rows.ts'
import { requireAccount, setEmail } from '../records/users.ts'
import { type AccountRoom, keyedHash, mailboxParts, meView } from './account-room.ts'
import { codeMail } from './messages.ts'

const VALID_MINUTES = 10
/** Mails a code to the address that a person enters; a new code replaces the previous one. */
export async function requestMailCode(
  room: AccountRoom,
  { uid, email }: { uid: string; email: string },
): Promise<Record<string, never>> {
  await requireAccount(room.tables, uid)
  await spendAllowance(room.tables, uid, ALLOWANCES.mailCode, isoNow(room))
  const code = room.randomCode()
  const hash = await hashOf(room, uid, email, code)
  await keepMailCode(room.tables, uid, hash, epochSeconds(room) + VALID_MINUTES * 60)
  await room.sendMail({ to: email, ...codeMail({ code, minutes: VALID_MINUTES }) })
  return {}
}

/**
 * Stores the address that the code confirms.
 * @throws ApiError MAIL_CODE_WRONG; TOO_MANY_REQUESTS after five tries at one code; SUSPENDED where the address belongs
 * to a suspended person.
 */
export async function confirmMailCode(
  room: AccountRoom,
  { uid, email, code }: { uid: string; email: string; code: string },
): Promise<Me> {
  const { tables } = room
  await requireAccount(tables, uid)
  const kept = await countMailCodeTry(tables, uid, epochSeconds(room))
  const stated = await hashOf(room, uid, email, code)
  if (!timingSafeEqual(Buffer.from(stated), Buffer.from(kept))) throw new ApiError('MAIL_CODE_WRONG')
  await setEmail(tables, uid, email, await keyedHash(room, ...mailboxParts(email)), isoNow(room))
  await forgetMailCode(tables, uid)
  await writeLog(tables, { uid, action: 'email', details: {}, at: isoNow(room) })
  return meView(room, await requireAccount(tables, uid))
}

/** Binds a code to one address of one person. */
async function hashOf(room: AccountRoom, uid: string, email: string, code: string): Promise<string> {
  return keyedHash(room, 'mailcode', uid, email, code)
}

function epochSeconds({ now }: AccountRoom): number {
  return Math.floor(now() / 1000)
}
