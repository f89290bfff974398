import type { ArchiveEntry } from '../contract/archive-entry.ts'
import { pictureKey } from '../contract/media-objects.ts'
import type { BaseDeps } from '../records/base-deps.ts'
import { presignUrl } from '../runtime/presign.ts'

const HOUR_MS = 60 * 60 * 1000

/**
 * Link to the picture of an entry, if it has one. The page requests its list every few seconds, so the link stays the
 * same for an hour.
 */
export async function pictureUrl(
  { media, now }: BaseDeps,
  { uid, title, thumbnail, picture_at }: ArchiveEntry,
): Promise<string | undefined> {
  if (picture_at === undefined) return thumbnail
  const signingDate = new Date(Math.floor(now() / HOUR_MS) * HOUR_MS)
  const query = { 'response-content-type': 'image/jpeg' }
  return presignUrl(media, 'GET', pictureKey(uid, title), { query, signingDate, expiresIn: 2 * 3600 })
}
