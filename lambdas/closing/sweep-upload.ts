import { AbortMultipartUploadCommand, NoSuchUpload } from '@aws-sdk/client-s3'
import type { ArchiveEntry } from '../contract/archive-entry.ts'
import { videoKey } from '../contract/media-objects.ts'
import { UPLOAD_PATIENCE_MS } from '../contract/video-limits.ts'
import { startVideo } from '../records/start-video.ts'
import { type MediaBucket, statObject } from '../runtime/media-bucket.ts'
import { close } from './close.ts'
import type { Sweep } from './sweep.ts'

/** An upload: one whose event got lost is started, one that never came is closed after a day. */
export async function sweepUpload(work: Sweep, entry: ArchiveEntry): Promise<void> {
  if (await statObject(work.media, videoKey(entry.uid, entry.title))) {
    await startVideo(work, entry, new Date(work.now()).toISOString())
    return
  }
  if (work.now() - Date.parse(entry.video_upload_time) < UPLOAD_PATIENCE_MS) return
  if (entry.upload_id !== undefined) await abortUpload(work.media, entry, entry.upload_id)
  await close(work, entry, { failure: 'UPLOAD_NEVER_CAME' })
}

async function abortUpload(media: MediaBucket, { uid, title }: ArchiveEntry, uploadId: string): Promise<void> {
  try {
    await media.client.send(
      new AbortMultipartUploadCommand({ Bucket: media.name, Key: videoKey(uid, title), UploadId: uploadId }),
    )
  } catch (error) {
    if (!(error instanceof NoSuchUpload)) throw error
  }
}
