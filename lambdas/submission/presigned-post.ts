import { createPresignedPost, type PresignedPost } from '@aws-sdk/s3-presigned-post'
import type { ArchiveEntry } from '../contract/archive-entry.ts'
import { MAX_UPLOAD_BYTES, UPLOAD_SECONDS, VIDEO_TYPE } from '../contract/limits.ts'
import { videoKey } from '../contract/object-keys.ts'
import type { MediaBucket } from '../runtime/media-bucket.ts'

/** A form that uploads this entry's video and nothing else: its key, its type, at most its announced size, within the hour. */
export async function presignPost(
  { client, name }: MediaBucket,
  { uid, title, size }: Pick<ArchiveEntry, 'uid' | 'title' | 'size'>,
): Promise<PresignedPost> {
  return createPresignedPost(client, {
    Bucket: name,
    Key: videoKey(uid, title),
    Fields: { 'Content-Type': VIDEO_TYPE },
    Conditions: [['content-length-range', 1, Math.min(size, MAX_UPLOAD_BYTES)]],
    Expires: UPLOAD_SECONDS,
  })
}
