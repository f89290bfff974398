import { ListPartsCommand, NoSuchUpload } from '@aws-sdk/client-s3'
import type { MediaBucket } from '../runtime/media-bucket.ts'

export interface ReceivedPart {
  part: number
  etag: string
  /** Bytes. */
  size: number
}

/** Every part that S3 has, in order, or `undefined` where it knows of no such upload any more. */
export async function listParts(
  { client }: MediaBucket,
  upload: { Bucket: string; Key: string; UploadId: string },
): Promise<ReceivedPart[] | undefined> {
  const received: ReceivedPart[] = []
  let after: string | undefined
  try {
    do {
      const page = await client.send(new ListPartsCommand({ ...upload, PartNumberMarker: after }))
      for (const { PartNumber = 0, ETag = '', Size = 0 } of page.Parts ?? [])
        received.push({ part: PartNumber, etag: ETag, size: Size })
      after = page.IsTruncated ? page.NextPartNumberMarker : undefined
    } while (after !== undefined)
  } catch (error) {
    if (error instanceof NoSuchUpload) return undefined
    throw error
  }
  return received
}
