import * as z from 'zod'
import { ApiError } from '../contract/errors.ts'
import { type SeriesSettings, type SeriesView, seriesView } from '../contract/group.ts'
import { MOST_SERIES } from '../contract/limits.ts'
import { cleanName } from '../contract/title.ts'
import { readServiceRow, serviceKey } from './service-rows.ts'
import type { Tables } from './tables.ts'
import { remove, update, type Write, write } from './transaction.ts'

/** One row per user: an attribute for each series, with the ISO time at which the series began. */
const seriesRow = z.record(z.string(), seriesView.extend({ at: z.string() }))

/** An expression uses the attribute's name as its alias, which may have no hyphen. */
const attributeOf = (id: string) => id.replaceAll('-', '_')

/** A group that is not a series is kept for this long after its last submission. */
export const GROUP_SECONDS = 30 * 24 * 60 * 60

async function readRow(tables: Tables, uid: string): Promise<z.infer<typeof seriesRow>> {
  const { id: _, ...series } = (await readServiceRow(tables, serviceKey.series(uid))) ?? {}
  return seriesRow.parse(series)
}

/**
 * A user's series, the newest first (consistent read). Concurrent submissions may have stored more than are returned.
 */
export async function listSeries(tables: Tables, uid: string): Promise<SeriesView[]> {
  return Object.values(await readRow(tables, uid))
    .sort((a, b) => (a.at < b.at ? 1 : -1))
    .slice(0, MOST_SERIES)
    .map(({ at, ...series }) => series)
}

/** Builds the write that lists a new series; `undefined` if the user has the maximum number. `at` is an ISO time. */
export async function seriesWrite(
  tables: Tables,
  uid: string,
  series: SeriesView,
  at: string,
): Promise<Write | undefined> {
  if ((await listSeries(tables, uid)).length >= MOST_SERIES) return undefined
  return update(tables.service, serviceKey.series(uid), { set: { [attributeOf(series.id)]: { ...series, at } } })
}

/** @throws ApiError NO_SERIES */
export async function changeSeries(
  tables: Tables,
  uid: string,
  id: string,
  settings: SeriesSettings,
): Promise<SeriesView> {
  const attribute = attributeOf(id)
  const known = (await readRow(tables, uid))[attribute]
  const name = cleanName(settings.name)
  const change = { set: { [attribute]: { ...known, ...settings, name } } }
  // If the user is leaving, the condition also prevents the write from restoring a deleted series.
  const changing = update(tables.service, serviceKey.series(uid), change, { present: [attribute] })
  if (!known || !(await write(tables, changing))) throw new ApiError('NO_SERIES')
  return { id, ...settings, name }
}

/**
 * Removes a series with its glossary. Its videos stay, and its group expires as others do. An interrupted call can be
 * repeated; `now` in epoch milliseconds.
 */
export async function removeSeries(tables: Tables, uid: string, id: string, now: number): Promise<void> {
  const expires_at = Math.floor(now / 1000) + GROUP_SECONDS
  await write(tables, update(tables.service, serviceKey.group(uid, id), { set: { expires_at } }, { present: ['keys'] }))
  await write(tables, remove(tables.service, serviceKey.glossary(uid, id)))
  await write(tables, update(tables.service, serviceKey.series(uid), { remove: [attributeOf(id)] }))
}

/** Deletes the series of a user who leaves, with their groups and glossaries. */
export async function forgetSeries(tables: Tables, uid: string): Promise<void> {
  for (const { id } of await listSeries(tables, uid))
    for (const key of [serviceKey.group(uid, id), serviceKey.glossary(uid, id)])
      await write(tables, remove(tables.service, key))
  await write(tables, remove(tables.service, serviceKey.series(uid)))
}
