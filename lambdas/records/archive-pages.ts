import { paginateQuery } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { type ArchiveEntry, archiveEntry, countDoubts, failureText } from '../contract/archive-entry.ts'
import type { ArchiveOrder, PageRows } from '../contract/archive-list.ts'
import { SEARCHED_ENTRIES, VIDEO_DAYS } from '../contract/limits.ts'
import { INDEXES } from '../contract/tables.ts'
import { DAY_MS } from '../contract/time.ts'
import { nameOf } from '../contract/title.ts'
import type { EntryView } from '../contract/views.ts'
import { isStale, readEntry } from './archive.ts'
import { readGroup, readReported } from './groups.ts'
import type { Tables } from './tables.ts'
import type { User } from './users.ts'

export interface ArchivePage {
  entries: ArchiveEntry[]
  page: number
  pages: number
  total: number
}

/**
 * Reads one page of the user's archive, newest first; a page past the end is the last one. The keys up to the page come
 * from a keys-only index (about 100 bytes an entry, so 10,000 entries are two requests), then its rows are read.
 */
export async function listPage(
  tables: Tables,
  user: User,
  { page: wanted, rows: pageRows }: { page: number; rows: PageRows },
): Promise<ArchivePage> {
  const total = user.archive_count - user.archive_deleted
  const pages = Math.max(1, Math.ceil(total / pageRows))
  const page = Math.min(wanted, pages)
  const keys = total === 0 ? [] : await keysOfPage(tables, user.uid, page * pageRows, pageRows)
  const rows = await Promise.all(keys.map(key => readEntry(tables, { uid: user.uid, key })))
  // The index lags behind the table: a row just deleted may still be in it.
  return { entries: rows.filter(row => row !== undefined), page, pages, total }
}

const keyRow = z.object({ key: z.string() })

/** Among the newest `end` keys, the oldest `rows` of them. */
async function keysOfPage(tables: Tables, uid: string, end: number, rows: number): Promise<string[]> {
  const keys: string[] = []
  const input = {
    TableName: tables.archive,
    IndexName: INDEXES.number,
    KeyConditionExpression: '#uid = :uid',
    ExpressionAttributeNames: { '#uid': 'uid' },
    ExpressionAttributeValues: { ':uid': uid },
    ScanIndexForward: false,
    Limit: end,
  }
  for await (const { Items = [] } of paginateQuery(tables, input)) {
    keys.push(...Items.map(item => keyRow.parse(item).key))
    if (keys.length >= end) break
  }
  return keys.slice(end - rows, end)
}

export interface Search {
  /** Text that the name contains, in any case; empty for all entries. */
  text: string
  order: ArchiveOrder
  page: number
  rows: PageRows
}

/**
 * Reads one page of the entries with a text in their name, in an order. Examines only the newest entries, up to a
 * limit. If it left out older ones, `searched` is the number of entries that it examined.
 */
export async function searchPage(
  tables: Tables,
  { uid, archive_count, archive_deleted }: Pick<User, 'uid' | 'archive_count' | 'archive_deleted'>,
  { text, order, page: wanted, rows }: Search,
): Promise<ArchivePage & { searched?: number }> {
  const found: ArchiveEntry[] = []
  let searched = 0
  const input = {
    TableName: tables.archive,
    KeyConditionExpression: '#uid = :uid',
    ExpressionAttributeNames: { '#uid': 'uid' },
    ExpressionAttributeValues: { ':uid': uid },
    ScanIndexForward: false,
    Limit: SEARCHED_ENTRIES,
  }
  for await (const { Items = [] } of paginateQuery(tables, input)) {
    const entries = Items.slice(0, SEARCHED_ENTRIES - searched).map(item => archiveEntry.parse(item))
    searched += entries.length
    found.push(...entries.filter(entry => folded(nameOf(entry)).includes(folded(text))))
    if (searched >= SEARCHED_ENTRIES) break
  }
  const pages = Math.max(1, Math.ceil(found.length / rows))
  const page = Math.min(wanted, pages)
  const entries = found.sort(ORDERS[order]).slice((page - 1) * rows, page * rows)
  const isWhole = searched >= archive_count - archive_deleted
  return { entries, page, pages, total: found.length, ...(!isWhole && { searched }) }
}

const { compare } = new Intl.Collator('ko', { numeric: true })

/** Entries that compare equal stay newest first. */
const ORDERS: Record<ArchiveOrder, (a: ArchiveEntry, b: ArchiveEntry) => number> = {
  newest: () => 0,
  name: (a, b) => compare(nameOf(a), nameOf(b)),
  doubts: (a, b) => countDoubts(b) - countDoubts(a),
}

/**
 * One page of the members that a group's email reports, in the order of their submission; a retry takes the place of what
 * it retries. Empty if the user has no such group.
 */
export async function groupPage(tables: Tables, uid: string, id: string): Promise<ArchivePage> {
  const group = await readGroup(tables, uid, id)
  const entries = group ? await readReported(tables, uid, group) : []
  return { entries, page: 1, pages: 1, total: entries.length }
}

/** Text for comparison in a search: composed Hangul, without regard to full-width forms and case. */
function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

/** An entry as the page shows it; `now` in epoch milliseconds. */
export function entryView(entry: ArchiveEntry, now: number): EntryView {
  const {
    open_since,
    changed_at,
    message,
    upload_id,
    edit_name,
    edit_before,
    fed_at,
    heard_at,
    picture_at,
    started_at,
    youtube_texts,
    api_key,
    webhook,
    ...shown
  } = entry
  return {
    ...shown,
    failureText: entry.failure && failureText(entry),
    videoKept: isVideoKept(entry, now),
    ...(isStale(entry, now) && { stale: true }),
  }
}

/** Whether the entry's video is still available: YouTube keeps its own, uploads are kept for three days. */
export function isVideoKept(entry: ArchiveEntry, now: number): boolean {
  if (entry.type === 'youtube') return true
  const isSent = entry.failure !== 'UPLOAD_NEVER_CAME' && (entry.type === 'subtitle' || entry.size > 0)
  return isSent && now - Date.parse(entry.video_upload_time) < VIDEO_DAYS * DAY_MS
}
