import type { MediaBytes } from '#mp4-sound'
import { loadS3, type MediaBucket } from '../runtime/media-bucket.ts'

/** An object of the bucket, read by ranges; `etag` pins its content. */
export function mediaObject(
  media: MediaBucket,
  key: string,
  { size, etag }: { size: number; etag: string },
): MediaBytes {
  return {
    size,
    async read(start, end) {
      const { GetObjectCommand } = await loadS3()
      const { Body } = await (await media.client()).send(
        new GetObjectCommand({ Bucket: media.name, Key: key, Range: `bytes=${start}-${end - 1}`, IfMatch: etag }),
      )
      if (!Body) throw new Error(`S3 returned no content for bytes ${start}-${end - 1}`)
      return Body.transformToByteArray()
    },
  }
}
