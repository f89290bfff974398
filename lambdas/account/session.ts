import { isoNow } from '../contract/time.ts'
import type { Me } from '../contract/views.ts'
import { writeLog } from '../records/activity-log.ts'
import { owedWelcomeMail } from '../records/entry-mails.ts'
import { carryIdentity } from '../records/identities.ts'
import { signUp } from '../records/ledger/index.ts'
import { readUser, type User } from '../records/users.ts'
import type { Caller } from '../runtime/http.ts'
import { log, logCounted } from '../runtime/log.ts'
import { sendOwed } from '../runtime/owed-mail.ts'
import { welcomeMail } from '../runtime/welcome-mail.ts'
import { type AccountRoom, formerHash, keyedHash, mailboxParts, meView } from './account-room.ts'

/** Name of a person whose social account gives neither a name nor an address. */
const NAMELESS = '회원'

/** The first sign-in creates the user, logs `signup` and sends the welcome mail; every later one logs `login`. */
export async function openSession(room: AccountRoom, caller: Caller): Promise<Me & { created: boolean }> {
  const known = await readUser(room.tables, caller.uid)
  if (known) await carryKnown(room, caller, known)
  const { user, created } = known ? { user: known, created: false } : await firstSession(room, caller)
  if (!created) {
    const log = { uid: caller.uid, action: 'login', details: {}, at: isoNow(room) } as const
    await writeLog(room.tables, log)
  }
  return { ...(await meView(room, user)), created }
}

async function firstSession(room: AccountRoom, caller: Caller): Promise<{ user: User; created: boolean }> {
  const { email, name } = await room.people.profile(caller)
  await carryOver(room, ['identity', caller.username])
  if (email !== undefined) await carryOver(room, mailboxParts(email))
  const { user, created, granted } = await signUp(room.tables, {
    uid: caller.uid,
    identity: await keyedHash(room, 'identity', caller.username),
    mailbox: email === undefined ? undefined : await keyedHash(room, ...mailboxParts(email)),
    email,
    name: name ?? email?.split('@')[0] ?? NAMELESS,
    customerKey: room.randomId(),
    at: isoNow(room),
  })
  if (created) logCounted('signup', 'account', 'person signed up', { uid: caller.uid, tokens: granted })
  if (created && email !== undefined && user.suspended === undefined)
    await welcome(room, { uid: user.uid, email, name: user.name, granted })
  return { user, created }
}

/** While the key of the hashes is rotated, an identity that is known under the former key is remembered under the current. */
async function carryOver(room: AccountRoom, parts: string[], uid?: string): Promise<void> {
  const former = await formerHash(room, ...parts)
  if (former === undefined) return
  await carryIdentity(room.tables, { former, current: await keyedHash(room, ...parts), uid, at: isoNow(room) })
}

/** People who are known sign in even where the key cannot be read. */
async function carryKnown(room: AccountRoom, { username }: Caller, { uid, email }: User): Promise<void> {
  try {
    await carryOver(room, ['identity', username], uid)
    if (email !== undefined) await carryOver(room, mailboxParts(email), uid)
  } catch (error) {
    log('error', 'account', 'identity not carried over to the current key', {}, error)
  }
}

/** A welcome mail that cannot be sent does not prevent the sign-in; it stays owed, and the mail room sends it later. */
async function welcome(
  room: AccountRoom,
  { uid, email, ...to }: { uid: string; email: string; name: string; granted: number },
): Promise<void> {
  try {
    const message = welcomeMail({ ...to, siteUrl: room.siteUrl })
    await sendOwed(owedWelcomeMail(room.tables, uid), room.now, () => room.sendMail({ to: email, ...message }))
  } catch (error) {
    log('error', 'mail', 'the welcome mail was not sent', {}, error)
  }
}

/** Logs `logout`. The browser revokes its refresh token itself: only it has that token. Other devices stay signed in. */
export async function closeSession(room: AccountRoom, caller: Caller): Promise<Record<string, never>> {
  await writeLog(room.tables, { uid: caller.uid, action: 'logout', details: {}, at: isoNow(room) })
  return {}
}

/**
 * Revokes the refresh tokens of every device and logs `logout`. Access tokens that are out work until they expire, as API
 * Gateway does not ask Cognito about them. Cognito lists no sessions, so there is no choice among them.
 */
export async function closeAllSessions(room: AccountRoom, caller: Caller): Promise<Record<string, never>> {
  await room.people.signOut(caller.username)
  await writeLog(room.tables, { uid: caller.uid, action: 'logout', details: { everywhere: true }, at: isoNow(room) })
  return {}
}
