import { ApiError } from '../contract/errors.ts'
import { faultOfTerm, type GlossaryChange, tidyTerm } from '../contract/glossary.ts'
import { ALLOWANCES } from '../contract/limits.ts'
import type { RouteResponse } from '../contract/routes.ts'
import { isoNow } from '../contract/time.ts'
import { changeGlossary, readGlossary } from '../records/glossary.ts'
import { spendAllowance } from '../records/service-rows.ts'
import type { TableDeps } from '../records/table-deps.ts'
import { requireAccount, requireUser } from '../records/users.ts'

/** @throws ApiError NO_USER */
export async function readUserGlossary({ tables }: TableDeps, uid: string): Promise<RouteResponse<'readGlossary'>> {
  await requireAccount(tables, uid)
  return { terms: await readGlossary(tables, uid) }
}

/**
 * Adds and removes glossary terms of a user, all or none.
 * @throws ApiError TERM_REFUSED with the term and the reason, GLOSSARY_FULL, TOO_MANY_REQUESTS, NO_USER, SUSPENDED
 */
export async function saveGlossary(
  deps: TableDeps,
  uid: string,
  change: GlossaryChange,
): Promise<RouteResponse<'changeGlossary'>> {
  await requireUser(deps.tables, uid)
  await spendAllowance(deps.tables, uid, ALLOWANCES.glossary, isoNow(deps))
  const put = change.put.map(tidyTerm)
  for (const term of put) {
    const fault = faultOfTerm(term)
    if (fault) throw new ApiError('TERM_REFUSED', { message: `‘${term.english || term.korean}’: ${fault}` })
  }
  const remove = change.remove.map(english => tidyTerm({ english, korean: '' }).english)
  return changeGlossary(deps.tables, uid, { put, remove })
}
