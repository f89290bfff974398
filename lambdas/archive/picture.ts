import { ApiError } from '../contract/errors.ts'
import { ALLOWANCES, MOST_PICTURE_BYTES, MOST_PICTURE_SIDE } from '../contract/limits.ts'
import { pictureKey } from '../contract/media-objects.ts'
import { isoNow } from '../contract/time.ts'
import { type EntryRef, markPicture } from '../records/archive.ts'
import { spendAllowance } from '../records/service-rows.ts'
import { requireUser } from '../records/users.ts'
import { removeObjects, writeObject } from '../runtime/media-bucket.ts'
import { type ArchiveDeps, requireEntry } from './entries.ts'
import { jpegSize } from './jpeg.ts'

/**
 * Stores a frame of an upload, as a JPEG in base64. The object's key begins with the entry's, so deleting the entry or
 * the account deletes it too.
 * @throws ApiError SUSPENDED, NO_VIDEO, BAD_REQUEST unless it is a small JPEG, TOO_MANY_REQUESTS.
 */
export async function storePicture(deps: ArchiveDeps, ref: EntryRef, base64: string): Promise<Record<string, never>> {
  const { tables, media } = deps
  await requireUser(tables, ref.uid)
  const { uid, title, type } = await requireEntry(deps, ref)
  const bytes = Buffer.from(base64, 'base64')
  if (type !== 'video' || !isSmallJpeg(bytes)) throw new ApiError('BAD_REQUEST')
  const at = isoNow(deps)
  await spendAllowance(tables, uid, ALLOWANCES.picture, at)
  const key = pictureKey(uid, title)
  await writeObject(media, key, bytes, 'image/jpeg')
  if (await markPicture(tables, ref, at)) return {}
  // The entry was deleted meanwhile, perhaps after its objects were.
  await removeObjects(media, [key])
  throw new ApiError('NO_VIDEO')
}

function isSmallJpeg(bytes: Uint8Array): boolean {
  const size = bytes.length <= MOST_PICTURE_BYTES ? jpegSize(bytes) : undefined
  return size !== undefined && Math.max(size.width, size.height) <= MOST_PICTURE_SIDE
}
