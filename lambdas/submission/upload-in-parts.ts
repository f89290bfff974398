import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListPartsCommand,
  NoSuchUpload,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { ArchiveEntry } from '../contract/archive-entry.ts'
import { ApiError } from '../contract/errors.ts'
import { videoKey } from '../contract/media-objects.ts'
import type { RouteResponse } from '../contract/routes.ts'
import { PART_BYTES, UPLOAD_SECONDS, VIDEO_TYPE } from '../contract/video-limits.ts'
import { type EntryRef, keepUploadId, readEntry } from '../records/archive.ts'
import { type MediaBucket, statObject } from '../runtime/media-bucket.ts'
import type { SubmissionRoom } from './submission-room.ts'

type Multipart = NonNullable<RouteResponse<'submitVideo'>['multipart']>

/** The entry's upload in parts: opened once, the same for every repeated request. */
export async function openUpload(room: SubmissionRoom, entry: ArchiveEntry): Promise<Multipart> {
  const uploadId = entry.upload_id ?? (await createUpload(room, entry))
  return { uploadId, partBytes: PART_BYTES, parts: partsOf(entry) }
}

async function createUpload({ tables, media }: SubmissionRoom, entry: ArchiveEntry): Promise<string> {
  const object = { Bucket: media.name, Key: videoKey(entry.uid, entry.title) }
  const { UploadId } = await media.client.send(new CreateMultipartUploadCommand({ ...object, ContentType: VIDEO_TYPE }))
  if (UploadId === undefined) throw new Error('S3 gave no upload id')
  if (await keepUploadId(tables, entry, UploadId)) return UploadId
  const kept = (await readEntry(tables, entry))?.upload_id
  // A twin of the request was faster: its upload counts. Where the answer to the writing got lost, it is this one.
  if (kept !== UploadId) await media.client.send(new AbortMultipartUploadCommand({ ...object, UploadId }))
  if (kept === undefined) throw new ApiError('UPLOAD_CLOSED')
  return kept
}

/**
 * URLs that take one part each, of its exact length, within the hour; and the parts that are there already.
 * @throws ApiError NO_VIDEO, UPLOAD_CLOSED, BAD_REQUEST for a part beyond the last.
 */
export async function signParts(
  room: SubmissionRoom,
  ref: EntryRef,
  { uploadId, parts }: { uploadId: string; parts: number[] },
): Promise<RouteResponse<'signParts'>> {
  const entry = await requireUpload(room, ref, uploadId)
  if (parts.some(part => part > partsOf(entry))) throw new ApiError('BAD_REQUEST')
  const { client, name } = room.media
  const object = { Bucket: name, Key: videoKey(entry.uid, entry.title), UploadId: uploadId }
  const urls = parts.map(async part => {
    const ContentLength = partLength(entry, part)
    const command = new UploadPartCommand({ ...object, PartNumber: part, ContentLength })
    return { part, url: await getSignedUrl(client, command, { expiresIn: UPLOAD_SECONDS }) }
  })
  const received = await listParts(room.media, object)
  if (!received) throw new ApiError('UPLOAD_CLOSED')
  return { urls: await Promise.all(urls), received }
}

/**
 * Puts the parts together once they sum up to what was announced; a repeated call finds it done.
 * @throws ApiError NO_VIDEO, UPLOAD_INCOMPLETE, UPLOAD_CLOSED.
 */
export async function completeUpload(
  room: SubmissionRoom,
  ref: EntryRef,
  { uploadId }: { uploadId: string },
): Promise<Record<string, never>> {
  const entry = await requireUpload(room, ref, uploadId, 'also when it is complete')
  const object = { Bucket: room.media.name, Key: videoKey(entry.uid, entry.title), UploadId: uploadId }
  const received = await listParts(room.media, object)
  if (!received) return requireObject(room, entry)
  const sum = received.reduce((bytes, { size }) => bytes + size, 0)
  if (sum !== entry.size || received.length !== partsOf(entry)) throw new ApiError('UPLOAD_INCOMPLETE')
  const Parts = received.map(({ part, etag }) => ({ PartNumber: part, ETag: etag }))
  try {
    await room.media.client.send(new CompleteMultipartUploadCommand({ ...object, MultipartUpload: { Parts } }))
  } catch (error) {
    if (error instanceof NoSuchUpload) return requireObject(room, entry)
    throw error
  }
  return {}
}

async function requireObject({ media }: SubmissionRoom, entry: ArchiveEntry): Promise<Record<string, never>> {
  if (entry.status === 'uploading' && !(await statObject(media, videoKey(entry.uid, entry.title))))
    throw new ApiError('UPLOAD_CLOSED')
  return {}
}

async function requireUpload(
  { tables }: SubmissionRoom,
  ref: EntryRef,
  uploadId: string,
  late?: 'also when it is complete',
): Promise<ArchiveEntry> {
  const entry = await readEntry(tables, ref)
  if (!entry) throw new ApiError('NO_VIDEO')
  const takesParts = entry.status === 'uploading' || (late !== undefined && entry.status !== 'failed')
  if (entry.upload_id !== uploadId || !takesParts) throw new ApiError('UPLOAD_CLOSED')
  return entry
}

function partsOf({ size }: ArchiveEntry): number {
  return Math.ceil(size / PART_BYTES)
}

function partLength({ size }: ArchiveEntry, part: number): number {
  return Math.min(PART_BYTES, size - (part - 1) * PART_BYTES)
}

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
