import { GetCommand, paginateQuery, QueryCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import {
  type ArchiveEntry,
  archiveEntry,
  type Certificate,
  type EntryStatus,
  isOpen,
} from '../contract/archive-entry.ts'
import { MOST_YOUTUBE_TEXTS, STALE_UPLOAD_MS } from '../contract/limits.ts'
import { INDEXES } from '../contract/tables.ts'
import { BusinessError } from '../runtime/step.ts'
import { logRow } from './activity-log.ts'
import { owe } from './outbox.ts'
import { serviceKey } from './service-rows.ts'
import { openRows, type Tables } from './tables.ts'
import { remove, transact, update, type Write, write } from './transaction.ts'

/** Identifies an entry by its owner and its 14 digits. */
export interface EntryRef {
  uid: string
  key: string
}

/** The entry as last written (consistent read), or `undefined`. */
export async function readEntry(tables: Tables, { uid, key }: EntryRef): Promise<ArchiveEntry | undefined> {
  // DynamoDB rejects overlong keys, and anyone can type one into an address.
  if (!archiveEntry.shape.key.safeParse(key).success) return undefined
  const { Item } = await tables.client.send(
    new GetCommand({ TableName: tables.archive, Key: { uid, key }, ConsistentRead: true }),
  )
  return Item && archiveEntry.parse(Item)
}

/**
 * Reads the entry that a workflow step works on. Returns `undefined` if it was delivered: an interrupted execution may
 * run again from its start, and then every step passes without an effect.
 * @throws BusinessError DELETED without an entry, ABORTED after a refund: nobody waits for the result.
 */
export async function openEntry(tables: Tables, ref: EntryRef): Promise<ArchiveEntry | undefined> {
  const entry = await readEntry(tables, ref)
  if (!entry) throw new BusinessError('DELETED', 'there is no such entry')
  if (isOpen(entry.status)) return entry
  if (entry.status === 'done') return undefined
  throw new BusinessError('ABORTED', 'the entry is closed')
}

/** Delivery and refund close an entry. Every other change of status is a move. */
export type OpenStatus = Exclude<EntryStatus, 'done' | 'failed'>

export interface Move {
  /** Statuses that the move may start from. */
  from: readonly OpenStatus[]
  to: OpenStatus
  /** ISO time. */
  at: string
  set?: Partial<Omit<ArchiveEntry, 'uid' | 'key' | 'status' | 'used_token' | 'open_since'>>
}

/** Moves an open entry to another status. Returns false if its status is not one that the move may start from. */
export async function moveEntry(tables: Tables, ref: EntryRef, move: Move): Promise<boolean> {
  return write(tables, entryMove(tables, ref, move))
}

/** The write of `moveEntry`, for a transaction. */
function entryMove(tables: Tables, { uid, key }: EntryRef, { from, to, at, set }: Move): Write {
  return update(
    tables.archive,
    { uid, key },
    { set: { ...set, status: to, changed_at: at } },
    { oneOf: { status: from } },
  )
}

/** Moves an entry on whose upload has arrived, and owes the email about it. `at` is an ISO time. */
export async function queueEntry(tables: Tables, ref: EntryRef, at: string): Promise<void> {
  const { uid, key } = ref
  await transact(tables, [
    entryMove(tables, ref, { from: ['uploading'], to: 'queued', at }),
    owe(tables, { about: 'entry', uid, key, kind: 'received' }, at),
  ])
}

/** Stores the id of a multipart upload. Returns false if one is stored already or the entry awaits no upload. */
export async function keepUploadId(tables: Tables, { uid, key }: EntryRef, uploadId: string): Promise<boolean> {
  const when = { equals: { status: 'uploading' }, absent: ['upload_id'] }
  return write(tables, update(tables.archive, { uid, key }, { set: { upload_id: uploadId } }, when))
}

/** A saved version of an edited subtitle: its files and inspection, as the entry refers to them. */
export interface SavedVersion {
  version: number
  /** Name that its files carry. */
  name: string
  certificate: Certificate
  first_cues: string[]
}

/**
 * Makes a saved version the one that is downloaded. Returns false if another version was published since the entry was
 * read, because this one does not contain its edits.
 */
export async function publishSavedVersion(
  tables: Tables,
  { uid, key, edit_version, edit_name }: Pick<ArchiveEntry, 'uid' | 'key' | 'edit_version' | 'edit_name'>,
  { version, name, certificate, first_cues }: SavedVersion,
): Promise<boolean> {
  const set = { edit_version: version, edit_name: name, edit_before: edit_name, certificate, first_cues }
  const same = edit_version === undefined ? { absent: ['edit_version'] } : { equals: { edit_version } }
  const when = { ...same, oneOf: { status: ['done'] } }
  return write(tables, update(tables.archive, { uid, key }, { set, remove: ['reviewed_at'] }, when))
}

/**
 * Marks the review of a finished entry as closed at an ISO time, or as open again. Returns false if the entry was
 * deleted.
 */
export async function markReviewed(tables: Tables, { uid, key }: EntryRef, at: string | undefined): Promise<boolean> {
  const change = at === undefined ? { remove: ['reviewed_at'] } : { set: { reviewed_at: at } }
  return write(tables, update(tables.archive, { uid, key }, change, { oneOf: { status: ['done'] } }))
}

/**
 * Counts sentences about to be translated again, or uncounts them if `sentences` is negative. Returns false if the
 * total would exceed `allowance`.
 */
export async function countAskedAgain(
  tables: Tables,
  { uid, key }: EntryRef,
  sentences: number,
  allowance: number,
): Promise<boolean> {
  const when = { belowOrAbsent: { asked_again: allowance - sentences + 1 }, oneOf: { status: ['done'] } }
  return write(tables, update(tables.archive, { uid, key }, { add: { asked_again: sentences } }, when))
}

/** Counts a text for YouTube about to be written, or uncounts one. Returns false if the entry has reached its limit. */
export async function countYoutubeText(tables: Tables, { uid, key }: EntryRef, texts: 1 | -1): Promise<boolean> {
  const when = { belowOrAbsent: { youtube_texts: MOST_YOUTUBE_TEXTS - texts + 1 }, oneOf: { status: ['done'] } }
  return write(tables, update(tables.archive, { uid, key }, { add: { youtube_texts: texts } }, when))
}

/** Sets the owner's name for an entry. Returns false if the entry was deleted. */
export async function renameEntry(tables: Tables, { uid, key }: EntryRef, name: string): Promise<boolean> {
  return write(tables, update(tables.archive, { uid, key }, { set: { display_name: name } }, { present: ['title'] }))
}

/** Records, at an ISO time, that a picture of the entry was stored. Returns false if the entry was deleted. */
export async function markPicture(tables: Tables, { uid, key }: EntryRef, at: string): Promise<boolean> {
  return write(tables, update(tables.archive, { uid, key }, { set: { picture_at: at } }, { present: ['title'] }))
}

/** Records, at an ISO time, that the page is still uploading. Returns false if the entry awaits no upload. */
export async function recordHeartbeat(tables: Tables, { uid, key }: EntryRef, at: string): Promise<boolean> {
  const when = { equals: { status: 'uploading' } }
  return write(tables, update(tables.archive, { uid, key }, { set: { fed_at: at } }, when))
}

/** True for an upload without a heartbeat for `ms`; `now` in epoch milliseconds. */
export function isStale(
  { status, fed_at, video_upload_time }: Pick<ArchiveEntry, 'status' | 'fed_at' | 'video_upload_time'>,
  now: number,
  ms = STALE_UPLOAD_MS,
): boolean {
  return status === 'uploading' && now - Date.parse(fed_at ?? video_upload_time) >= ms
}

/**
 * Deletes the row of a closed entry, with its links and comments, and counts it as deleted. The ledger's movements
 * stay. If it was the last open member of its group, the email about the others is owed. Returns false if the entry is
 * open or does not exist. `at` is an ISO time.
 */
export async function deleteEntry(
  tables: Tables,
  { uid, key, group, status, links = [] }: Pick<ArchiveEntry, 'uid' | 'key' | 'group' | 'status' | 'links'>,
  at: string,
): Promise<boolean> {
  const shared = status === 'done' ? [serviceKey.comments(uid, key), ...links.map(serviceKey.proofLink)] : []
  const { done } = await transact(tables, [
    remove(tables.archive, { uid, key }, { oneOf: { status: ['done', 'failed'] } }),
    ...shared.map(row => remove(tables.service, row)),
    update(tables.users, { uid }, { add: { archive_deleted: 1 } }, { present: ['customer_key'] }),
    logRow(tables, { uid, action: 'delete_video', details: { key }, at }),
    ...(group === undefined ? [] : [owe(tables, { about: 'group', uid, group }, at)]),
  ])
  return done
}

/** Every entry of a user, oldest first (consistent read). */
export async function* listEntries(tables: Tables, uid: string): AsyncGenerator<ArchiveEntry> {
  const pages = paginateQuery(tables, {
    TableName: tables.archive,
    KeyConditionExpression: '#uid = :uid',
    ExpressionAttributeNames: { '#uid': 'uid' },
    ExpressionAttributeValues: { ':uid': uid },
    ConsistentRead: true,
  })
  for await (const { Items = [] } of pages) for (const item of Items) yield archiveEntry.parse(item)
}

/** Reads a user's newest entries, or the newest with keys below `before`, at most `limit` of them (consistent read). */
export async function listNewest(
  tables: Tables,
  uid: string,
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<ArchiveEntry[]> {
  const { Items = [] } = await tables.client.send(
    new QueryCommand({
      TableName: tables.archive,
      KeyConditionExpression: '#uid = :uid',
      ExpressionAttributeNames: { '#uid': 'uid' },
      ExpressionAttributeValues: { ':uid': uid },
      ScanIndexForward: false,
      ConsistentRead: true,
      Limit: limit,
      ...(before !== undefined && { ExclusiveStartKey: { uid, key: before } }),
    }),
  )
  return Items.map(item => archiveEntry.parse(item))
}

/** Number of entries to examine when looking for a recent one. Older entries are not found. */
const RECENT = 100

/** The newest of a user's latest entries that `isWanted` (consistent read), at most `limit` of them. */
export async function findRecent(
  tables: Tables,
  uid: string,
  isWanted: (entry: ArchiveEntry) => boolean,
  limit: number,
): Promise<ArchiveEntry[]> {
  const newest = await listNewest(tables, uid, { limit: RECENT })
  return newest.filter(isWanted).slice(0, limit)
}

const indexKey = z.object({ uid: z.string(), key: z.string(), open_since: z.string() })

/** Entries that were opened at or before the ISO time `since`; oldest first. */
export async function* listOpen(tables: Tables, since: string): AsyncGenerator<EntryRef & { open_since: string }> {
  const index = { table: tables.archive, index: INDEXES.openEntries, by: 'open_since' }
  for await (const row of openRows(tables, index, since)) yield indexKey.parse(row)
}
