import { ApiError } from '../contract/errors.ts'
import { ALLOWANCES, PEAK_MS } from '../contract/limits.ts'
import { peaksKey } from '../contract/media-objects.ts'
import { isoNow } from '../contract/time.ts'
import { type EntryRef, readEntry } from '../records/archive.ts'
import { spendAllowance } from '../records/service-rows.ts'
import { requireUser } from '../records/users.ts'
import { removeObjects, writeObject } from '../runtime/media-bucket.ts'
import type { ArchiveDeps } from './entries.ts'
import { readMachineDraft, requireFinished } from './machine-draft.ts'

/**
 * Stores the loudness of a finished subtitle's sound, given in base64. The object must have exactly one byte per `PEAK_MS`
 * of the sound, so that users cannot store data of other sizes.
 * @throws ApiError SUSPENDED, NO_VIDEO, NO_SUBTITLE, BAD_REQUEST for another length, TOO_MANY_REQUESTS.
 */
export async function storePeaks(deps: ArchiveDeps, ref: EntryRef, base64: string): Promise<Record<string, never>> {
  const { tables, media } = deps
  await requireUser(tables, ref.uid)
  const entry = await requireFinished(deps, ref)
  await spendAllowance(tables, ref.uid, ALLOWANCES.peaks, isoNow(deps))
  const { durationMs } = await readMachineDraft(deps, entry)
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length !== Math.ceil(durationMs / PEAK_MS)) throw new ApiError('BAD_REQUEST')
  const key = peaksKey(entry.uid, entry.title)
  await writeObject(media, key, bytes, 'application/octet-stream')
  if (await readEntry(tables, ref)) return {}
  // The entry has been deleted since the check, perhaps before this object was written.
  await removeObjects(media, [key])
  throw new ApiError('NO_VIDEO')
}
