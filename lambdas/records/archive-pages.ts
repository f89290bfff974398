import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import { type ArchiveEntry, archiveEntry } from '../contract/archive-entry.ts'
import { INDEXES, type Tables } from './tables.ts'
import type { User } from './users.ts'

/** Rows of a page (specification, section 9). */
const PAGE_ROWS = 5

export interface ArchivePage {
  entries: ArchiveEntry[]
  page: number
  pages: number
  total: number
}

/**
 * A page of the user's archive, newest first; a page past the end is the last one.
 * Entries are numbered 1, 2, 3 ... and the user's row knows which numbers were deleted, so the numbers that stand on a
 * page are computed and exactly these rows are read, however far back the page lies.
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
  // The index follows the table by a moment: a row just deleted may still be in it.
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

/** Number of the n-th newest entry that is still there. */
function nthNewest(count: number, holes: ReadonlySet<number>, n: number): number | undefined {
  let number = count - n + 1
  for (const hole of [...holes].sort((a, b) => b - a)) if (hole >= number) number -= 1
  return number >= 1 ? number : undefined
}
