import type { ArchiveEntry } from '../contract/archive-entry.ts'
import { mostUploadBytes } from '../contract/limits.ts'
import { peaksKey, videoKey } from '../contract/media-objects.ts'
import type { EntryRef } from '../records/archive.ts'
import { isVideoKept } from '../records/archive-pages.ts'
import { type MediaBucket, statObject } from '../runtime/media-bucket.ts'
import { presignUrl } from '../runtime/presign.ts'
import type { ArchiveDeps } from './entries.ts'
import { requireFinished } from './machine-draft.ts'

/** Whoever has a link can download the video as often as they like, so the page requests a new one when it expires. */
const LINK_SECONDS = 15 * 60
/**
 * A new link to the uploaded video, if it is still stored.
 * @throws ApiError NO_VIDEO, NO_SUBTITLE.
 */
export async function videoLink(deps: ArchiveDeps, ref: EntryRef): Promise<{ url?: string }> {
  const url = await videoUrl(deps, await requireFinished(deps, ref))
  return { ...(url !== undefined && { url }) }
}

/** Undefined also for a file too large for its measured length: the size was checked against the announced one. */
export async function videoUrl({ media, now }: ArchiveDeps, entry: ArchiveEntry): Promise<string | undefined> {
  if (entry.type !== 'video' || !isVideoKept(entry, now())) return undefined
  const object = videoKey(entry.uid, entry.title)
  const stored = await statObject(media, object)
  if (!stored || stored.size > mostUploadBytes(entry.duration_seconds)) return undefined
  return signedLink(media, object, 'video/mp4')
}

/** A link to the loudness of the sound, once an editor has stored it. */
export async function peaksUrl({ media }: ArchiveDeps, { uid, title }: ArchiveEntry): Promise<string | undefined> {
  const object = peaksKey(uid, title)
  return (await statObject(media, object)) && signedLink(media, object, 'application/octet-stream')
}

function signedLink(media: MediaBucket, key: string, type: string): Promise<string> {
  return presignUrl(media, 'GET', key, { query: { 'response-content-type': type }, expiresIn: LINK_SECONDS })
}
