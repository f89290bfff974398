import { VIDEO_TYPE } from '../contract/limits.ts'
import { loadS3, type MediaBucket } from '../runtime/media-bucket.ts'

/** S3 copies about 100 MB a second per stream: larger videos are copied in parallel parts, to finish within a request. */
const PART_BYTES = 256 * 1024 ** 2

export interface KeptVideo {
  key: string
  /** Bytes. */
  size: number
}

/** Copies a video to another key as `video/mp4`. The new object's event starts the workflow, as it does after an upload. */
export async function copyVideo(
  media: MediaBucket,
  from: KeptVideo,
  to: string,
  partBytes = PART_BYTES,
): Promise<void> {
  const { CopyObjectCommand, CreateMultipartUploadCommand, UploadPartCopyCommand, CompleteMultipartUploadCommand } =
    await loadS3()
  const client = await media.client()
  const target = { Bucket: media.name, Key: to }
  const CopySource = `${media.name}/${from.key.split('/').map(encodeURIComponent).join('/')}`
  if (from.size <= partBytes) {
    const MetadataDirective = 'REPLACE'
    await client.send(new CopyObjectCommand({ ...target, CopySource, ContentType: VIDEO_TYPE, MetadataDirective }))
    return
  }
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ ...target, ContentType: VIDEO_TYPE }))
  const copies = divideRanges(from.size, partBytes).map(async (CopySourceRange, index) => {
    const PartNumber = index + 1
    const part = { ...target, UploadId, CopySource, CopySourceRange, PartNumber }
    const { CopyPartResult } = await client.send(new UploadPartCopyCommand(part))
    return { PartNumber, ETag: CopyPartResult?.ETag }
  })
  const Parts = await Promise.all(copies)
  await client.send(new CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload: { Parts } }))
}

function divideRanges(size: number, partBytes: number): string[] {
  return Array.from({ length: Math.ceil(size / partBytes) }, (_, index) => {
    const first = index * partBytes
    return `bytes=${first}-${Math.min(first + partBytes, size) - 1}`
  })
}
