import { ApiError } from '../contract/errors.ts'
import { SUBTITLES, VIDEOS, WORK } from '../contract/media-objects.ts'
import { isoNow } from '../contract/time.ts'
import { deleteEntry, listEntries } from '../records/archive.ts'
import { forgetGlossary } from '../records/glossary.ts'
import { leaveService, retireMovements } from '../records/ledger/index.ts'
import { retireOrders } from '../records/payments.ts'
import { forgetSeries } from '../records/series.ts'
import { forgetEmailCode } from '../records/service-rows.ts'
import { readUser } from '../records/users.ts'
import type { Caller } from '../runtime/http.ts'
import { removePrefix } from '../runtime/media-bucket.ts'
import type { AccountDeps } from './account-deps.ts'

/**
 * Deletes an account: videos, subtitles, archive, series, glossaries and the user. The ledger (without titles), the
 * payments and the hash of the identity stay for as long as `RETENTION` says. An interrupted call can be repeated.
 * @throws ApiError STILL_OPEN while submissions are open
 */
export async function leave(deps: AccountDeps, caller: Caller): Promise<Record<string, never>> {
  const { uid, username } = caller
  const user = await readUser(deps.tables, uid)
  // A user who left and rejoined has a new user-pool entry; an old token must not delete it.
  if (!user && !(await isInPool(deps, caller))) return {}
  if (user && user.open_submissions > 0) throw new ApiError('STILL_OPEN')
  await removeObjectsOfUser(deps, uid)
  for await (const entry of listEntries(deps.tables, uid))
    if (!(await deleteEntry(deps.tables, entry, isoNow(deps)))) throw new ApiError('STILL_OPEN')
  await forgetEmailCode(deps.tables, uid)
  const at = isoNow(deps)
  await leaveService(deps.tables, uid, at)
  await retireMovements(deps.tables, uid, at)
  await retireOrders(deps.tables, uid, at)
  // Saving terms requires the user's row, and a save of edits may have published files before the rows were gone.
  await forgetSeries(deps.tables, uid)
  await forgetGlossary(deps.tables, uid)
  await removeObjectsOfUser(deps, uid)
  await deps.userPool.remove(username)
  return {}
}

async function removeObjectsOfUser({ media }: AccountDeps, uid: string): Promise<void> {
  for (const folder of [VIDEOS, WORK, SUBTITLES]) await removePrefix(media, `${folder}${uid}/`)
}

async function isInPool({ userPool }: AccountDeps, caller: Caller): Promise<boolean> {
  try {
    await userPool.profile(caller)
    return true
  } catch (error) {
    if (error instanceof ApiError && error.code === 'UNAUTHORIZED') return false
    throw error
  }
}
