import type { ArchiveEntry } from '../contract/archive-entry.ts'
import { MAX_OPEN_SUBMISSIONS, RUNNING_AT_ONCE } from '../contract/limits.ts'
import { type EntryRef, findRecent } from './archive.ts'
import { claimStart } from './groups.ts'
import { OPEN, type Tables } from './tables.ts'
import { transact, update } from './transaction.ts'
import { readUser } from './users.ts'

/**
 * Gives an open entry one of its user's `RUNNING_AT_ONCE` turns, unless all are taken or the user is suspended. One
 * transaction increments the user's count and marks the entry; the one that closes the entry decrements the count
 * (`ledger/charge.ts`). Returns false if the entry must wait, has a turn already, or is closed. `at` is an ISO time.
 */
export async function takeTurn(
  tables: Tables,
  entry: Pick<ArchiveEntry, 'uid' | 'key' | 'group'>,
  at: string,
): Promise<boolean> {
  const { uid, key } = entry
  const claim = await claimStart(tables, entry)
  if (!claim.mayStart) return false
  const { done } = await transact(tables, [
    update(
      tables.users,
      { uid },
      { add: { running: 1 } },
      { present: ['customer_key'], absent: ['suspended'], belowOrAbsent: { running: RUNNING_AT_ONCE } },
    ),
    update(
      tables.archive,
      { uid, key },
      { set: { started_at: at } },
      { equals: { open: OPEN }, absent: ['started_at'] },
    ),
    ...claim.writes,
  ])
  return done
}

/** Whether another entry of a user may start: fewer run than may run at once, and the user is not suspended. */
export async function hasFreeTurn(tables: Tables, uid: string): Promise<boolean> {
  const user = await readUser(tables, uid)
  return user !== undefined && user.suspended === undefined && user.running < RUNNING_AT_ONCE
}

/** Whether an entry is ready and waits for a turn. */
export function isWaiting({ status, started_at }: Pick<ArchiveEntry, 'status' | 'started_at'>): boolean {
  return status === 'queued' && started_at === undefined
}

/** A user's waiting entries, oldest first. */
export async function listWaiting(tables: Tables, uid: string): Promise<(EntryRef & ArchiveEntry)[]> {
  return (await findRecent(tables, uid, isWaiting, MAX_OPEN_SUBMISSIONS)).reverse()
}
