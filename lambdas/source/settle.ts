import { MAX_DURATION_SECONDS } from '../contract/limits.ts'
import { workKey } from '../contract/object-keys.ts'
import type { StepInput } from '../contract/workflow.ts'
import { moveEntry } from '../records/archive.ts'
import { settle } from '../records/ledger/index.ts'
import { openEntry } from '../records/open-entry.ts'
import type { Tables } from '../records/tables.ts'
import { type MediaBucket, writeJson } from '../runtime/media-bucket.ts'
import { sourceCopy } from './copy-upload.ts'
import { mediaObject } from './media-file.ts'
import { probeMedia } from './probe.ts'

export interface Settling {
  tables: Tables
  media: MediaBucket
  /** Epoch milliseconds. */
  now: () => number
}

/** Copies the upload, probes the copy, and charges the tokens of its true length. Running twice has one effect. */
export async function settleSource({ tables, media, now }: Settling, ref: StepInput): Promise<void> {
  const entry = await openEntry(tables, ref)
  if (!entry) return
  const source = await sourceCopy(media, entry)
  const probe = await probeMedia(mediaObject(media, source.key, source), MAX_DURATION_SECONDS)
  await writeJson(media, workKey(ref.uid, ref.key, 'probe.json'), probe)
  const at = new Date(now()).toISOString()
  await settle(tables, ref, { durationSeconds: chargedSeconds(probe.durationMs, entry.duration_seconds), at })
  await moveEntry(tables, ref, { from: ['uploading', 'queued', 'fetching'], to: 'listening', at })
}

/** Coders put a frame or two of silence around the sound, which a player leaves out: the quote that came so close holds. */
const CODING_MS = 100

/** Whole seconds that are charged for. */
export function chargedSeconds(probedMs: number, quotedSeconds: number): number {
  const isAsQuoted = Math.abs(probedMs - quotedSeconds * 1000) <= CODING_MS
  return Math.floor(isAsQuoted ? quotedSeconds : probedMs / 1000)
}
