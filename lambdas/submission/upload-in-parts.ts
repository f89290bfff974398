import type { ArchiveEntry } from '../contract/archive-entry.ts'
import { ApiError } from '../contract/errors.ts'
import { PART_BYTES, UPLOAD_SECONDS, VIDEO_TYPE } from '../contract/limits.ts'
import { videoKey } from '../contract/media-objects.ts'
import type { RouteResponse } from '../contract/routes.ts'
import { isoNow } from '../contract/time.ts'
import { type EntryRef, keepUploadId, readEntry, recordHeartbeat } from '../records/archive.ts'
import { isNoSuchUpload, loadS3, type MediaBucket, statObject } from '../runtime/media-bucket.ts'
import { presignUrl } from '../runtime/presign.ts'
import type { SubmissionDeps } from './submission-deps.ts'

type Multipart = NonNullable<RouteResponse<'submitVideo'>['multipart']>

/** The entry's multipart upload: created once, and the same for every repeated request. */
export async function openUpload(deps: SubmissionDeps, entry: ArchiveEntry): Promise<Multipart> {
  const uploadId = entry.upload_id ?? (await createUpload(deps, entry))
  return { uploadId, partBytes: PART_BYTES, parts: countParts(entry) }
}

async function createUpload({ tables, media }: SubmissionDeps, entry: ArchiveEntry): Promise<string> {
  const object = { Bucket: media.name, Key: videoKey(entry.uid, entry.title) }
  const { AbortMultipartUploadCommand, CreateMultipartUploadCommand } = await loadS3()
  const client = await media.client()
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ ...object, ContentType: VIDEO_TYPE }))
  if (UploadId === undefined) throw new Error('S3 returned no upload id')
  if (await keepUploadId(tables, entry, UploadId)) return UploadId
  const kept = (await readEntry(tables, entry))?.upload_id
  // If a concurrent request stored its upload id first, that one counts. If only the response to our own write was lost,
  // the stored id is ours.
  if (kept !== UploadId) await client.send(new AbortMultipartUploadCommand({ ...object, UploadId }))
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
  const object = { Bucket: deps.media.name, Key: videoKey(entry.uid, entry.title), UploadId: uploadId }
  const urls = parts.map(async part => {
    const query = { partNumber: String(part), uploadId }
    const headers = { 'content-length': String(partLength(entry, part)) }
    return { part, url: await presignUrl(deps.media, 'PUT', object.Key, { query, headers, expiresIn: UPLOAD_SECONDS }) }
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
  const { CompleteMultipartUploadCommand } = await loadS3()
  try {
    await (await deps.media.client()).send(
      new CompleteMultipartUploadCommand({ ...object, MultipartUpload: { Parts } }),
    )
  } catch (error) {
    if (isNoSuchUpload(error)) return requireObject(deps, entry)
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
  const { paginateListParts } = await loadS3()
  const received: ReceivedPart[] = []
  try {
    for await (const { Parts = [] } of paginateListParts({ client: await client() }, upload))
      for (const { PartNumber = 0, ETag = '', Size = 0 } of Parts)
        received.push({ part: PartNumber, etag: ETag, size: Size })
  } catch (error) {
    if (isNoSuchUpload(error)) return undefined
    throw error
  }
  return received
}
