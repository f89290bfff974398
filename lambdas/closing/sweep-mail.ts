import type { ArchiveEntry } from '../contract/archive-entry.ts'
import { forgetDueMail } from '../records/archive.ts'
import { close } from './close.ts'
import type { Sweep } from './sweep.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** A failure older than this is no news any more; the archive tells of it. */
const LATEST_MS = 3 * DAY_MS
const HOURS_BETWEEN = 6

/** A failed entry whose mail has not gone: the closing workflow sends it; its refund changes nothing a second time. */
export async function sweepMail(work: Sweep, entry: ArchiveEntry): Promise<void> {
  const failedAt = Date.parse(entry.changed_at ?? entry.video_upload_time)
  if (entry.mails.includes('failed') || work.now() - failedAt > LATEST_MS) return forgetDueMail(work.tables, entry)
  await close(work, entry, { failure: entry.failure }, HOURS_BETWEEN)
}
