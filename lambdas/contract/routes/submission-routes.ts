import * as z from 'zod'
import { lazyObject } from '../lazy.ts'
import { MAX_OPEN_SUBMISSIONS, SCRIPT_BODY_BYTES, SUBTITLE_BODY_BYTES } from '../limits.ts'
import { script, scriptId } from '../script.ts'
import { entryView, subtitleSubmission, videoSubmission, youtubeQuote, youtubeSubmission } from '../views.ts'
import { empty, type Route } from './route.ts'

/** S3's id of a multipart upload; its maximum length is undocumented. */
const uploadId = z.string().min(1).max(1024)
const presignedPost = lazyObject(() => ({ url: z.string(), fields: z.record(z.string(), z.string()) }))

/** Everything from the price of a video to its upload, its cancellation and another try. */
export const SUBMISSION_ROUTES = {
  /** Stores the script of a video before the video is submitted. */
  storeScript: {
    method: 'POST',
    path: '/api/scripts',
    lambda: 'submission',
    access: 'user',
    body: script,
    bodyBytes: SCRIPT_BODY_BYTES,
    response: lazyObject(() => ({ id: scriptId })),
  },
  submitVideo: {
    method: 'POST',
    path: '/api/submissions/video',
    lambda: 'submission',
    access: 'user',
    body: videoSubmission,
    response: lazyObject(() => ({
      entry: entryView,
      /** Set for an upload in one piece. */
      post: presignedPost.optional(),
      /** Set for an upload in parts of `PART_BYTES` each. */
      multipart: z.object({ uploadId: z.string(), partBytes: z.int(), parts: z.int() }).optional(),
    })),
    idempotent: true,
  },
  /** Records how many members of a group were submitted, if fewer than announced. */
  closeGroup: {
    method: 'POST',
    path: '/api/groups/{group}/close',
    lambda: 'submission',
    access: 'user',
    body: lazyObject(() => ({ size: z.int().min(0).max(MAX_OPEN_SUBMISSIONS) })),
    response: empty,
  },
  signParts: {
    method: 'POST',
    path: '/api/submissions/{key}/parts',
    lambda: 'submission',
    access: 'user',
    body: lazyObject(() => ({
      uploadId,
      /** Numbers from 1. */
      parts: z.array(z.int().min(1).max(10_000)).min(1).max(100),
    })),
    response: lazyObject(() => ({
      urls: z.array(z.object({ part: z.int(), url: z.string() })),
      /** Parts that S3 already has, for a resumed upload. */
      received: z.array(z.object({ part: z.int(), etag: z.string(), size: z.int() })),
    })),
  },
  completeUpload: {
    method: 'POST',
    path: '/api/submissions/{key}/complete',
    lambda: 'submission',
    access: 'user',
    body: lazyObject(() => ({ uploadId })),
    response: empty,
  },
  reportHeartbeat: {
    method: 'POST',
    path: '/api/submissions/{key}/feed',
    lambda: 'submission',
    access: 'user',
    response: empty,
  },
  cancelEntry: {
    method: 'POST',
    path: '/api/submissions/{key}/cancel',
    lambda: 'submission',
    access: 'user',
    /** Cost in tokens that the user confirmed; the route refuses to charge more. */
    body: lazyObject(() => ({ costs: z.int().min(0) })),
    response: lazyObject(() => ({ refunded: z.int(), charged: z.int() })),
  },
  quoteYoutube: {
    method: 'GET',
    path: '/api/youtube/{id}',
    lambda: 'submission',
    access: 'user',
    response: youtubeQuote,
  },
  /** Title and length of a video, for guests. */
  priceYoutube: {
    method: 'GET',
    path: '/api/price/youtube/{id}',
    lambda: 'submission',
    access: 'public',
    response: lazyObject(() => ({ title: z.string(), durationSeconds: z.number() })),
  },
  submitSubtitle: {
    method: 'POST',
    path: '/api/submissions/subtitle',
    lambda: 'submission',
    access: 'user',
    body: subtitleSubmission,
    bodyBytes: SUBTITLE_BODY_BYTES,
    response: lazyObject(() => ({ entry: entryView })),
    idempotent: true,
  },
  submitYoutube: {
    method: 'POST',
    path: '/api/submissions/youtube',
    lambda: 'submission',
    access: 'user',
    body: youtubeSubmission,
    response: lazyObject(() => ({ entry: entryView })),
    idempotent: true,
  },
  retryEntry: {
    method: 'POST',
    path: '/api/archive/{key}/retry',
    lambda: 'submission',
    access: 'user',
    response: lazyObject(() => ({ entry: entryView })),
    idempotent: true,
  },
} as const satisfies Record<string, Route>
