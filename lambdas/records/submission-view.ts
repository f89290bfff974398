import { type ArchiveEntry, failureText, NONE } from '../contract/archive-entry.ts'
import type { SubmissionView } from '../contract/routes/v1-routes.ts'
import { nameOf } from '../contract/title.ts'

type Shown = Pick<
  ArchiveEntry,
  | (
      | 'key'
      | 'title'
      | 'display_name'
      | 'type'
      | 'status'
      | 'used_token'
      | 'max_tokens'
      | 'refunded'
      | 'duration_seconds'
    )
  | ('register' | 'profile' | 'url' | 'video_upload_time' | 'srt_upload_time' | 'failure' | 'certificate')
>

/** A submission as `/api/v1` shows it. */
export function submissionView(entry: Shown & Partial<Pick<ArchiveEntry, 'webhook'>>): SubmissionView {
  const { key, type, status, used_token, max_tokens, refunded, duration_seconds, register, profile, url } = entry
  const { video_upload_time, srt_upload_time, failure = 'INTERNAL', certificate } = entry
  const finishedAt = status === 'done' ? srt_upload_time : undefined
  return {
    id: key,
    type,
    name: nameOf(entry),
    status,
    tokens: used_token,
    ...(max_tokens !== undefined && { maxTokens: max_tokens }),
    ...(refunded !== undefined && { refunded }),
    durationSeconds: duration_seconds,
    register,
    profile,
    ...(url !== NONE && { url }),
    createdAt: video_upload_time,
    ...(finishedAt !== undefined && { finishedAt }),
    ...(status === 'failed' && { failure: { code: failure, message: failureText({ type, failure }) } }),
    ...(certificate && { certificate }),
    ...(entry.webhook && { webhook: entry.webhook }),
  }
}
