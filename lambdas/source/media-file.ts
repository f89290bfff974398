import { GetObjectCommand } from '@aws-sdk/client-s3'
import type { MediaBucket } from '../runtime/media-bucket.ts'

/** Random access to the bytes of a media file. */
export interface MediaFile {
  /** Bytes. */
  size: number
  /** The bytes from `start` up to, not including, `end`. */
  read(start: number, end: number): Promise<Uint8Array>
}

/** An object of the bucket, read by ranges; `etag` pins its content. */
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
      if (!Body) throw new Error(`S3 returned no content for bytes ${start}-${end - 1}`)
      return Body.transformToByteArray()
    },
  }
}

const SMALLEST = 64 * 1024
/** Upper bound of the read-ahead. Without it, a file with many fragments would cost one request per box. */
const LARGEST = 4 * 1024 ** 2

/** Reads forward through a file. The read-ahead grows as long as the requested positions are close together. */
export function forwardReader(file: MediaFile): (at: number, length: number) => Promise<DataView> {
  let start = 0
  let bytes: Uint8Array = new Uint8Array()
  let reach = SMALLEST
  return async (at, length) => {
    const end = Math.min(at + length, file.size)
    if (at < start || end > start + bytes.length) {
      const isClose = bytes.length > 0 && at - (start + bytes.length) < LARGEST
      reach = isClose ? Math.min(reach * 4, LARGEST) : SMALLEST
      bytes = await file.read(at, Math.min(Math.max(end, at + reach), file.size))
      start = at
    }
    return new DataView(bytes.buffer, bytes.byteOffset + at - start, end - at)
  }
}
