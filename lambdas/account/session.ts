import { isoNow } from '../contract/time.ts'
import type { Me } from '../contract/views.ts'
import { sendNow } from '../email/send-owed.ts'
import { writeLog } from '../records/activity-log.ts'
import { carryIdentity } from '../records/identities.ts'
import { grantDueGift, signUp } from '../records/ledger/index.ts'
import { readUser, type User } from '../records/users.ts'
import type { Caller } from '../runtime/http.ts'
import { log, logCounted } from '../runtime/log.ts'
import { type AccountDeps, formerHash, keyedHash, mailboxParts } from './account-deps.ts'
import { meView } from './me-view.ts'

/** Name for users whose social account has neither a name nor an email address. */
const NAMELESS = '회원'

/** The first sign-in creates the user, logs `signup` and sends the welcome email. Later ones log `login`. */
export async function openSession(deps: AccountDeps, caller: Caller): Promise<Me & { created: boolean }> {
  const known = await readUser(deps.tables, caller.uid)
  if (known) await carryKnown(deps, caller, known)
  const { user, created } = known
    ? { user: await withGift(deps, known), created: false }
    : await firstSession(deps, caller)
  if (!created) {
    const log = { uid: caller.uid, action: 'login', details: {}, at: isoNow(deps) } as const
    await writeLog(deps.tables, log)
  }
  return { ...(await meView(deps, user)), created }
}

/** Grants the sign-up tokens if the day's were spent when the user signed up; returns the current user. */
async function withGift({ tables, now }: AccountDeps, user: User): Promise<User> {
  if (user.gift_due === undefined || user.email === undefined) return user
  await grantDueGift(tables, user.uid, isoNow({ now }))
  return (await readUser(tables, user.uid)) ?? user
}

async function firstSession(deps: AccountDeps, caller: Caller): Promise<{ user: User; created: boolean }> {
  const { email, name } = await deps.userPool.profile(caller)
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
  if (created) logCounted('signup', 'account', 'user signed up', { uid: caller.uid, tokens: granted })
  if (created) await sendNow(deps, { about: 'welcome', uid: user.uid, granted })
  return { user, created }
}

/** During a key rotation, stores an identity that is known under the former key under the current one as well. */
async function carryOver(deps: AccountDeps, parts: string[], uid?: string): Promise<void> {
  const former = await formerHash(deps, ...parts)
  if (former === undefined) return
  await carryIdentity(deps.tables, { former, current: await keyedHash(deps, ...parts), uid, at: isoNow(deps) })
}

/** Known users can sign in even if the key cannot be read. */
async function carryKnown(deps: AccountDeps, { username }: Caller, { uid, email }: User): Promise<void> {
  try {
    await carryOver(deps, ['identity', username], uid)
    if (email !== undefined) await carryOver(deps, mailboxParts(email), uid)
  } catch (error) {
    log('error', 'account', 'identity not carried over to the current key', {}, error)
  }
}

/** Logs `logout`. Only the browser has its refresh token, so the browser revokes it. Other devices stay signed in. */
export async function closeSession(deps: AccountDeps, caller: Caller): Promise<Record<string, never>> {
  await writeLog(deps.tables, { uid: caller.uid, action: 'logout', details: {}, at: isoNow(deps) })
  return {}
}

/**
 * Revokes the refresh tokens of every device and logs `logout`. Access tokens stay valid until they expire, because API
 * Gateway does not check them with Cognito. Cognito cannot list sessions, so they cannot be revoked one by one.
 */
export async function closeAllSessions(deps: AccountDeps, caller: Caller): Promise<Record<string, never>> {
  await deps.userPool.signOut(caller.username)
  await writeLog(deps.tables, { uid: caller.uid, action: 'logout', details: { everywhere: true }, at: isoNow(deps) })
  return {}
}
