import { randomBytes } from 'node:crypto'
import { expiryAfter, RETENTION } from '../contract/retention.ts'
import type { Tables } from './tables.ts'
import { put, type Write, write } from './transaction.ts'

/** Logged actions; the first five are the specification's. */
export type LogAction =
  | 'login'
  | 'signup'
  | 'logout'
  | 'upload_video'
  | 'down_srt'
  | 'review_srt'
  | 'settle'
  | 'refund'
  | 'cancel_video'
  | 'delete_video'
  | 'rename_video'
  | 'leave'
  | 'email'
  | 'inquiry'
  | 'purchase'
  | 'payment_refused'
  | 'reversal'
  | 'recovery'
  | 'tax_document'
  | 'grant'
  | 'suspend'
  | 'restore'
  | 'stop'
  | 'start'
  | 'key_create'
  | 'key_revoke'
  | 'key_use'
  | 'link_create'
  | 'link_revoke'
  | 'link_open'
  | 'link_finish'

export interface LogEntry {
  uid: string
  action: LogAction
  /** Ids and figures about the action. */
  details: Record<string, unknown>
  /** The balance, or whatever else the action changed, before and after it; null if nothing changed. */
  before?: unknown
  after?: unknown
  /** ISO time. */
  at: string
}

/** Builds a row of the activity log for a transaction. `random` separates two rows of the same millisecond. */
export function logRow(tables: Tables, entry: LogEntry, random = randomBytes(6).toString('hex')): Write {
  const ms = Date.parse(entry.at)
  return put(tables.logs, {
    uid: entry.uid,
    at: `${ms}#${random}`,
    action: entry.action,
    details: entry.details,
    before: entry.before ?? null,
    after: entry.after ?? null,
    timestamp: entry.at,
    expires_at: expiryAfter(entry.at, { days: RETENTION.logDays }),
  })
}

/** Writes a row of the activity log on its own. */
export async function writeLog(tables: Tables, entry: LogEntry): Promise<void> {
  await write(tables, logRow(tables, entry))
}
