import { type Certificate, type FailureCode, isOpen } from '../../contract/archive-entry.ts'
import { logRow } from '../activity-log.ts'
import { type EntryRef, readEntry } from '../archive.ts'
import { MAIL_DUE, OPEN, type Tables } from '../tables.ts'
import { transact, update } from '../transaction.ts'
import { book } from './balance.ts'

/**
 * Closes an open entry as done; false where it is closed already: a refund was faster, or this is a repetition.
 * `at` is an ISO time.
 */
export async function deliver(
  tables: Tables,
  { uid, key }: EntryRef,
  { srt_title, certificate, at }: { srt_title: string; certificate: Certificate; at: string },
): Promise<boolean> {
  const set = { status: 'done', is_srt: true, srt_title, srt_upload_time: at, certificate, changed_at: at }
  const { done } = await transact(tables, [
    update(tables.archive, { uid, key }, { set, remove: ['open', 'open_since'] }, { equals: { open: OPEN } }),
    update(tables.users, { uid }, { add: { open_submissions: -1 } }, { present: ['customer_key'] }),
  ])
  return done
}

/**
 * Closes an open entry as failed and gives its net charge (hold and settlement together) back.
 * `at` is an ISO time. `undefined` where it is closed already or gone: nothing changed.
 */
export async function refund(
  tables: Tables,
  { uid, key }: EntryRef,
  { failure, at }: { failure: FailureCode; at: string },
): Promise<{ refunded: number } | undefined> {
  // An entry whose owner is gone is gone itself; asked first, for `book` insists on a user.
  if (!(await readEntry(tables, { uid, key }))) return undefined
  return book<{ refunded: number } | undefined>(tables, uid, async user => {
    const entry = await readEntry(tables, { uid, key })
    if (!entry || !isOpen(entry.status)) return { answer: undefined }
    const refunded = entry.used_token
    const set = { status: 'failed', failure, refunded, used_token: 0, changed_at: at, open: MAIL_DUE, open_since: at }
    return {
      movements: [{ movement: `refund#${key}`, amount: refunded, note: entry.title }],
      at,
      user: { change: { add: { open_submissions: -1 } } },
      writes: [
        update(tables.archive, { uid, key }, { set }, { equals: { open: OPEN, used_token: refunded } }),
        logRow(tables, {
          uid,
          action: 'refund',
          details: { key, failure, refunded },
          before: user.token,
          after: user.token + refunded,
          at,
        }),
      ],
      result: { refunded },
    }
  })
}
