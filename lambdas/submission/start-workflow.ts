import * as z from 'zod'
import { entryOfVideoKey, videoKey } from '../contract/media-objects.ts'
import { isoNow } from '../contract/time.ts'
import { workflowInput } from '../contract/workflow.ts'
import { readEntry } from '../records/archive.ts'
import type { BaseDeps } from '../records/base-deps.ts'
import { startVideo, startWaiting } from '../records/start-video.ts'
import type { Machine } from '../runtime/executions.ts'
import { aboutEntry, log } from '../runtime/log.ts'
import { removeObjects } from '../runtime/media-bucket.ts'

/** S3's `Object Created` as EventBridge delivers it; its key is plain text, not percent-encoded. */
export const objectCreated = z.object({ detail: z.object({ object: z.object({ key: z.string() }) }) })

/**
 * Starts the workflow of an uploaded video once. Repeated events, overwritten objects and objects of a closed entry change
 * nothing. An object without an entry is removed: an upload form stays valid for an hour, and in that time the entry or
 * the whole account may be deleted.
 */
export async function startUploaded(
  deps: BaseDeps & { machine: Machine },
  objectKey: string,
): Promise<{ started: boolean }> {
  const ref = entryOfVideoKey(objectKey)
  const entry = ref && (await readEntry(deps.tables, ref))
  if (!entry || videoKey(entry.uid, entry.title) !== objectKey) {
    log('warn', 'video', 'removed an object without an entry', ref && aboutEntry(ref))
    await removeObjects(deps.media, [objectKey])
    return { started: false }
  }
  const awaited = entry.status === 'uploading' || entry.status === 'queued'
  return { started: awaited && (await startVideo(deps, entry, isoNow(deps))) }
}

/** The end of a video's execution, as EventBridge delivers it. */
export const executionEnded = z.object({ detail: z.object({ input: z.string() }) })

/** Starts waiting entries of a user after one of the user's executions has ended; `input` is that execution's input. */
export async function startNext(deps: BaseDeps & { machine: Machine }, input: string): Promise<{ started: number }> {
  const { uid } = workflowInput.parse(JSON.parse(input))
  return startWaiting(deps, uid, isoNow(deps))
}
