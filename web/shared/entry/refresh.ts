import { isOpen } from '../../../lambdas/contract/archive-entry.ts'
import type { EntryView } from '../../../lambdas/contract/views.ts'

const SECOND = 1000
const SHORTEST_MS = 4 * SECOND
const LONGEST_MS = 120 * SECOND
/** Longest wait once a video may be done at any moment. */
const LONGEST_WHEN_DUE_MS = 60 * SECOND

/**
 * Milliseconds until the archive is requested again, undefined if no video is in progress. `watchedMs` is the time since
 * the server last had news. Before the earliest estimated end, each wait is half of the time until then; after it, a
 * quarter of the time until the latest. Without an estimate, waits grow with the time without news.
 */
export function refreshDelay(entries: readonly EntryView[], watchedMs: number): number | undefined {
  const delays = entries.filter(({ status }) => isOpen(status)).map(entry => delayOf(entry, watchedMs))
  return delays.length === 0 ? undefined : Math.min(...delays)
}

function delayOf({ status, left, duration_seconds }: EntryView, watchedMs: number): number {
  // The tab that uploads shows its own progress and requests the archive at the end.
  if (status === 'uploading') return 30 * SECOND
  if (status === 'writing') return between(SHORTEST_MS, watchedMs / 4, LONGEST_WHEN_DUE_MS)
  const least = between(SHORTEST_MS, (duration_seconds / 60) * SECOND, 30 * SECOND)
  if (left === undefined) return between(least, watchedMs / 2, status === 'queued' ? LONGEST_MS : LONGEST_WHEN_DUE_MS)
  if (left.from > 0) return between(least, (left.from / 2) * SECOND, LONGEST_MS)
  return between(least, left.to > 0 ? (left.to / 4) * SECOND : watchedMs / 4, LONGEST_WHEN_DUE_MS)
}

function between(least: number, value: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}

/** The entry with its estimate reduced by the whole seconds since it was received. */
export function aged(entry: EntryView, seconds: number): EntryView {
  const { left } = entry
  if (!left || seconds <= 0) return entry
  return { ...entry, left: { from: Math.max(0, left.from - seconds), to: Math.max(0, left.to - seconds) } }
}
