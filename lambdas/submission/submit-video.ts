import type * as z from 'zod'
import type { ArchiveEntry } from '../contract/archive-entry.ts'
import { ApiError } from '../contract/errors.ts'
import {
  MAX_DURATION_SECONDS,
  MAX_UPLOAD_BYTES,
  MULTIPART_FROM_BYTES,
  mostUploadBytes,
  UPLOAD_SECONDS,
  VIDEO_TYPE,
} from '../contract/limits.ts'
import { videoKey } from '../contract/media-objects.ts'
import type { RouteResponse } from '../contract/routes.ts'
import { isoNow } from '../contract/time.ts'
import type { videoSubmission } from '../contract/views.ts'
import { recordHeartbeat } from '../records/archive.ts'
import { entryView } from '../records/archive-pages.ts'
import { presignPost } from '../runtime/presign.ts'
import { holdFreeingStale } from './stale-uploads.ts'
import {
  buildRequest,
  requireRegister,
  type SubmissionDeps,
  type Submitter,
  type WithCeiling,
  withoutAnnouncement,
} from './submission-deps.ts'
import { openUpload } from './upload-in-parts.ts'

const TOO_DENSE = '영상 길이에 비해 파일이 너무 커요. 화질을 낮춰 저장한 뒤 다시 올려 주세요.'

/**
 * Holds the tokens and returns upload instructions: a form for small files, a multipart upload for large ones. A repeated
 * request returns the same entry, with a fresh form until the upload has arrived.
 * @throws ApiError NOT_MP4, TOO_LARGE, TOO_LONG, BAD_REQUEST (register), and the errors of `hold`.
 */
export async function submitVideo(
  deps: SubmissionDeps,
  submitter: Submitter,
  body: WithCeiling<z.output<typeof videoSubmission>>,
): Promise<RouteResponse<'submitVideo'>> {
  if (body.type !== VIDEO_TYPE) throw new ApiError('NOT_MP4')
  if (body.size > MAX_UPLOAD_BYTES) throw new ApiError('TOO_LARGE')
  if (body.durationSeconds > MAX_DURATION_SECONDS) throw new ApiError('TOO_LONG')
  if (body.size > mostUploadBytes(body.durationSeconds)) throw new ApiError('TOO_LARGE', { message: TOO_DENSE })
  const at = isoNow(deps)
  const entry = await holdFreeingStale(
    deps,
    {
      uid: submitter.uid,
      type: 'video',
      name: body.filename,
      durationSeconds: body.durationSeconds,
      register: requireRegister(deps, body.register),
      profile: body.profile,
      captions: false,
      glossary: body.glossary,
      script: body.script,
      size: body.size,
      soundMs: body.soundMs,
      group: body.group,
      maxTokens: body.maxTokens,
      key: submitter.key,
      at,
    },
    buildRequest(deps, submitter, 'submitVideo', withoutAnnouncement(body)),
  )
  if (entry.status === 'uploading' && entry.video_upload_time !== at) await recordHeartbeat(deps.tables, entry, at)
  return { entry: entryView(entry, deps.now()), ...(await uploadInstructions(deps, entry)) }
}

async function uploadInstructions(
  deps: SubmissionDeps,
  entry: ArchiveEntry,
): Promise<Pick<RouteResponse<'submitVideo'>, 'post' | 'multipart'>> {
  if (entry.status !== 'uploading') return {}
  if (entry.size > MULTIPART_FROM_BYTES) return { multipart: await openUpload(deps, entry) }
  const post = await presignPost(deps.media, {
    key: videoKey(entry.uid, entry.title),
    type: VIDEO_TYPE,
    mostBytes: Math.min(entry.size, MAX_UPLOAD_BYTES),
    expiresIn: UPLOAD_SECONDS,
  })
  return { post }
}
