import * as z from 'zod'
import { expiryAfter, RETENTION } from '../contract/retention.ts'
import { readServiceRow, serviceKey } from './service-rows.ts'
import type { Tables } from './tables.ts'
import { check, put, transact, update, type Write } from './transaction.ts'

const identityRow = z.object({
  /** The operator's reason, while the user behind the identity is suspended. */
  suspended: z.string().optional(),
})

/**
 * The row of a social account or verified email address that was used to sign up. Its keyed hash is kept for five years, even
 * after the account is deleted: it records that the sign-up tokens were granted and whether the user is suspended.
 */
export type Identity = z.infer<typeof identityRow>

/** The row of an identity (consistent read), or `undefined` if it never signed up. */
export async function readIdentity(tables: Tables, hash: string): Promise<Identity | undefined> {
  return identityRow.optional().parse(await readServiceRow(tables, serviceKey.identity(hash)))
}

/** Stores the identity, unless it is known. `at` is an ISO time. */
export function newIdentityRow(tables: Tables, hash: string, at: string, identity: Identity = {}): Write {
  const expires_at = expiryAfter(at, { years: RETENTION.identityYears })
  return put(tables.service, { ...serviceKey.identity(hash), ...identity, at, expires_at }, { absent: ['id'] })
}

/** Refuses the transaction if the identity is unknown or has changed since it was read. */
export function sameIdentityCheck(tables: Tables, hash: string, { suspended }: Identity): Write {
  const state = suspended === undefined ? { absent: ['suspended'] } : { equals: { suspended } }
  return check(tables.service, serviceKey.identity(hash), { present: ['id'], ...state })
}

/** Suspends an identity with a reason, or restores it if the reason is `undefined`. */
export function identitySuspension(tables: Tables, hash: string, reason: string | undefined): Write {
  const change = reason === undefined ? { remove: ['suspended'] } : { set: { suspended: reason } }
  return update(tables.service, serviceKey.identity(hash), change)
}

/**
 * While the key is rotated: stores an identity known under the former key's hash under the new one, with its
 * suspension. `uid` is the user to whom the new hash is added, if there is one; `at` is an ISO time.
 */
export async function carryIdentity(
  tables: Tables,
  { former, current, uid, at }: { former: string; current: string; uid?: string; at: string },
): Promise<void> {
  const before = await readIdentity(tables, former)
  if (!before || (await readIdentity(tables, current))) return
  const owner = uid === undefined ? [] : [belonging(tables, uid, current)]
  await transact(tables, [
    sameIdentityCheck(tables, former, before),
    newIdentityRow(tables, current, at, before),
    ...owner,
  ])
}

function belonging(tables: Tables, uid: string, hash: string): Write {
  return update(tables.users, { uid }, { append: { identities: [hash] } }, { present: ['customer_key', 'identities'] })
}

/** Domains that deliver to the same mailbox. */
const SAME_MAILBOX: Record<string, string> = {
  'googlemail.com': 'gmail.com',
  'hanmail.net': 'daum.net',
  'me.com': 'icloud.com',
  'mac.com': 'icloud.com',
  'protonmail.com': 'proton.me',
  'protonmail.ch': 'proton.me',
  'pm.me': 'proton.me',
  'fastmail.fm': 'fastmail.com',
  'ya.ru': 'yandex.ru',
  'narod.ru': 'yandex.ru',
}
/** Yandex gives each user the same name at all of its some twenty domains: `yandex.kz`, `yandex.com.tr`. */
const YANDEX = /^yandex\.(?:com?\.)?[a-z]{2,3}$/

/** What a domain ignores or treats alike in the part before the `@`. */
const ALIKE: Record<string, (local: string) => string> = {
  'gmail.com': local => local.replaceAll('.', ''),
  'proton.me': local => local.replace(/[._-]/g, ''),
  'yandex.ru': local => local.replaceAll('.', '-'),
}

/**
 * The mailbox that an address delivers to: lower case, without a `+tag`, and without what its provider ignores. Two
 * addresses of one mailbox count as one user. Emails go to the address as it was given.
 */
export function normalizeMailbox(address: string): string {
  const at = address.lastIndexOf('@')
  const given = address.slice(at + 1).toLowerCase()
  // Fastmail delivers anything@kim.fastmail.com to kim@fastmail.com, and likewise at its other domains.
  const [, owner, host] = /^([^.]+)\.(fastmail\.(?:com?\.)?[a-z]{2,3})$/.exec(given) ?? []
  const named = host ?? given
  const domain = YANDEX.test(named) ? 'yandex.ru' : (SAME_MAILBOX[named] ?? named)
  const [local = ''] = (owner ?? address.slice(0, at)).toLowerCase().split('+')
  return `${ALIKE[domain]?.(local) ?? local}@${domain}`
}
