import { paginateQuery } from '@aws-sdk/lib-dynamodb'
import { ApiError } from '../../contract/errors.ts'
import { ALLOWANCES } from '../../contract/limits.ts'
import { movement } from '../../contract/movement.ts'
import { SIGNUP_TOKENS } from '../../contract/pricing.ts'
import { expiryAfter, RETENTION } from '../../contract/retention.ts'
import { log } from '../../runtime/log.ts'
import { logRow } from '../activity-log.ts'
import { forgetKeys } from '../api-keys.ts'
import { type Identity, newIdentityRow, readIdentity, sameIdentityCheck } from '../identities.ts'
import { owe } from '../outbox.ts'
import { allowanceSpent, allowanceWrite, hasAllowance } from '../service-rows.ts'
import type { Tables } from '../tables.ts'
import { put, remove, transact, untilAnswered, type Write } from '../transaction.ts'
import { readUser, refuseSuspended, sameKeys, type User } from '../users.ts'
import { book, bookEvenIfGone, movementRow, readMovement } from './balance.ts'

/** A user who signs in for the first time. */
export interface SignUp {
  uid: string
  /** Keyed hash of the social identity (provider and subject). It outlives the account. */
  identity: string
  /** Keyed hash of the mailbox behind the verified address. It outlives the account, too. */
  mailbox?: string
  /** Verified by the social provider. */
  email?: string
  name: string
  /** Random id of the user at the payment provider. */
  customerKey: string
  /** ISO time. */
  at: string
}

/**
 * Creates the user unless it exists: with 200 tokens when a social identity or its mailbox signs up for the first time,
 * and with none when either returns. Without an address, the tokens wait until one is confirmed. A suspension carries
 * over. `created` is true for the one call that created the user.
 */
export async function signUp(
  tables: Tables,
  account: SignUp,
): Promise<{ user: User; created: boolean; granted: number }> {
  return untilAnswered(async () => {
    const known = await readUser(tables, account.uid)
    if (known) return { user: known, created: false, granted: 0 }
    const identities = await Promise.all(
      listHashes(account).map(async hash => ({ hash, before: await readIdentity(tables, hash) })),
    )
    const gift = identities.some(({ before }) => before) ? 0 : SIGNUP_TOKENS
    // A social account without an address costs nothing, so anyone could have many.
    const isGranted = gift > 0 && account.email !== undefined && (await mayGive(tables, account.at))
    const granted = isGranted ? gift : 0
    const suspended = identities.find(({ before }) => before?.suspended !== undefined)?.before?.suspended
    const user = newUser(account, { granted, due: gift - granted }, suspended)
    const { done } = await transact(tables, signUpWrites(tables, account, user, identities))
    return done ? { user, created: true, granted } : undefined
  })
}

/** User id under which allowances that all users share are counted. */
const EVERYBODY = 'everybody'
const countGift = (tables: Tables, at: string): Write => allowanceWrite(tables, EVERYBODY, ALLOWANCES.gift, at)

/** Whether sign-up tokens are left today; if not, logs an error that raises the alarm. */
async function mayGive(tables: Tables, at: string): Promise<boolean> {
  if (await hasAllowance(tables, EVERYBODY, ALLOWANCES.gift, at)) return true
  log('error', 'gift', 'the sign-up tokens of the day are spent', {})
  return false
}

function listHashes({ identity, mailbox }: SignUp): string[] {
  return mailbox === undefined ? [identity] : [identity, mailbox]
}

function newUser(
  account: SignUp,
  { granted: token, due }: { granted: number; due: number },
  suspended: string | undefined,
): User {
  const { uid, email, name, customerKey, at } = account
  return {
    uid,
    email,
    name,
    token,
    identities: listHashes(account),
    suspended,
    archive_count: 0,
    archive_deleted: 0,
    open_submissions: 0,
    running: 0,
    day_submissions: 0,
    day_refunded_seconds: 0,
    owed: {},
    keys: [],
    customer_key: customerKey,
    gift_due: due > 0 ? due : undefined,
    created_at: at,
  }
}

function signUpWrites(
  tables: Tables,
  { uid, at }: SignUp,
  user: User,
  identities: { hash: string; before: Identity | undefined }[],
): Write[] {
  const given = user.token
  const isWelcomed = user.email !== undefined && user.suspended === undefined
  return [
    put(tables.users, user, { absent: ['uid'] }),
    ...(isWelcomed ? [owe(tables, { about: 'welcome', uid, granted: given }, at)] : []),
    logRow(tables, { uid, action: 'signup', details: { granted: given }, before: null, after: given, at }),
    ...identities.map(({ hash, before }) =>
      before
        ? sameIdentityCheck(tables, hash, before)
        : newIdentityRow(tables, hash, at, { suspended: user.suspended }),
    ),
    ...(given > 0
      ? [countGift(tables, at), movementRow(tables, { uid, movement: 'signup', amount: given, balance: given, at })]
      : []),
  ]
}

/** Maximum number of mailboxes stored per user. */
const MAILBOXES = 10

/**
 * Stores a confirmed address and its mailbox (a keyed hash), so that it brings no sign-up tokens to another account.
 * Grants sign-up tokens that waited for an address, unless the mailbox had them before. Returns false if there is no
 * such user.
 * @throws ApiError SUSPENDED with the reason if the mailbox belongs to a suspended user; TOO_MANY_REQUESTS if the day's
 * sign-up tokens are spent.
 */
export async function setEmail(
  tables: Tables,
  uid: string,
  email: string,
  mailbox: string,
  at: string,
): Promise<boolean> {
  const { result } = await bookEvenIfGone<{ kept: boolean }>(tables, uid, async user => {
    if (!user) return { kind: 'unchanged', result: { kept: false } }
    const before = await readIdentity(tables, mailbox)
    if (before) refuseSuspended(before)
    const { identities, gift_due = 0, suspended, token } = user
    // The oldest mailboxes are dropped first; the social identity at the front stays.
    const [social = mailbox, ...others] = identities
    const all = identities.includes(mailbox) ? identities : [social, ...others.slice(-MAILBOXES + 1), mailbox]
    // Tokens still due to a user who signed up with an address: the day's were spent.
    const gift = before && !identities.includes(mailbox) ? 0 : gift_due
    if (gift > 0 && !(await mayGive(tables, at))) throw allowanceSpent(ALLOWANCES.gift, at)
    return {
      kind: 'write',
      movements: gift > 0 ? [{ movement: 'signup', amount: gift }] : [],
      at,
      user: { change: { set: { email, identities: all }, remove: ['gift_due'] }, when: { present: ['customer_key'] } },
      writes: [
        before ? sameIdentityCheck(tables, mailbox, before) : newIdentityRow(tables, mailbox, at, { suspended }),
        ...(gift > 0
          ? [
              countGift(tables, at),
              logRow(tables, { uid, action: 'grant', details: {}, before: token, after: token + gift, at }),
            ]
          : []),
      ],
      result: { kept: true },
    }
  })
  return result.kept
}

/** Grants sign-up tokens that waited for another day, to a user with an address. `at` is an ISO time. */
export async function grantDueGift(tables: Tables, uid: string, at: string): Promise<void> {
  await book<void>(tables, uid, async ({ gift_due = 0, email, suspended, token }) => {
    const isOwed = gift_due > 0 && email !== undefined && suspended === undefined
    if (!isOwed || !(await mayGive(tables, at))) return { kind: 'unchanged', result: undefined }
    const granted = { uid, action: 'grant', details: {}, before: token, after: token + gift_due, at } as const
    return {
      kind: 'write',
      movements: [{ movement: 'signup', amount: gift_due }],
      at,
      user: { change: { remove: ['gift_due'] } },
      writes: [countGift(tables, at), logRow(tables, granted)],
      result: undefined,
    }
  })
}

/**
 * Revokes the user's keys, deletes the user's row and writes off the remaining balance in the ledger; ledger, payments and identity stay. `at`
 * is an ISO time. Does nothing if the user is already deleted.
 * @throws ApiError STILL_OPEN while submissions are open.
 */
export async function leaveService(tables: Tables, uid: string, at: string): Promise<void> {
  await untilAnswered(async () => {
    const user = await readUser(tables, uid)
    if (!user) return { left: true }
    if (user.open_submissions > 0) throw new ApiError('STILL_OPEN')
    const { token } = user
    await forgetKeys(tables, user.keys)
    const { absent, equals } = sameKeys(user)
    const counts = { token, archive_count: user.archive_count, open_submissions: 0 }
    const { done } = await transact(tables, [
      remove(tables.users, { uid }, { equals: { ...counts, ...equals }, absent }),
      movementRow(tables, { uid, movement: `leave#${at}`, amount: 0 - token, balance: 0, at }),
      logRow(tables, { uid, action: 'leave', details: {}, before: token, after: null, at }),
    ])
    return done ? { left: true } : undefined
  })
}

const OF_A_VIDEO = /^(?:hold|settle|refund)#/

/**
 * Makes the movements of a user who left at the ISO time `at` expire together, so that their sum stays zero, and removes
 * the titles of videos from them.
 */
export async function retireMovements(tables: Tables, uid: string, at: string): Promise<void> {
  const expires_at = expiryAfter(at, { years: RETENTION.tradeYears })
  // Not from the index, which lags behind the table.
  const pages = paginateQuery(tables, {
    TableName: tables.ledger,
    KeyConditionExpression: 'uid = :uid',
    ExpressionAttributeValues: { ':uid': uid },
    ConsistentRead: true,
  })
  for await (const { Items = [] } of pages)
    for (const item of Items) {
      const { note, ...rest } = movement.parse(item)
      const kept = { ...rest, ...(!OF_A_VIDEO.test(rest.movement) && { note }), expires_at }
      // The functions' roles may write movements only in a transaction: docs/decisions/ledger-rows.md.
      const when = { equals: { amount: rest.amount, balance: rest.balance } }
      await transact(tables, [put(tables.ledger, kept, when)])
    }
}

/**
 * An operator's adjustment of a balance, with a reason and once per id; `amount` is signed. Returns the balance after
 * it.
 * @throws ApiError NO_USER; INSUFFICIENT_TOKENS if it exceeds the balance.
 */
export async function grant(
  tables: Tables,
  { uid, id, amount, reason, at }: { uid: string; id: string; amount: number; reason: string; at: string },
): Promise<{ token: number }> {
  const { result } = await book<{ token: number }>(tables, uid, async user => {
    const before = await readMovement(tables, uid, `grant#${id}`)
    if (before) return { kind: 'unchanged', result: { token: user.token } }
    const after = user.token + amount
    return {
      kind: 'write',
      movements: [{ movement: `grant#${id}`, amount, note: reason }],
      at,
      writes: [logRow(tables, { uid, action: 'grant', details: { id, reason }, before: user.token, after, at })],
      result: { token: after },
    }
  })
  return result
}
