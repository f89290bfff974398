import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  NoSuchUpload,
  paginateListParts,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { ArchiveEntry } from '../contract/archive-entry.ts'
import { ApiError } from '../contract/errors.ts'
import { PART_BYTES, UPLOAD_SECONDS, VIDEO_TYPE } from '../contract/limits.ts'
import { videoKey } from '../contract/media-objects.ts'
import type { RouteResponse } from '../contract/routes.ts'
import { isoNow } from '../contract/time.ts'
import { type EntryRef, keepUploadId, readEntry, recordHeartbeat } from '../records/archive.ts'
import { type MediaBucket, statObject } from '../runtime/media-bucket.ts'
import type { SubmissionDeps } from './submission-deps.ts'

type Multipart = NonNullable<RouteResponse<'submitVideo'>['multipart']>

/** The entry's multipart upload: created once, and the same for every repeated request. */
export async function openUpload(deps: SubmissionDeps, entry: ArchiveEntry): Promise<Multipart> {
  const uploadId = entry.upload_id ?? (await createUpload(deps, entry))
  return { uploadId, partBytes: PART_BYTES, parts: countParts(entry) }
}

async function createUpload({ tables, media }: SubmissionDeps, entry: ArchiveEntry): Promise<string> {
  const object = { Bucket: media.name, Key: videoKey(entry.uid, entry.title) }
  const { UploadId } = await media.client.send(new CreateMultipartUploadCommand({ ...object, ContentType: VIDEO_TYPE }))
  if (UploadId === undefined) throw new Error('S3 returned no upload id')
  if (await keepUploadId(tables, entry, UploadId)) return UploadId
  const kept = (await readEntry(tables, entry))?.upload_id
  // If a concurrent request stored its upload id first, that one counts. If only the response to our own write was lost,
  // the stored id is ours.
  if (kept !== UploadId) await media.client.send(new AbortMultipartUploadCommand({ ...object, UploadId }))
  if (kept === undefined) throw new ApiError('UPLOAD_CLOSED')
  return kept
}

/**
 * Presigned URLs, valid for an hour, each for one part of exact length; and the parts that S3 already has.
 * @throws ApiError NO_VIDEO, UPLOAD_CLOSED, BAD_REQUEST for a part beyond the last.
 */
export async function signParts(
  deps: SubmissionDeps,
  ref: EntryRef,
  { uploadId, parts }: { uploadId: string; parts: number[] },
): Promise<RouteResponse<'signParts'>> {
  const entry = await requireUpload(deps, ref, uploadId)
  if (parts.some(part => part > countParts(entry))) throw new ApiError('BAD_REQUEST')
  const { client, name } = deps.media
  const object = { Bucket: name, Key: videoKey(entry.uid, entry.title), UploadId: uploadId }
  const urls = parts.map(async part => {
    const ContentLength = partLength(entry, part)
    const command = new UploadPartCommand({ ...object, PartNumber: part, ContentLength })
    return { part, url: await getSignedUrl(client, command, { expiresIn: UPLOAD_SECONDS }) }
  })
  const received = await listParts(deps.media, object)
  if (!received) throw new ApiError('UPLOAD_CLOSED')
  await recordHeartbeat(deps.tables, ref, isoNow(deps))
  return { urls: await Promise.all(urls), received }
}

/**
 * Completes the upload once its parts add up to the announced size. A repeated call succeeds.
 * @throws ApiError NO_VIDEO, UPLOAD_INCOMPLETE, UPLOAD_CLOSED.
 */
export async function completeUpload(
  deps: SubmissionDeps,
  ref: EntryRef,
  { uploadId }: { uploadId: string },
): Promise<Record<string, never>> {
  const entry = await requireUpload(deps, ref, uploadId, 'acceptComplete')
  const object = { Bucket: deps.media.name, Key: videoKey(entry.uid, entry.title), UploadId: uploadId }
  const received = await listParts(deps.media, object)
  if (!received) return requireObject(deps, entry)
  const sum = received.reduce((bytes, { size }) => bytes + size, 0)
  if (sum !== entry.size || received.length !== countParts(entry)) throw new ApiError('UPLOAD_INCOMPLETE')
  const Parts = received.map(({ part, etag }) => ({ PartNumber: part, ETag: etag }))
  try {
    await deps.media.client.send(new CompleteMultipartUploadCommand({ ...object, MultipartUpload: { Parts } }))
  } catch (error) {
    if (error instanceof NoSuchUpload) return requireObject(deps, entry)
    throw error
  }
  return {}
}

async function requireObject({ media }: SubmissionDeps, entry: ArchiveEntry): Promise<Record<string, never>> {
  if (entry.status === 'uploading' && !(await statObject(media, videoKey(entry.uid, entry.title))))
    throw new ApiError('UPLOAD_CLOSED')
  return {}
}

async function requireUpload(
  { tables }: SubmissionDeps,
  ref: EntryRef,
  uploadId: string,
  acceptComplete?: 'acceptComplete',
): Promise<ArchiveEntry> {
  const entry = await readEntry(tables, ref)
  if (!entry) throw new ApiError('NO_VIDEO')
  const takesParts = entry.status === 'uploading' || (acceptComplete !== undefined && entry.status !== 'failed')
  if (entry.upload_id !== uploadId || !takesParts) throw new ApiError('UPLOAD_CLOSED')
  return entry
}

function countParts({ size }: ArchiveEntry): number {
  return Math.ceil(size / PART_BYTES)
}

function partLength({ size }: ArchiveEntry, part: number): number {
  return Math.min(PART_BYTES, size - (part - 1) * PART_BYTES)
}

interface ReceivedPart {
  part: number
  etag: string
  /** Bytes. */
  size: number
}

/** Every part that S3 has, in order, or `undefined` if S3 no longer knows the upload. */
async function listParts(
  { client }: MediaBucket,
  upload: { Bucket: string; Key: string; UploadId: string },
): Promise<ReceivedPart[] | undefined> {
  const received: ReceivedPart[] = []
  try {
    for await (const { Parts = [] } of paginateListParts({ client }, upload))
      for (const { PartNumber = 0, ETag = '', Size = 0 } of Parts)
        received.push({ part: PartNumber, etag: ETag, size: Size })
  } catch (error) {
    if (error instanceof NoSuchUpload) return undefined
    throw error
  }
  return received
}
