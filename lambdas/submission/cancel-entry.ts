import type { ArchiveEntry } from '../contract/archive-entry.ts'
import { ApiError } from '../contract/errors.ts'
import { videoKey } from '../contract/media-objects.ts'
import type { RouteResponse } from '../contract/routes.ts'
import { isoNow } from '../contract/time.ts'
import { executionName } from '../contract/workflow.ts'
import { deleteEntry, type EntryRef, readEntry } from '../records/archive.ts'
import { cancel } from '../records/ledger/index.ts'
import { stopExecution } from '../runtime/executions.ts'
import { aboutEntry, log } from '../runtime/log.ts'
import { removeObjects } from '../runtime/media-bucket.ts'
import { abortParts } from './stale-uploads.ts'
import type { SubmissionDeps } from './submission-deps.ts'

/**
 * Cancels an open entry: an upload is deleted with its row, anything later stays in the archive as canceled. The price is
 * that of `costOfCanceling`, and never more than `costs`, the price that the page showed.
 * @throws ApiError NO_VIDEO, CANCEL_COSTS, or NOT_OPEN for an entry that is done or failed.
 */
export async function cancelEntry(
  deps: SubmissionDeps,
  ref: EntryRef,
  { costs }: { costs: number },
): Promise<RouteResponse<'cancelEntry'>> {
  const canceled = await cancel(deps.tables, ref, { costs, at: isoNow(deps) })
  const entry = canceled?.entry ?? (await readEntry(deps.tables, ref))
  if (!entry) throw new ApiError('NO_VIDEO')
  if (!canceled && entry.failure !== 'CANCELED') throw new ApiError('NOT_OPEN')
  if (canceled) {
    const { refunded, charged } = canceled
    log('info', 'video', 'entry canceled', { ...aboutEntry(ref), refunded, charged })
  }
  if (entry.status === 'uploading') await removeUpload(deps, entry)
  else await stopMaking(deps, ref)
  return { refunded: canceled?.refunded ?? entry.refunded ?? 0, charged: canceled?.charged ?? entry.used_token }
}

/**
 * The upload form stays valid for an hour. start-workflow removes uploads that arrive after their entry was deleted.
 */
async function removeUpload(deps: SubmissionDeps, entry: ArchiveEntry): Promise<void> {
  await abortParts(deps, entry)
  await removeObjects(deps.media, [videoKey(entry.uid, entry.title)])
  // The row of a group's member stays, because the group's email reports it.
  if (entry.group === undefined) await deleteEntry(deps.tables, entry, isoNow(deps))
}

/** The entry is closed, so the execution can no longer deliver; stopping it only saves work. */
async function stopMaking({ machine }: SubmissionDeps, ref: EntryRef): Promise<void> {
  try {
    await stopExecution(machine, executionName(ref))
  } catch (error) {
    log('warn', 'video', 'the execution of a canceled entry was not stopped', aboutEntry(ref), error)
  }
}
