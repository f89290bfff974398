import { type ArchiveEntry, isOpen } from '../contract/archive-entry.ts'
import { ApiError } from '../contract/errors.ts'
import { SUBTITLES, VIDEOS, WORK } from '../contract/media-objects.ts'
import type { EntryView } from '../contract/routes.ts'
import { deleteEntry, type EntryRef, readEntry } from '../records/archive.ts'
import { type ArchivePage, entryView, listPage } from '../records/archive-pages.ts'
import { refund } from '../records/ledger/index.ts'
import type { Tables } from '../records/tables.ts'
import { requireAccount } from '../records/users.ts'
import { type MediaBucket, removePrefix } from '../runtime/media-bucket.ts'

/** Dependencies of this room's routes. */
export interface ArchiveRoom {
  tables: Tables
  media: MediaBucket
  /** Epoch milliseconds. */
  now: () => number
  /** A short random name for the files of an edit. */
  newId: () => string
}

/** A page of five entries, newest first; a page past the end shows the last one. Suspended people may still read. */
export async function listArchive(
  { tables, now }: ArchiveRoom,
  { uid, page }: { uid: string; page: number },
): Promise<Omit<ArchivePage, 'entries'> & { entries: EntryView[] }> {
  const found = await listPage(tables, await requireAccount(tables, uid), page)
  return { ...found, entries: found.entries.map(entry => entryView(entry, now())) }
}

export async function showEntry(room: ArchiveRoom, ref: EntryRef): Promise<EntryView> {
  return entryView(await requireEntry(room, ref), room.now())
}

/** The caller's entry. @throws ApiError NO_VIDEO, also for other people's entries: the key is looked up under the caller. */
export async function requireEntry({ tables }: ArchiveRoom, ref: EntryRef): Promise<ArchiveEntry> {
  const entry = await readEntry(tables, ref)
  if (!entry) throw new ApiError('NO_VIDEO')
  return entry
}

/**
 * Deletes video, work files and subtitles, and the row last, so that an interrupted call can be repeated. The ledger
 * keeps its movements. An abandoned upload is refunded first.
 * @throws ApiError NO_VIDEO, or STILL_OPEN while the subtitle is being made.
 */
export async function deleteWithObjects(room: ArchiveRoom, ref: EntryRef): Promise<Record<string, never>> {
  const entry = await requireEntry(room, ref)
  const { uid, key, status } = entry
  const at = new Date(room.now()).toISOString()
  if (status === 'uploading') await refund(room.tables, entry, { failure: 'DELETED', at })
  else if (isOpen(status)) throw new ApiError('STILL_OPEN')
  for (const prefix of [`${VIDEOS}${uid}/${key}_`, `${WORK}${uid}/${key}/`, `${SUBTITLES}${uid}/${key}_`])
    await removePrefix(room.media, prefix)
  await deleteEntry(room.tables, entry, at)
  return {}
}
