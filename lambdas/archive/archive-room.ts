import type { ArchiveEntry } from '../contract/archive-entry.ts'
import { ApiError } from '../contract/errors.ts'
import type { EntryView } from '../contract/routes.ts'
import { readEntry } from '../records/archive.ts'
import { type ArchivePage, listPage } from '../records/archive-pages.ts'
import { entryView } from '../records/entry-view.ts'
import type { Tables } from '../records/tables.ts'
import { requireAccount } from '../records/users.ts'
import type { MediaBucket } from '../runtime/media-bucket.ts'

/** What the routes of this room work with. */
export interface ArchiveRoom {
  tables: Tables
  media: MediaBucket
  /** Epoch milliseconds. */
  now: () => number
}

/** An entry of a person, by its key. */
export interface OwnEntry {
  uid: string
  key: string
}

/** A page of five, newest first; one past the end shows the last. Who is suspended may still read. */
export async function listArchive(
  { tables, now }: ArchiveRoom,
  { uid, page }: { uid: string; page: number },
): Promise<Omit<ArchivePage, 'entries'> & { entries: EntryView[] }> {
  const found = await listPage(tables, await requireAccount(tables, uid), page)
  return { ...found, entries: found.entries.map(entry => entryView(entry, now())) }
}

export async function showEntry(room: ArchiveRoom, ref: OwnEntry): Promise<EntryView> {
  return entryView(await requireEntry(room, ref), room.now())
}

/** @throws ApiError NO_VIDEO: also for the entries of others, which cannot be named here. */
export async function requireEntry({ tables }: ArchiveRoom, ref: OwnEntry): Promise<ArchiveEntry> {
  const entry = await readEntry(tables, ref)
  if (!entry) throw new ApiError('NO_VIDEO')
  return entry
}
