import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import { type ArchiveEntry, archiveEntry, FAILURE_TEXT } from '../contract/archive-entry.ts'
import { VIDEO_DAYS } from '../contract/limits.ts'
import type { EntryView } from '../contract/routes.ts'
import { INDEXES, type Tables } from './tables.ts'
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
 * Entries are numbered 1, 2, 3 ... and the user's row knows which numbers were deleted, so the numbers on a page are
 * computed and only its rows are read, however far back the page lies.
 */
export async function listPage(tables: Tables, user: User, wanted: number): Promise<ArchivePage> {
  const total = user.archive_count - user.archive_holes.size
  const pages = Math.max(1, Math.ceil(total / PAGE_ROWS))
  const page = Math.min(wanted, pages)
  const range = numbersOfPage(user.archive_count, user.archive_holes, page)
  if (!range) return { entries: [], page, pages, total }
  const { Items = [] } = await tables.client.send(
    new QueryCommand({
      TableName: tables.archive,
      IndexName: INDEXES.number,
      KeyConditionExpression: '#uid = :uid AND #number BETWEEN :oldest AND :newest',
      ExpressionAttributeNames: { '#uid': 'uid', '#number': 'number' },
      ExpressionAttributeValues: { ':uid': user.uid, ':oldest': range.oldest, ':newest': range.newest },
      ScanIndexForward: false,
    }),
  )
  // The index lags behind the table: a row just deleted may still be in it.
  const entries = Items.map(item => archiveEntry.parse(item)).filter(({ number }) => !user.archive_holes.has(number))
  return { entries, page, pages, total }
}

/** Oldest and newest number of the entries on a page (from 1), or `undefined` where the page is empty. */
export function numbersOfPage(
  count: number,
  holes: ReadonlySet<number>,
  page: number,
): { oldest: number; newest: number } | undefined {
  const newest = nthNewest(count, holes, (page - 1) * PAGE_ROWS + 1)
  if (newest === undefined) return undefined
  const alive = count - holes.size
  const oldest = nthNewest(count, holes, Math.min(page * PAGE_ROWS, alive)) ?? newest
  return { oldest, newest }
}

/** Number of the n-th newest entry that was not deleted. */
function nthNewest(count: number, holes: ReadonlySet<number>, n: number): number | undefined {
  let number = count - n + 1
  for (const hole of [...holes].sort((a, b) => b - a)) if (hole >= number) number -= 1
  return number >= 1 ? number : undefined
}

/** An entry as the page shows it; `now` in epoch milliseconds. */
export function entryView(entry: ArchiveEntry, now: number): EntryView {
  const { mails, open_since, changed_at, message, upload_id, ...shown } = entry
  return {
    ...shown,
    failureText: entry.failure && FAILURE_TEXT[entry.failure],
    videoKept: isVideoKept(entry, now),
  }
}

/** Whether the entry's video is still available: YouTube keeps its own, uploads are kept for three days. */
export function isVideoKept(entry: ArchiveEntry, now: number): boolean {
  if (entry.type === 'youtube') return true
  return entry.failure !== 'UPLOAD_NEVER_CAME' && now - Date.parse(entry.video_upload_time) < VIDEO_DAYS * DAY_MS
}
