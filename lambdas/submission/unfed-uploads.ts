import type { ArchiveEntry } from '../contract/archive-entry.ts'
import { ApiError } from '../contract/errors.ts'
import { videoKey } from '../contract/media-objects.ts'
import { isoNow } from '../contract/time.ts'
import { type EntryRef, feedUpload, findRecent, isUnfed, readEntry } from '../records/archive.ts'
import { hold, refund, type Submission } from '../records/ledger/index.ts'
import type { CreatingRequest } from '../records/requests.ts'
import { aboutEntry, log } from '../runtime/log.ts'
import { abortUpload, statObject } from '../runtime/media-bucket.ts'
import type { SubmissionRoom } from './submission-room.ts'

/**
 * Notes that the page is still sending.
 * @throws ApiError NO_VIDEO where the entry was canceled, UPLOAD_CLOSED where it was closed for want of bytes.
 */
export async function feed(room: SubmissionRoom, ref: EntryRef): Promise<Record<string, never>> {
  if (await feedUpload(room.tables, ref, isoNow(room))) return {}
  const entry = await readEntry(room.tables, ref)
  if (!entry || entry.failure === 'CANCELED') throw new ApiError('NO_VIDEO')
  if (entry.status === 'failed' && entry.failure === 'UPLOAD_NEVER_CAME') throw new ApiError('UPLOAD_CLOSED')
  return {}
}

const FREED_BY: ReadonlySet<string> = new Set(['TOO_MANY_OPEN', 'INSUFFICIENT_TOKENS'])
/** More than a person may have open at once. */
const MAX_UNFED = 10

/** Like `hold`, but the person's uploads that nobody feeds make room first where places or tokens are short. */
export async function holdMakingRoom(
  room: SubmissionRoom,
  submission: Submission,
  request: CreatingRequest,
): Promise<ArchiveEntry> {
  try {
    return await hold(room.tables, submission, request)
  } catch (error) {
    if (!(error instanceof ApiError) || !FREED_BY.has(error.code)) throw error
    if (!(await closeUnfed(room, submission.uid))) throw error
    return hold(room.tables, submission, request)
  }
}

async function closeUnfed(room: SubmissionRoom, uid: string): Promise<boolean> {
  const { tables, now } = room
  const unfed = (entry: ArchiveEntry) => isUnfed(entry, now())
  let isClosed = false
  for (const entry of await findRecent(tables, uid, unfed, MAX_UNFED)) {
    // It has arrived, and only its event is late.
    if (await statObject(room.media, videoKey(entry.uid, entry.title))) continue
    const closed = await refund(tables, entry, { failure: 'UPLOAD_NEVER_CAME', at: isoNow(room), when: unfed })
    if (!closed) continue
    isClosed = true
    log('info', 'video', 'unfed upload makes room', { ...aboutEntry(entry), tokens: closed.refunded })
    await dropParts(room, entry)
  }
  return isClosed
}

/** Deletes the parts that an unfinished upload has sent. */
export async function dropParts({ media }: SubmissionRoom, { uid, title, upload_id }: ArchiveEntry): Promise<void> {
  if (upload_id !== undefined) await abortUpload(media, videoKey(uid, title), upload_id)
}
