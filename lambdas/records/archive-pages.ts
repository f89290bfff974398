import { paginateQuery, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { type ArchiveEntry, archiveEntry, FAILURE_TEXT } from '../contract/archive-entry.ts'
import { SEARCHED_ENTRIES, VIDEO_DAYS } from '../contract/limits.ts'
import { INDEXES } from '../contract/tables.ts'
import { nameOf } from '../contract/title.ts'
import type { EntryView } from '../contract/views.ts'
import { isStale } from './archive.ts'
import { deletionsOf, nthOldest, type ReadDeletions } from './deleted-numbers.ts'
import { withoutHoles } from './move-holes.ts'
import type { Tables } from './tables.ts'
import type { User } from './users.ts'

/** Rows of a page (specification, section 9). */
const PAGE_ROWS = 5

const DAY_MS = 24 * 60 * 60 * 1000

export interface ArchivePage {
  entries: ArchiveEntry[]
  page: number
  pages: number
  total: number
}

/**
 * A page of the user's archive, newest first; a page past the end is the last one.
 * Entries are numbered 1, 2, 3 ... and a tree of small rows knows which numbers were deleted, so the numbers on a page
 * are computed and only its rows are read, however far back the page lies.
 */
export async function listPage(tables: Tables, found: User, wanted: number): Promise<ArchivePage> {
  const user = await withoutHoles(tables, found)
  const total = user.archive_count - user.archive_deleted
  const pages = Math.max(1, Math.ceil(total / PAGE_ROWS))
  const page = Math.min(wanted, pages)
  const read = user.archive_deleted === 0 ? noDeletions : deletionsOf(tables, user.uid)
  const numbers = await numbersOfPage(read, total, page)
  const [newest, oldest] = [numbers[0], numbers.at(-1)]
  if (newest === undefined) return { entries: [], page, pages, total }
  const { Items = [] } = await tables.client.send(
    new QueryCommand({
      TableName: tables.archive,
      IndexName: INDEXES.number,
      KeyConditionExpression: '#uid = :uid AND #number BETWEEN :oldest AND :newest',
      ExpressionAttributeNames: { '#uid': 'uid', '#number': 'number' },
      ExpressionAttributeValues: { ':uid': user.uid, ':oldest': oldest, ':newest': newest },
      ScanIndexForward: false,
    }),
  )
  // The index lags behind the table: a row just deleted may still be in it.
  const entries = Items.map(item => archiveEntry.parse(item)).filter(({ number }) => numbers.includes(number))
  return { entries, page, pages, total }
}

/**
 * A page of the entries whose name contains `text`, whatever its case, newest first. Looks through the newest entries up
 * to a limit; `searched` says how many they were where older ones are left.
 */
export async function searchPage(
  tables: Tables,
  { uid, archive_count, archive_deleted }: Pick<User, 'uid' | 'archive_count' | 'archive_deleted'>,
  text: string,
  wanted: number,
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
  const pages = Math.max(1, Math.ceil(found.length / PAGE_ROWS))
  const page = Math.min(wanted, pages)
  const entries = found.slice((page - 1) * PAGE_ROWS, page * PAGE_ROWS)
  const isWhole = searched >= archive_count - archive_deleted
  return { entries, page, pages, total: found.length, ...(!isWhole && { searched }) }
}

/** Text as a search compares it: composed Hangul, full-width forms and case do not matter. */
function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

/** The tree of people who never deleted anything, which most are: its three rows need not be read. */
const noDeletions: ReadDeletions = async () => new Map()

/** Numbers of the entries on a page (from 1), newest first; `total` entries are left. */
export async function numbersOfPage(read: ReadDeletions, total: number, page: number): Promise<number[]> {
  const first = total - (page - 1) * PAGE_ROWS
  const numbers: number[] = []
  for (let n = first; n >= 1 && n > first - PAGE_ROWS; n -= 1) numbers.push(await nthOldest(read, n))
  return numbers
}

/** An entry as the page shows it; `now` in epoch milliseconds. */
export function entryView(entry: ArchiveEntry, now: number): EntryView {
  const { mails, open_since, changed_at, message, upload_id, edit_name, edit_before, fed_at, heard_at, ...shown } =
    entry
  return {
    ...shown,
    failureText: entry.failure && FAILURE_TEXT[entry.failure],
    videoKept: isVideoKept(entry, now),
    ...(isStale(entry, now) && { stale: true }),
  }
}

/** Whether the entry's video is still available: YouTube keeps its own, uploads are kept for three days. */
export function isVideoKept(entry: ArchiveEntry, now: number): boolean {
  if (entry.type === 'youtube') return true
  return entry.failure !== 'UPLOAD_NEVER_CAME' && now - Date.parse(entry.video_upload_time) < VIDEO_DAYS * DAY_MS
}
