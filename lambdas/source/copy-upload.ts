import { CopyObjectCommand } from '@aws-sdk/client-s3'
import type { ArchiveEntry } from '../contract/archive-entry.ts'
import { videoKey, workKey } from '../contract/object-keys.ts'
import { type MediaBucket, statObject } from '../runtime/media-bucket.ts'
import { BusinessError } from '../runtime/step.ts'

export interface SourceObject {
  key: string
  size: number
  etag: string
}

/**
 * The copy that the later steps read, made once: an upload's form could be sent again within its hour, and what
 * arrives then changes nothing. What was fetched from YouTube lies there already.
 * @throws BusinessError UPLOAD_NEVER_CAME where there is nothing to copy
 */
export async function sourceCopy(media: MediaBucket, entry: ArchiveEntry): Promise<SourceObject> {
  const key = workKey(entry.uid, entry.key, 'source.mp4')
  const present = await statObject(media, key)
  if (present) return { key, ...present }
  const from = videoKey(entry.uid, entry.title)
  const upload = entry.type === 'video' ? await statObject(media, from) : undefined
  if (!upload) throw new BusinessError('UPLOAD_NEVER_CAME', 'there is no video to copy')
  await media.client.send(
    new CopyObjectCommand({
      Bucket: media.name,
      Key: key,
      CopySource: `${media.name}/${from.split('/').map(encodeURIComponent).join('/')}`,
      CopySourceIfMatch: upload.etag,
    }),
  )
  const copy = await statObject(media, key)
  if (!copy) throw new Error('the copy is not there')
  return { key, ...copy }
}
