import { type ArchiveEntry, FAILURE_TEXT } from '../contract/archive-entry.ts'
import type { EntryView } from '../contract/routes.ts'
import { VIDEO_DAYS } from '../contract/video-limits.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** An entry as the page shows it; `now` in epoch milliseconds. */
export function entryView(entry: ArchiveEntry, now: number): EntryView {
  const { mails, open_since, changed_at, message, upload_id, ...shown } = entry
  return {
    ...shown,
    failureText: entry.failure && FAILURE_TEXT[entry.failure],
    videoKept: isVideoKept(entry, now),
  }
}

/** Whether its video can be had again: YouTube keeps its own, uploads are kept for three days. */
export function isVideoKept(entry: ArchiveEntry, now: number): boolean {
  if (entry.type === 'youtube') return true
  return entry.failure !== 'UPLOAD_NEVER_CAME' && now - Date.parse(entry.video_upload_time) < VIDEO_DAYS * DAY_MS
}
