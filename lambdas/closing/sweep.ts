import { type ArchiveEntry, type FailureCode, isOpen } from '../contract/archive-entry.ts'
import { UPLOAD_PATIENCE_MS } from '../contract/limits.ts'
import { videoKey } from '../contract/media-objects.ts'
import { isoNow } from '../contract/time.ts'
import { executionName } from '../contract/workflow.ts'
import { type EntryRef, isStale, listOpen, readEntry, startVideo } from '../records/archive.ts'
import type { Tables } from '../records/tables.ts'
import { describeExecution, type Machine, startOnce } from '../runtime/executions.ts'
import { aboutEntry, log } from '../runtime/log.ts'
import { abortUpload, type MediaBucket, statObject } from '../runtime/media-bucket.ts'
import { failureOfStatus } from './refund-entry.ts'

export interface SweepRoom {
  tables: Tables
  media: MediaBucket
  /** The workflow of a video. */
  machine: Machine
  /** The workflow that refunds and mails where the first one could not. */
  closing: Machine
  /** Epoch milliseconds. */
  now: () => number
}

const MINUTE_MS = 60 * 1000
const HOUR_MS = 60 * MINUTE_MS

/** Younger entries are left to the events that are on their way. */
const UNTOUCHED_MS = 2 * MINUTE_MS

/** Statuses of an execution that has not ended. */
const UNDER_WAY = new Set(['RUNNING', 'PENDING_REDRIVE'])

/**
 * Resumes or closes entries whose event was lost, whose execution ended early or whose upload was abandoned. Safe to run at
 * any time and twice at once; an entry that fails does not hold up the others.
 * @throws AggregateError of everything that failed, at the end.
 */
export async function sweep(room: SweepRoom): Promise<{ seen: number }> {
  const troubles: unknown[] = []
  const before = new Date(room.now() - UNTOUCHED_MS).toISOString()
  let seen = 0
  for await (const ref of listOpen(room.tables, before)) {
    seen += 1
    try {
      await sweepEntry(room, ref)
    } catch (error) {
      log('error', 'video', 'entry not swept', aboutEntry(ref), error)
      troubles.push(error)
    }
  }
  if (troubles.length > 0) throw new AggregateError(troubles, `${troubles.length} of ${seen} entries not swept`)
  return { seen }
}

/** Acts on the entry as it is now: the index that named it lags behind. */
async function sweepEntry(room: SweepRoom, ref: EntryRef): Promise<void> {
  const entry = await readEntry(room.tables, ref)
  if (!entry || !isOpen(entry.status)) return
  if (entry.status === 'uploading') return sweepUpload(room, entry)
  return sweepStarted(room, entry)
}

/** Starts an upload whose event was lost; closes one that nobody feeds any more. */
async function sweepUpload(room: SweepRoom, entry: ArchiveEntry): Promise<void> {
  const object = videoKey(entry.uid, entry.title)
  if (await statObject(room.media, object)) {
    await startVideo(room, entry, isoNow(room))
    return
  }
  if (!isStale(entry, room.now(), UPLOAD_PATIENCE_MS)) return
  if (entry.upload_id !== undefined) await abortUpload(room.media, object, entry.upload_id)
  await close(room, entry, 'UPLOAD_NEVER_CAME', MINUTE_MS)
}

/** Starts an entry that has no execution; closes one whose execution ended without closing it. */
async function sweepStarted(room: SweepRoom, entry: ArchiveEntry): Promise<void> {
  const execution = await describeExecution(room.machine, executionName(entry))
  if (!execution) {
    await startVideo(room, entry, isoNow(room))
    return
  }
  const { status = '', error } = execution
  if (!UNDER_WAY.has(status)) await close(room, entry, failureOfStatus(status, error))
}

/** Starts the closing workflow at most once in `everyMs`, so that one that failed is tried again later. */
async function close(
  { closing, now }: SweepRoom,
  { uid, key }: EntryRef,
  failure: FailureCode | undefined,
  everyMs = HOUR_MS,
): Promise<void> {
  const turn = Math.floor(now() / everyMs)
  await startOnce(closing, `${executionName({ uid, key })}-${turn}`, { uid, key, failure })
}
