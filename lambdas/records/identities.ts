import * as z from 'zod'
import { readServiceRow, serviceKey } from './service-rows.ts'
import type { Tables } from './tables.ts'
import { check, put, transact, update, type Write } from './transaction.ts'

const identityRow = z.object({
  /** The operator's reason, while the person behind the identity is suspended. */
  suspended: z.string().optional(),
})

/**
 * What is kept of a social account or a verified mail address that was used to sign up: a keyed hash, for ever. It says
 * that the sign-up tokens were given and whether its person is suspended, also after the account is gone.
 */
export type Identity = z.infer<typeof identityRow>

/** The row of an identity (consistent read), or `undefined` where it never signed up. */
export async function readIdentity(tables: Tables, hash: string): Promise<Identity | undefined> {
  return identityRow.optional().parse(await readServiceRow(tables, serviceKey.identity(hash)))
}

/** Remembers the identity; refused where it is known already. It never expires. `at` is an ISO time. */
export function newIdentityRow(tables: Tables, hash: string, at: string, identity: Identity = {}): Write {
  return put(tables.service, { ...serviceKey.identity(hash), ...identity, at }, { absent: ['id'] })
}

/** Refuses the transaction where the identity is not known or is no longer as it was read. */
export function sameIdentityCheck(tables: Tables, hash: string, { suspended }: Identity): Write {
  const state = suspended === undefined ? { absent: ['suspended'] } : { equals: { suspended } }
  return check(tables.service, serviceKey.identity(hash), { present: ['id'], ...state })
}

/** Suspends an identity with a reason, or restores it where the reason is `undefined`. */
export function identitySuspension(tables: Tables, hash: string, reason: string | undefined): Write {
  const change = reason === undefined ? { remove: ['suspended'] } : { set: { suspended: reason } }
  return update(tables.service, serviceKey.identity(hash), change)
}

/**
 * Remembers under a new key's hash an identity that is known under the former key's, while the key is rotated, with its
 * suspension. `uid` is the user whom the new hash belongs to as well, where there is one; `at` is an ISO time.
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

/** Domains that deliver to one mailbox. */
const SAME_MAILBOX: Record<string, string> = { 'googlemail.com': 'gmail.com', 'hanmail.net': 'daum.net' }

/**
 * The mailbox that an address is delivered to: lower case, without a `+tag`, at Gmail also without dots. Two addresses of
 * one mailbox are one person here. The address that mails are sent to stays as it was given.
 */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@')
  const given = address.slice(at + 1).toLowerCase()
  const domain = SAME_MAILBOX[given] ?? given
  const [local = ''] = address.slice(0, at).toLowerCase().split('+')
  return `${domain === 'gmail.com' ? local.replaceAll('.', '') : local}@${domain}`
}
