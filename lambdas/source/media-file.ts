import { GetObjectCommand } from '@aws-sdk/client-s3'
import type { MediaBucket } from '../runtime/media-bucket.ts'

/** Random access to the bytes of a media file. */
export interface MediaFile {
  /** Bytes. */
  size: number
  /** The bytes from `start` up to, not including, `end`. */
  read(start: number, end: number): Promise<Uint8Array>
}

/** An object of the bucket, read by ranges; `etag` pins its content. The client retries a bounded number of times. */
export function mediaObject(
  media: MediaBucket,
  key: string,
  { size, etag }: { size: number; etag: string },
): MediaFile {
  return {
    size,
    async read(start, end) {
      const { Body } = await media.client.send(
        new GetObjectCommand({ Bucket: media.name, Key: key, Range: `bytes=${start}-${end - 1}`, IfMatch: etag }),
      )
      if (!Body) throw new Error(`no content for bytes ${start}-${end - 1}`)
      return Body.transformToByteArray()
    },
  }
}
