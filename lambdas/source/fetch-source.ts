import { createReadStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ArchiveEntry } from '../contract/archive-entry.ts'
import { MAX_DURATION_SECONDS } from '../contract/limits.ts'
import { workKey } from '../contract/media-objects.ts'
import { isoNow } from '../contract/time.ts'
import type { StepInput } from '../contract/workflow.ts'
import { parseYoutubeId } from '../contract/youtube.ts'
import { moveEntry, openEntry } from '../records/archive.ts'
import type { Tables } from '../records/tables.ts'
import { type MediaBucket, statObject, writeJson, writeObject } from '../runtime/media-bucket.ts'
import { BusinessError } from '../runtime/step.ts'
import type { FetchLimits, VideoSource } from './yt-dlp.ts'

/** Dependencies of the fetch step. */
export interface FetchDeps {
  tables: Tables
  media: MediaBucket
  /** True if the operator allows fetching from YouTube. */
  allowed: boolean
  source: () => Promise<VideoSource>
  limits: FetchLimits
  /** Epoch milliseconds. */
  now: () => number
}

/** Below the 15 minutes that a Lambda function may run, with time left to store the result. */
export const FETCH_LIMITS: FetchLimits = {
  seconds: MAX_DURATION_SECONDS,
  bytes: 1024 ** 3,
  patienceMs: 12 * 60_000,
  silenceMs: 90_000,
}

/**
 * Fetches the sound of a YouTube video once and stores it where an upload's copy would be, together with the hand-made
 * caption track if there is one.
 * @throws BusinessError YOUTUBE_OFF, or the errors of the source
 */
export async function fetchSource(deps: FetchDeps, ref: StepInput): Promise<void> {
  const { tables, media, allowed, now } = deps
  const entry = await openEntry(tables, ref)
  if (!entry) return
  if (!allowed) throw new BusinessError('YOUTUBE_OFF', 'this deployment fetches nothing from YouTube')
  await moveEntry(tables, ref, { from: ['queued'], to: 'fetching', at: isoNow({ now }) })
  if (await statObject(media, workKey(ref.uid, ref.key, 'source.mp4'))) return
  const folder = await mkdtemp(join(tmpdir(), 'fetch-'))
  try {
    await fetchInto(folder, deps, entry)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function fetchInto(folder: string, { media, source, limits }: FetchDeps, entry: ArchiveEntry): Promise<void> {
  const id = parseYoutubeId(entry.url)
  if (!id) throw new BusinessError('YOUTUBE_UNAVAILABLE', 'the entry has no YouTube address')
  const { file, captions } = await (await source()).fetch(id, folder, limits, entry.captions)
  // The sound is stored last, so its existence means that the fetch is complete.
  if (captions) await writeJson(media, workKey(entry.uid, entry.key, 'captions.json'), captions)
  const { size } = await stat(file)
  await writeObject(media, workKey(entry.uid, entry.key, 'source.mp4'), createReadStream(file), 'audio/mp4', size)
}
