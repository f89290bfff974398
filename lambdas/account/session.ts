import { isoNow } from '../contract/time.ts'
import type { Me } from '../contract/views.ts'
import { writeLog } from '../records/activity-log.ts'
import { owedWelcomeMail } from '../records/entry-emails.ts'
import { carryIdentity } from '../records/identities.ts'
import { signUp } from '../records/ledger/index.ts'
import { readUser, type User } from '../records/users.ts'
import type { Caller } from '../runtime/http.ts'
import { log, logCounted } from '../runtime/log.ts'
import { sendOwed } from '../runtime/owed-email.ts'
import { welcomeEmail } from '../runtime/welcome-email.ts'
import { type AccountDeps, formerHash, keyedHash, mailboxParts, meView } from './account-deps.ts'

/** Name of a person whose social account gives neither a name nor an address. */
const NAMELESS = '회원'

/** The first sign-in creates the user, logs `signup` and sends the welcome mail; every later one logs `login`. */
export async function openSession(deps: AccountDeps, caller: Caller): Promise<Me & { created: boolean }> {
  const known = await readUser(deps.tables, caller.uid)
  if (known) await carryKnown(deps, caller, known)
  const { user, created } = known ? { user: known, created: false } : await firstSession(deps, caller)
  if (!created) {
    const log = { uid: caller.uid, action: 'login', details: {}, at: isoNow(deps) } as const
    await writeLog(deps.tables, log)
  }
  return { ...(await meView(deps, user)), created }
}

async function firstSession(deps: AccountDeps, caller: Caller): Promise<{ user: User; created: boolean }> {
  const { email, name } = await deps.people.profile(caller)
  await carryOver(deps, ['identity', caller.username])
  if (email !== undefined) await carryOver(deps, mailboxParts(email))
  const { user, created, granted } = await signUp(deps.tables, {
    uid: caller.uid,
    identity: await keyedHash(deps, 'identity', caller.username),
    mailbox: email === undefined ? undefined : await keyedHash(deps, ...mailboxParts(email)),
    email,
    name: name ?? email?.split('@')[0] ?? NAMELESS,
    customerKey: deps.randomId(),
    at: isoNow(deps),
  })
  if (created) logCounted('signup', 'account', 'person signed up', { uid: caller.uid, tokens: granted })
  if (created && email !== undefined && user.suspended === undefined)
    await welcome(deps, { uid: user.uid, email, name: user.name, granted })
  return { user, created }
}

/** While the key of the hashes is rotated, an identity that is known under the former key is remembered under the current. */
async function carryOver(deps: AccountDeps, parts: string[], uid?: string): Promise<void> {
  const former = await formerHash(deps, ...parts)
  if (former === undefined) return
  await carryIdentity(deps.tables, { former, current: await keyedHash(deps, ...parts), uid, at: isoNow(deps) })
}

/** People who are known sign in even where the key cannot be read. */
async function carryKnown(deps: AccountDeps, { username }: Caller, { uid, email }: User): Promise<void> {
  try {
    await carryOver(deps, ['identity', username], uid)
    if (email !== undefined) await carryOver(deps, mailboxParts(email), uid)
  } catch (error) {
    log('error', 'account', 'identity not carried over to the current key', {}, error)
  }
}

/** A welcome mail that cannot be sent does not prevent the sign-in; it stays owed, and the mail deps sends it later. */
async function welcome(
  deps: AccountDeps,
  { uid, email, ...to }: { uid: string; email: string; name: string; granted: number },
): Promise<void> {
  try {
    const message = welcomeEmail({ ...to, siteUrl: deps.siteUrl })
    await sendOwed(owedWelcomeMail(deps.tables, uid), deps.now, () => deps.sendEmail({ to: email, ...message }))
  } catch (error) {
    log('error', 'mail', 'the welcome mail was not sent', {}, error)
  }
}

/** Logs `logout`. The browser revokes its refresh token itself: only it has that token. Other devices stay signed in. */
export async function closeSession(deps: AccountDeps, caller: Caller): Promise<Record<string, never>> {
  await writeLog(deps.tables, { uid: caller.uid, action: 'logout', details: {}, at: isoNow(deps) })
  return {}
}

/**
 * Revokes the refresh tokens of every device and logs `logout`. Access tokens that are out work until they expire, as API
 * Gateway does not ask Cognito about them. Cognito lists no sessions, so there is no choice among them.
 */
export async function closeAllSessions(deps: AccountDeps, caller: Caller): Promise<Record<string, never>> {
  await deps.people.signOut(caller.username)
  await writeLog(deps.tables, { uid: caller.uid, action: 'logout', details: { everywhere: true }, at: isoNow(deps) })
  return {}
}
