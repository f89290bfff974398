import {
  type ArchiveEntry,
  costOfCanceling,
  type FailureCode,
  isOpen,
  WORK_PAID,
} from '../../contract/archive-entry.ts'
import { ApiError } from '../../contract/errors.ts'
import { costOf, secondsOfVideo } from '../../contract/pricing.ts'
import { BusinessError } from '../../runtime/step.ts'
import { logRow } from '../activity-log.ts'
import { keySpendingWrites } from '../api-keys.ts'
import { type EntryRef, readEntry } from '../archive.ts'
import type { Condition } from '../expression.ts'
import { owe } from '../outbox.ts'
import { OPEN, type Tables } from '../tables.ts'
import { transact, update, type Write } from '../transaction.ts'
import { oweWebhook } from '../webhooks.ts'
import { book, readMovement } from './balance.ts'
import { countedOnDay } from './day-budget.ts'

export interface Settled {
  usedToken: number
}

/**
 * Charges an open entry for its probed length, once: takes or returns the difference to the hold. `at` is an ISO time.
 * A second call returns the same result; `undefined` if the entry is closed or deleted.
 * @throws BusinessError INSUFFICIENT_TOKENS if the balance does not cover the difference, OVER_CEILING if the length costs
 * more than the submission allows, KEY_LIMIT if it exceeds the monthly limit of its key.
 */
export async function settle(
  tables: Tables,
  { uid, key }: EntryRef,
  { durationSeconds, at }: { durationSeconds: number; at: string },
): Promise<Settled | undefined> {
  const { result } = await book<Settled | undefined>(tables, uid, async user => {
    const entry = await readEntry(tables, { uid, key })
    if (!entry || !isOpen(entry.status)) return { kind: 'unchanged', result: undefined }
    if (await readMovement(tables, uid, `settle#${key}`))
      return { kind: 'unchanged', result: { usedToken: entry.used_token } }
    const usedToken = costOf({ type: entry.type, durationSeconds })
    const amount = entry.used_token - usedToken
    if (entry.max_tokens !== undefined && usedToken > entry.max_tokens)
      throw new BusinessError('OVER_CEILING', `the probed length costs ${usedToken} tokens`)
    if (user.token + amount < 0)
      throw new BusinessError('INSUFFICIENT_TOKENS', `the probed length costs ${-amount} tokens more than held`)
    const counted = await countSettled(tables, entry, -amount, at)
    const log = { uid, action: 'settle', details: { key, held: entry.used_token, usedToken }, at } as const
    return {
      kind: 'write',
      movements: [{ movement: `settle#${key}`, amount, note: entry.title, ...(amount > 0 && { comesBack: true }) }],
      at,
      writes: [
        update(
          tables.archive,
          { uid, key },
          { set: { used_token: usedToken, duration_seconds: durationSeconds } },
          { equals: { open: OPEN, used_token: entry.used_token } },
        ),
        ...counted,
        logRow(tables, { ...log, before: user.token, after: user.token + amount }),
      ],
      result: { usedToken },
    }
  })
  return result
}

/** Counts the difference from the hold against the key's monthly limit; exceeding it fails the entry. */
async function countSettled(tables: Tables, entry: ArchiveEntry, amount: number, at: string): Promise<Write[]> {
  try {
    return await countByKey(tables, entry, amount, at)
  } catch (cause) {
    if (cause instanceof ApiError && cause.code === 'KEY_LIMIT')
      throw new BusinessError('KEY_LIMIT', `the probed length costs ${amount} tokens more than held`, { cause })
    throw cause
  }
}

/** Counts an entry's tokens, negative for a refund, against the key that submitted it. */
function countByKey(
  tables: Tables,
  { api_key, video_upload_time }: ArchiveEntry,
  amount: number,
  at: string,
): Promise<Write[]> {
  return keySpendingWrites(tables, { id: api_key, amount, since: video_upload_time, at })
}

/** A finished subtitle, as its entry describes it. */
export type Delivery = Required<Pick<ArchiveEntry, 'srt_title' | 'certificate' | 'first_cues'>> & {
  /** ISO time. */
  at: string
}

/**
 * Closes an open entry as done and owes the email about it. Returns false if a refund or an earlier call has already
 * closed it. `at` is an ISO time.
 */
export async function deliver(
  tables: Tables,
  { uid, key }: EntryRef,
  { srt_title, certificate, first_cues, at }: Delivery,
): Promise<boolean> {
  const entry = await readEntry(tables, { uid, key })
  if (!entry || !isOpen(entry.status)) return false
  const set = { status: 'done', is_srt: true, srt_title, srt_upload_time: at, certificate, first_cues, changed_at: at }
  const outcome = await transact(tables, [
    // `entry` may have been read before; only a started entry is delivered, and an open one keeps its turn.
    update(tables.archive, { uid, key }, { set, remove: NOT_OPEN }, { equals: { open: OPEN } }),
    update(tables.users, { uid }, { add: freed(entry) }, { present: ['customer_key'] }),
    owe(tables, { about: 'entry', uid, key, kind: 'done' }, at),
    ...oweWebhook(tables, entry, at),
  ])
  return outcome.done
}

/**
 * Closes an open entry as failed and refunds its net charge (hold and settlement). Work done in vain counts against
 * the user's daily budget. `at` is an ISO time. Returns `undefined`, with nothing changed, if the entry is
 * closed or deleted, or if `when` rejects it.
 */
export async function refund(
  tables: Tables,
  { uid, key }: EntryRef,
  { failure, at, when = () => true }: { failure: FailureCode; at: string; when?: (entry: ArchiveEntry) => boolean },
): Promise<{ refunded: number } | undefined> {
  // Leaving deletes entries before the user, so a missing entry must not reach `book`, which requires a user.
  if (!(await readEntry(tables, { uid, key }))) return undefined
  const { result } = await book<{ refunded: number } | undefined>(tables, uid, async user => {
    const entry = await readEntry(tables, { uid, key })
    if (!entry || !isOpen(entry.status) || !when(entry)) return { kind: 'unchanged', result: undefined }
    const refunded = entry.used_token
    const { type, duration_seconds: durationSeconds } = entry
    const seconds = WORK_PAID.has(entry.status) ? secondsOfVideo({ type, durationSeconds }) : 0
    const day = countedOnDay(user, { submissions: 0, refundedSeconds: seconds }, at)
    const set = { status: 'failed', failure, refunded, used_token: 0, changed_at: at }
    return {
      kind: 'write',
      movements: [{ movement: `refund#${key}`, amount: refunded, note: entry.title, comesBack: true }],
      at,
      user: { change: { set: day.set, add: freed(entry) }, when: day.when },
      writes: [
        update(tables.archive, { uid, key }, { set, remove: NOT_OPEN }, asSeen(entry)),
        ...(await countByKey(tables, entry, -refunded, at)),
        owe(tables, { about: 'entry', uid, key, kind: 'failed' }, at),
        ...oweWebhook(tables, entry, at),
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
  return result
}

/**
 * Closes an open entry that its owner cancels. Before transcription everything is refunded, afterwards nothing, because
 * transcription costs us the whole length at once. No email is owed, except by a member of a group, whose email may now be
 * due. `costs` is the charge that the owner confirmed, `at` an ISO time. Returns `undefined` if the entry is closed or
 * deleted.
 * @throws ApiError CANCEL_COSTS if more than `costs` would stay charged.
 */
export async function cancel(
  tables: Tables,
  { uid, key }: EntryRef,
  { costs, at }: { costs: number; at: string },
): Promise<{ refunded: number; charged: number; entry: ArchiveEntry } | undefined> {
  if (!(await readEntry(tables, { uid, key }))) return undefined
  const { result } = await book<{ refunded: number; charged: number; entry: ArchiveEntry } | undefined>(
    tables,
    uid,
    async user => {
      const entry = await readEntry(tables, { uid, key })
      if (!entry || !isOpen(entry.status)) return { kind: 'unchanged', result: undefined }
      const charged = costOfCanceling(entry)
      if (charged > costs) throw new ApiError('CANCEL_COSTS')
      const refunded = entry.used_token - charged
      const unsent = entry.status === 'uploading' && { size: 0 }
      const set = { status: 'failed', failure: 'CANCELED', refunded, used_token: charged, changed_at: at, ...unsent }
      const isTranscribed = WORK_PAID.has(entry.status)
      return {
        kind: 'write',
        movements: isTranscribed
          ? []
          : [{ movement: `refund#${key}`, amount: refunded, note: entry.title, comesBack: true }],
        at,
        user: { change: { add: freed(entry) } },
        writes: [
          update(tables.archive, { uid, key }, { set, remove: NOT_OPEN }, asSeen(entry)),
          ...(await countByKey(tables, entry, -refunded, at)),
          ...oweWebhook(tables, entry, at),
          ...(entry.group === undefined ? [] : [owe(tables, { about: 'group', uid, group: entry.group }, at)]),
          logRow(tables, {
            uid,
            action: 'cancel_video',
            details: { key, refunded, charged },
            before: user.token,
            after: user.token + refunded,
            at,
          }),
        ],
        result: { refunded, charged, entry },
      }
    },
  )
  return result
}

/** Attributes that put an entry into the index of open ones. */
const NOT_OPEN = ['open', 'open_since']

/** Changes of its user's counts when an entry closes. */
function freed({ started_at }: ArchiveEntry): Record<string, number> {
  return { open_submissions: -1, ...(started_at !== undefined && { running: -1 }) }
}

/**
 * The condition that since it was read, an open entry was not started, moved, settled or closed and got no heartbeat.
 */
function asSeen({ used_token, status, fed_at, started_at }: ArchiveEntry): Condition {
  return {
    equals: {
      ...{ open: OPEN, used_token, status },
      ...(fed_at !== undefined && { fed_at }),
      ...(started_at !== undefined && { started_at }),
    },
    absent: [...(fed_at === undefined ? ['fed_at'] : []), ...(started_at === undefined ? ['started_at'] : [])],
  }
}
