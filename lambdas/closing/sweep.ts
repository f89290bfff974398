import { type ArchiveEntry, type FailureCode, isOpen } from '../contract/archive-entry.ts'
import { UPLOAD_PATIENCE_MS } from '../contract/limits.ts'
import { videoKey } from '../contract/media-objects.ts'
import { isoNow } from '../contract/time.ts'
import { executionName } from '../contract/workflow.ts'
import { type EntryRef, isStale, listOpen, readEntry } from '../records/archive.ts'
import type { BaseDeps } from '../records/base-deps.ts'
import { startVideo } from '../records/start-video.ts'
import { isWaiting } from '../records/turns.ts'
import { describeExecution, type Machine, startOnce } from '../runtime/executions.ts'
import { aboutEntry, log } from '../runtime/log.ts'
import { abortUpload, statObject } from '../runtime/media-bucket.ts'
import { inParallel } from '../runtime/parallel.ts'
import { failureOfStatus } from './refund-entry.ts'
import { sweepObjects } from './sweep-objects.ts'

export interface SweepDeps extends BaseDeps {
  /** The workflow of a video. */
  machine: Machine
  /** The workflow that refunds and sends the email if the first one could not. */
  closing: Machine
}

const MINUTE_MS = 60 * 1000
const HOUR_MS = 60 * MINUTE_MS

/** Younger entries are skipped: their event may still be in flight. */
const UNTOUCHED_MS = 2 * MINUTE_MS

/**
 * A run must end within its interval of five minutes. Step Functions describes 10 executions a second in Seoul, which a
 * few concurrent requests use up; the client of `sweep.handler.ts` slows down to that rate.
 */
const SWEPT_AT_ONCE = 4

/** Statuses of an execution that has not ended. */
const UNDER_WAY = new Set(['RUNNING', 'PENDING_REDRIVE'])

/**
 * Resumes or closes entries whose event was lost, whose execution ended early or whose upload was abandoned. Safe to
 * run at any time, also concurrently. A failing entry does not block the others.
 * @throws AggregateError with every failure, at the end
 */
export async function sweep(deps: SweepDeps): Promise<{ seen: number }> {
  const troubles: unknown[] = []
  const before = new Date(deps.now() - UNTOUCHED_MS).toISOString()
  let seen = 0
  await inParallel(listOpen(deps.tables, before), SWEPT_AT_ONCE, async ref => {
    seen += 1
    try {
      await sweepEntry(deps, ref)
    } catch (error) {
      log('error', 'video', 'entry not swept', aboutEntry(ref), error)
      troubles.push(error)
    }
  })
  try {
    await sweepObjects(deps)
  } catch (error) {
    log('error', 'account', 'objects not swept', {}, error)
    troubles.push(error)
  }
  if (troubles.length > 0)
    throw new AggregateError(troubles, `${troubles.length} failures while ${seen} entries were swept`)
  return { seen }
}

/** Reads the entry first, because the index lags behind the table. */
async function sweepEntry(deps: SweepDeps, ref: EntryRef): Promise<void> {
  const entry = await readEntry(deps.tables, ref)
  if (!entry || !isOpen(entry.status)) return
  if (entry.status === 'uploading') return sweepUpload(deps, entry)
  return sweepStarted(deps, entry)
}

/** Starts the workflow if the upload arrived but its event was lost; closes an upload without a heartbeat. */
async function sweepUpload(deps: SweepDeps, entry: ArchiveEntry): Promise<void> {
  const object = videoKey(entry.uid, entry.title)
  if (await statObject(deps.media, object)) {
    await startVideo(deps, entry, isoNow(deps))
    return
  }
  if (!isStale(entry, deps.now(), UPLOAD_PATIENCE_MS)) return
  if (entry.upload_id !== undefined) await abortUpload(deps.media, object, entry.upload_id)
  await close(deps, entry, 'UPLOAD_NEVER_CAME', MINUTE_MS)
}

/** Starts an entry that waits for a turn or has no execution; closes one whose execution ended without closing it. */
async function sweepStarted(deps: SweepDeps, entry: ArchiveEntry): Promise<void> {
  const execution = isWaiting(entry) ? undefined : await describeExecution(deps.machine, executionName(entry))
  if (!execution) {
    await startVideo(deps, entry, isoNow(deps))
    return
  }
  const { status = '', error } = execution
  if (!UNDER_WAY.has(status)) await close(deps, entry, failureOfStatus(status, error))
}

/** Starts the closing workflow at most once per `everyMs`, so that a failed attempt is repeated later. */
async function close(
  { closing, now }: SweepDeps,
  { uid, key }: EntryRef,
  failure: FailureCode | undefined,
  everyMs = HOUR_MS,
): Promise<void> {
  const turn = Math.floor(now() / everyMs)
  await startOnce(closing, `${executionName({ uid, key })}-${turn}`, { uid, key, failure })
}
