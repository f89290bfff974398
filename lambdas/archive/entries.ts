import { type ArchiveEntry, type Certificate, isOpen, WORK_PAID } from '../contract/archive-entry.ts'
import { TABLE_ROWS } from '../contract/archive-list.ts'
import { ApiError } from '../contract/errors.ts'
import type { ResponseOf } from '../contract/every-route.ts'
import type { SeriesView } from '../contract/group.ts'
import { ALLOWANCES } from '../contract/limits.ts'
import { SUBTITLES, VIDEOS, WORK } from '../contract/media-objects.ts'
import { isoNow } from '../contract/time.ts'
import { cleanName, nameOf } from '../contract/title.ts'
import type { EntryView } from '../contract/views.ts'
import { writeLog } from '../records/activity-log.ts'
import { deleteEntry, type EntryRef, listNewest, readEntry, renameEntry } from '../records/archive.ts'
import { type ArchivePage, entryView, groupPage, listPage, type Search, searchPage } from '../records/archive-pages.ts'
import type { BaseDeps } from '../records/base-deps.ts'
import { refund } from '../records/ledger/index.ts'
import { type ProcessingTime, readProcessingTimes, timeLeft } from '../records/processing-times.ts'
import { listSeries } from '../records/series.ts'
import { spendAllowance } from '../records/service-rows.ts'
import { submissionView } from '../records/submission-view.ts'
import { requireAccount } from '../records/users.ts'
import { removePrefix } from '../runtime/media-bucket.ts'
import { pictureUrl } from './picture-url.ts'

/** Dependencies of the archive routes. */
export interface ArchiveDeps extends BaseDeps {
  /** Returns a short random name for the files of a saved version. */
  newId: () => string
}

type ShownPage = Omit<ArchivePage, 'entries'> & { entries: EntryView[]; searched?: number; series?: SeriesView[] }

interface Wanted extends Partial<Omit<Search, 'text'>> {
  uid: string
  page: number
  search?: string
  group?: string | undefined
}

/**
 * A page of entries, newest first or in another order; optionally only those with `search` in their name, or all
 * members of a group. A page past the end returns the last one. Suspended users may still read.
 * @throws ApiError TOO_MANY_REQUESTS for a search or another order.
 */
export async function listArchive(
  deps: ArchiveDeps,
  { uid, page, rows = TABLE_ROWS, order = 'newest', search = '', group }: Wanted,
): Promise<ShownPage> {
  const { tables, now } = deps
  const user = await requireAccount(tables, uid)
  const isSearch = group === undefined && (search !== '' || order !== 'newest')
  if (isSearch) await spendAllowance(tables, uid, ALLOWANCES.search, isoNow({ now }))
  const list = () =>
    isSearch ? searchPage(tables, user, { page, rows, order, text: search }) : listPage(tables, user, { page, rows })
  const found = group === undefined ? await list() : await groupPage(tables, uid, group)
  const times = await readTimesIfNeeded(deps, found.entries)
  const series = await listSeries(tables, uid)
  return {
    ...found,
    ...(series.length > 0 && { series }),
    entries: await Promise.all(found.entries.map(entry => shown(deps, entry, times))),
  }
}

/**
 * Identifies what a page shows. An estimate counts as changed if it names another time of day, to the second; the seconds
 * left change with every request.
 */
export function versionOf({ entries, ...page }: ShownPage, at: number): string {
  const second = (left: number) => Math.round(at / 1000 + left)
  const absolute = entries.map(({ left, ...entry }) => [entry, left && [second(left.from), second(left.to)]])
  return JSON.stringify([page, absolute])
}

export async function showEntry(deps: ArchiveDeps, ref: EntryRef): Promise<EntryView> {
  const entry = await requireEntry(deps, ref)
  return shown(deps, entry, await readTimesIfNeeded(deps, [entry]))
}

/** Recent processing times, read only if one of the entries is being processed. */
async function readTimesIfNeeded({ tables }: ArchiveDeps, entries: readonly ArchiveEntry[]): Promise<ProcessingTime[]> {
  return entries.some(({ status }) => WORK_PAID.has(status)) ? readProcessingTimes(tables) : []
}

/** An entry as the page shows it, with its picture, and with the estimated time left while it is being processed. */
async function shown(deps: ArchiveDeps, entry: ArchiveEntry, times: readonly ProcessingTime[]): Promise<EntryView> {
  const at = deps.now()
  const { status, heard_at, duration_seconds } = entry
  const thumbnail = await pictureUrl(deps, entry)
  const view = { ...entryView(entry, at), ...(thumbnail !== undefined && { thumbnail }) }
  if (!WORK_PAID.has(status) || heard_at === undefined) return view
  const left = timeLeft(times, duration_seconds, (at - Date.parse(heard_at)) / 1000)
  return { ...view, ...(left && { left }) }
}

/**
 * Renames an entry for display. Its title, which is part of every object key, stays.
 * @throws ApiError NO_VIDEO, TOO_MANY_REQUESTS.
 */
export async function rename(deps: ArchiveDeps, ref: EntryRef, name: string): Promise<EntryView> {
  const { tables } = deps
  const before = nameOf(await requireEntry(deps, ref))
  const at = isoNow(deps)
  await spendAllowance(tables, ref.uid, ALLOWANCES.rename, at)
  const after = cleanName(name)
  if (!(await renameEntry(tables, ref, after))) throw new ApiError('NO_VIDEO')
  await writeLog(tables, { uid: ref.uid, action: 'rename_video', details: { key: ref.key }, before, after, at })
  return showEntry(deps, ref)
}

/**
 * The caller's entry.
 * @throws ApiError NO_VIDEO, also for other users' entries: the key is looked up under the caller.
 */
export async function requireEntry({ tables }: ArchiveDeps, ref: EntryRef): Promise<ArchiveEntry> {
  const entry = await readEntry(tables, ref)
  if (!entry) throw new ApiError('NO_VIDEO')
  return entry
}

/** A page of submissions for `/api/v1`, newest first; `cursor` is the last id of the previous page. */
export async function listSubmissions(
  { tables }: ArchiveDeps,
  uid: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<ResponseOf<'v1List'>> {
  const entries = await listNewest(tables, uid, { limit, before: cursor })
  const last = entries.length < limit ? undefined : entries.at(-1)?.key
  return { submissions: entries.map(submissionView), ...(last !== undefined && { cursor: last }) }
}

/** @throws ApiError NO_VIDEO, or NO_SUBTITLE if there is no certificate yet. */
export async function certificateOf(deps: ArchiveDeps, ref: EntryRef): Promise<Certificate> {
  const { certificate } = await requireEntry(deps, ref)
  if (!certificate) throw new ApiError('NO_SUBTITLE')
  return certificate
}

/**
 * Deletes video, work files and subtitles, then the row, so that an interrupted call can be repeated. The ledger keeps its
 * movements. An abandoned upload is refunded first.
 * @throws ApiError NO_VIDEO, or STILL_OPEN while the video is being processed.
 */
export async function deleteWithObjects(deps: ArchiveDeps, ref: EntryRef): Promise<Record<string, never>> {
  const entry = await requireEntry(deps, ref)
  const { uid, key, status } = entry
  const at = isoNow(deps)
  if (status === 'uploading') await refund(deps.tables, entry, { failure: 'DELETED', at })
  else if (isOpen(status)) throw new ApiError('STILL_OPEN')
  const prefixes = [`${VIDEOS}${uid}/${key}_`, `${WORK}${uid}/${key}/`, `${SUBTITLES}${uid}/${key}_`]
  for (const prefix of prefixes) await removePrefix(deps.media, prefix)
  await deleteEntry(deps.tables, entry, at)
  // Once more, because a save may have published its files before the row was gone.
  for (const prefix of prefixes) await removePrefix(deps.media, prefix)
  return {}
}
