import { ApiError } from '../contract/errors.ts'
import { type SeriesSettings, seriesView } from '../contract/group.ts'
import { ALLOWANCES } from '../contract/limits.ts'
import type { RouteResponse } from '../contract/routes.ts'
import { isoNow } from '../contract/time.ts'
import { changeSeries, removeSeries } from '../records/series.ts'
import { spendAllowance } from '../records/service-rows.ts'
import type { TableDeps } from '../records/table-deps.ts'
import { requireUser } from '../records/users.ts'

interface SeriesRef {
  uid: string
  id: string
}

/** @throws ApiError BAD_REQUEST if `id` is no UUID, SUSPENDED, NO_USER, TOO_MANY_REQUESTS */
async function requireChange(deps: TableDeps, { uid, id }: SeriesRef): Promise<void> {
  if (!seriesView.shape.id.safeParse(id).success) throw new ApiError('BAD_REQUEST')
  await requireUser(deps.tables, uid)
  await spendAllowance(deps.tables, uid, ALLOWANCES.rename, isoNow(deps))
}

/**
 * Changes the name of a series and the options for its next videos.
 * @throws ApiError NO_SERIES
 */
export async function saveSeries(
  deps: TableDeps,
  ref: SeriesRef,
  settings: SeriesSettings,
): Promise<RouteResponse<'changeSeries'>> {
  await requireChange(deps, ref)
  return changeSeries(deps.tables, ref.uid, ref.id, settings)
}

/** Removes a series with its glossary; its videos stay. */
export async function dropSeries(deps: TableDeps, ref: SeriesRef): Promise<Record<string, never>> {
  await requireChange(deps, ref)
  await removeSeries(deps.tables, ref.uid, ref.id, deps.now())
  return {}
}
