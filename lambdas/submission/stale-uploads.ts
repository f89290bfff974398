import type { ArchiveEntry } from '../contract/archive-entry.ts'
import { ApiError } from '../contract/errors.ts'
import { MAX_OPEN_SUBMISSIONS } from '../contract/limits.ts'
import { videoKey } from '../contract/media-objects.ts'
import { isoNow } from '../contract/time.ts'
import { type EntryRef, findRecent, isStale, readEntry, recordHeartbeat } from '../records/archive.ts'
import { hold, refund, type Submission } from '../records/ledger/index.ts'
import type { CreatingRequest } from '../records/requests.ts'
import { aboutEntry, log } from '../runtime/log.ts'
import { abortUpload, statObject } from '../runtime/media-bucket.ts'
import type { SubmissionDeps } from './submission-deps.ts'

/**
 * Records that the page is still uploading.
 * @throws ApiError NO_VIDEO if the entry was canceled, UPLOAD_CLOSED if the sweeper closed it as stale.
 */
export async function heartbeat(deps: SubmissionDeps, ref: EntryRef): Promise<Record<string, never>> {
  if (await recordHeartbeat(deps.tables, ref, isoNow(deps))) return {}
  const entry = await readEntry(deps.tables, ref)
  if (!entry || entry.failure === 'CANCELED') throw new ApiError('NO_VIDEO')
  if (entry.status === 'failed' && entry.failure === 'UPLOAD_NEVER_CAME') throw new ApiError('UPLOAD_CLOSED')
  return {}
}

const FREED_BY: ReadonlySet<string> = new Set(['TOO_MANY_OPEN', 'INSUFFICIENT_TOKENS'])

/** Like `hold`, but where places or tokens are short it first closes the user's stale uploads. */
export async function holdFreeingStale(
  deps: SubmissionDeps,
  submission: Submission,
  request: CreatingRequest,
): Promise<ArchiveEntry> {
  try {
    return await hold(deps.tables, submission, request)
  } catch (error) {
    if (!(error instanceof ApiError) || !FREED_BY.has(error.code)) throw error
    if (!(await closeStaleUploads(deps, submission.uid))) throw error
    return hold(deps.tables, submission, request)
  }
}

async function closeStaleUploads(deps: SubmissionDeps, uid: string): Promise<boolean> {
  const { tables, now } = deps
  const stale = (entry: ArchiveEntry) => isStale(entry, now())
  let isClosed = false
  for (const entry of await findRecent(tables, uid, stale, MAX_OPEN_SUBMISSIONS)) {
    // The object has arrived; only its event is late.
    if (await statObject(deps.media, videoKey(entry.uid, entry.title))) continue
    const closed = await refund(tables, entry, { failure: 'UPLOAD_NEVER_CAME', at: isoNow(deps), when: stale })
    if (!closed) continue
    isClosed = true
    log('info', 'video', 'stale upload closed for a new submission', { ...aboutEntry(entry), tokens: closed.refunded })
    await abortParts(deps, entry)
  }
  return isClosed
}

/** Deletes the parts that an unfinished upload has sent. */
export async function abortParts({ media }: SubmissionDeps, { uid, title, upload_id }: ArchiveEntry): Promise<void> {
  if (upload_id !== undefined) await abortUpload(media, videoKey(uid, title), upload_id)
}
