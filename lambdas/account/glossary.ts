import { ApiError } from '../contract/errors.ts'
import { faultOfTerm, type GlossaryChange, tidyTerm } from '../contract/glossary.ts'
import { ALLOWANCES } from '../contract/limits.ts'
import type { RouteResponse } from '../contract/routes.ts'
import { isoNow } from '../contract/time.ts'
import { changeGlossary, readGlossary } from '../records/glossary.ts'
import { listSeries } from '../records/series.ts'
import { spendAllowance } from '../records/service-rows.ts'
import type { TableDeps } from '../records/table-deps.ts'
import { requireAccount, requireUser } from '../records/users.ts'

/** Whose terms: a user's, or those of one of the user's series. */
export interface Owner {
  uid: string
  series?: string | undefined
}

/** @throws ApiError NO_USER */
export async function readOwnGlossary({ tables }: TableDeps, owner: Owner): Promise<RouteResponse<'readGlossary'>> {
  await requireAccount(tables, owner.uid)
  return { terms: await readGlossary(tables, owner.uid, owner.series) }
}

/**
 * Adds and removes terms of a glossary, all or none.
 * @throws ApiError TERM_REFUSED with the term and the reason, GLOSSARY_FULL, TOO_MANY_REQUESTS, NO_USER, NO_SERIES,
 * SUSPENDED
 */
export async function saveGlossary(
  deps: TableDeps,
  { uid, series }: Owner,
  change: GlossaryChange,
): Promise<RouteResponse<'changeGlossary'>> {
  await requireUser(deps.tables, uid)
  if (series !== undefined && !(await listSeries(deps.tables, uid)).some(({ id }) => id === series))
    throw new ApiError('NO_SERIES')
  await spendAllowance(deps.tables, uid, ALLOWANCES.glossary, isoNow(deps))
  const put = change.put.map(tidyTerm)
  for (const term of put) {
    const fault = faultOfTerm(term)
    if (fault) throw new ApiError('TERM_REFUSED', { message: `‘${term.english || term.korean}’: ${fault}` })
  }
  const remove = change.remove.map(english => tidyTerm({ english, korean: '' }).english)
  return changeGlossary(deps.tables, uid, { put, remove }, series)
}
