import { GetCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { API_ERRORS, ApiError } from '../contract/errors.ts'
import type { Condition } from './expression.ts'
import { identitySuspension } from './identities.ts'
import type { Tables } from './tables.ts'
import { transact, update } from './transaction.ts'

/** A user's row. Only `ledger/` writes `token`. */
export const user = z.object({
  uid: z.string(),
  /** Absent if the social account has none and none was confirmed. */
  email: z.string().optional(),
  name: z.string(),
  token: z.int(),
  /** Number of the newest entry; entries are numbered from 1. */
  archive_count: z.int(),
  /** Number of entries deleted so far. */
  archive_deleted: z.int().default(0),
  /** Key of the newest entry; the next key must be later. */
  last_key: z.string().optional(),
  open_submissions: z.int(),
  /** Number of open submissions that have a turn: see `turns.ts`. */
  running: z.int().default(0),
  /** The Korean day (`YYYYMMDD`) of the next two counts: see `ledger/day-budget.ts`. */
  day: z.string().optional(),
  day_submissions: z.int().default(0),
  day_refunded_seconds: z.int().default(0),
  /** Tokens of cancelled payments that were spent or held at the time, by order: see `ledger/debts.ts`. */
  owed: z.record(z.string(), z.int()).default({}),
  /** Number of changes to `owed`. */
  owed_version: z.int().optional(),
  /** Random id of the user at the payment provider. */
  customer_key: z.string(),
  /** Sign-up tokens that the user gets once an address is confirmed, because the social account has none. */
  gift_due: z.int().optional(),
  /** Keyed hashes of the social identity and of the mailboxes that this user has confirmed. */
  identities: z.array(z.string()).max(60).default([]),
  /** Ids of the user's keys, oldest first: see `api-keys.ts`. Some may have been revoked or have expired. */
  keys: z.array(z.string()).default([]),
  /** Number of keys created so far. */
  keys_version: z.int().optional(),
  /** Set while the user is suspended: the operator's reason. */
  suspended: z.string().optional(),
  /** ISO time. */
  created_at: z.string(),
})
export type User = z.infer<typeof user>

/** The user as last written (consistent read), or `undefined`. */
export async function readUser(tables: Tables, uid: string): Promise<User | undefined> {
  const { Item } = await tables.client.send(
    new GetCommand({ TableName: tables.users, Key: { uid }, ConsistentRead: true }),
  )
  return Item && user.parse(Item)
}

/** The condition that the user's keys have not changed since they were read. */
export function sameKeys({ keys_version }: User): Condition {
  return keys_version === undefined ? { absent: ['keys_version'] } : { equals: { keys_version } }
}

/** @throws ApiError NO_USER. Suspended users may still read their own data. */
export async function requireAccount(tables: Tables, uid: string): Promise<User> {
  const found = await readUser(tables, uid)
  if (!found) throw new ApiError('NO_USER')
  return found
}

/** @throws ApiError NO_USER, or SUSPENDED with the reason. */
export async function requireUser(tables: Tables, uid: string): Promise<User> {
  const found = await requireAccount(tables, uid)
  refuseSuspended(found)
  return found
}

/** @throws ApiError SUSPENDED with the reason. */
export function refuseSuspended({ suspended }: Pick<User, 'suspended'>): void {
  if (suspended !== undefined) throw new ApiError('SUSPENDED', { message: suspendedText(suspended) })
}

/** The message shown to a suspended user. */
export function suspendedText(reason: string): string {
  return reason === '' ? API_ERRORS.SUSPENDED[1] : `이용이 제한된 계정이에요. 사유: ${reason}`
}

/**
 * Suspends a user and the identities behind it with a reason, or restores them if the reason is `undefined`; leaving
 * and rejoining does not lift a suspension. Returns false if there is no such user.
 */
export async function setSuspended(tables: Tables, uid: string, reason: string | undefined): Promise<boolean> {
  const user = await readUser(tables, uid)
  if (!user) return false
  const change = reason === undefined ? { remove: ['suspended'] } : { set: { suspended: reason } }
  const { done } = await transact(tables, [
    update(tables.users, { uid }, change, { present: ['customer_key'] }),
    ...user.identities.map(hash => identitySuspension(tables, hash, reason)),
  ])
  return done
}
