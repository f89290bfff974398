import * as z from 'zod'
import { apiKeyView } from '../api-key.ts'
import {
  certificate,
  entryKey,
  entryStatus,
  entryType,
  failureCode,
  register,
  subtitleProfile,
} from '../archive-entry.ts'
import { lazy, lazyObject } from '../lazy.ts'
import { SUBTITLE_BODY_BYTES } from '../limits.ts'
import { subtitleSubmission, videoSubmission, youtubeSubmission } from '../views.ts'
import { webhookDelivery } from '../webhook.ts'
import { empty, type Route } from './route.ts'
import { SUBMISSION_ROUTES } from './submission-routes.ts'

/**
 * The interface for programs (`/api/v1`), called with a key. Its names are promises: fields are added, never renamed or
 * removed. The OpenAPI document is derived from these routes (`openapi.ts`), their titles included.
 */

const type = <Type extends z.infer<typeof entryType>>(name: Type) => z.literal(name)
/**
 * Maximum tokens for the submission. A submission with a higher price is refused. If the measured length costs more,
 * the submission fails and is refunded.
 */
const ceiling = { maxTokens: z.int().min(0).max(1_000_000).optional() }

const quoteRequest = lazy(() =>
  z.discriminatedUnion('type', [
    videoSubmission.pick({ durationSeconds: true }).extend({ type: type('video') }),
    youtubeSubmission.pick({ url: true }).extend({ type: type('youtube') }),
    subtitleSubmission.pick({ text: true }).extend({ type: type('subtitle') }),
  ]),
)
export type QuoteRequest = z.output<typeof quoteRequest>

const submitRequest = lazy(() =>
  z.discriminatedUnion('type', [
    videoSubmission.omit({ group: true, type: true }).extend({ type: type('video'), ...ceiling }),
    youtubeSubmission.omit({ group: true }).extend({ type: type('youtube'), ...ceiling }),
    subtitleSubmission.omit({ group: true }).extend({ type: type('subtitle'), ...ceiling }),
  ]),
)
export type SubmitRequest = z.output<typeof submitRequest>

export const submissionView = lazyObject(() => ({
  id: entryKey,
  type: entryType,
  name: z.string(),
  status: entryStatus,
  /** Tokens held, then charged; 0 after a refund. */
  tokens: z.int(),
  maxTokens: z.int().optional(),
  refunded: z.int().optional(),
  durationSeconds: z.number(),
  register,
  profile: subtitleProfile,
  url: z.string().optional(),
  /** ISO times. */
  createdAt: z.string(),
  finishedAt: z.string().optional(),
  failure: z.object({ code: failureCode, message: z.string() }).optional(),
  certificate: certificate.optional(),
  /** State of the notice to the key's webhook; absent before the first attempt. */
  webhook: webhookDelivery.optional(),
}))
export type SubmissionView = z.infer<typeof submissionView>

/** Formats of a finished subtitle, the same as the engine's. */
export const subtitleFormat = z.enum([
  ...(['srt', 'vtt', 'bilingual', 'ass', 'ttml', 'fcpxml', 'markers', 'sami', 'samiCp949'] as const),
  ...(['samiBoth', 'samiBothCp949', 'text', 'html', 'json'] as const),
])
export const frameRate = z.enum(['23.976', '24', '25', '29.97', '29.97 drop', '30', '50', '59.94', '60'])

const one = { parameters: { id: entryKey } }

export const V1_SUBMISSION_ROUTES = {
  v1Key: {
    title: 'Show the key that makes the request, and the balance',
    ...({ method: 'GET', path: '/api/v1/key', lambda: 'submission', access: 'key' } as const),
    response: lazy(() => apiKeyView.extend({ balance: z.int() })),
  },
  v1Quote: {
    title: 'State what a submission costs, without holding tokens',
    ...({ method: 'POST', path: '/api/v1/quotes', lambda: 'submission', access: 'key', scope: 'quote' } as const),
    body: quoteRequest,
    bodyBytes: SUBTITLE_BODY_BYTES,
    response: lazyObject(() => ({
      type: entryType,
      title: z.string().optional(),
      durationSeconds: z.number(),
      tokens: z.int(),
      balance: z.int(),
      /** True if balance and monthly limit cover it. */
      isCovered: z.boolean(),
    })),
  },
  v1StoreScript: {
    title: 'Store the English text of a speech, or notes for its translation, for a submission to name as `script`',
    ...SUBMISSION_ROUTES.storeScript,
    ...({ path: '/api/v1/scripts', access: 'key', scope: 'submit' } as const),
  },
  v1Submit: {
    title: 'Hold the tokens and start, or return upload instructions for a video',
    ...({ method: 'POST', path: '/api/v1/submissions', lambda: 'submission', access: 'key', scope: 'submit' } as const),
    body: submitRequest,
    bodyBytes: SUBTITLE_BODY_BYTES,
    response: lazy(() =>
      SUBMISSION_ROUTES.submitVideo.response.omit({ entry: true }).extend({ submission: submissionView }),
    ),
    idempotent: true,
  },
  v1SignParts: {
    title: 'Sign the upload of parts, and list those that have arrived',
    ...SUBMISSION_ROUTES.signParts,
    ...({ path: '/api/v1/submissions/{id}/parts', access: 'key', scope: 'submit', ...one } as const),
  },
  v1CompleteUpload: {
    title: 'Complete an upload in parts',
    ...SUBMISSION_ROUTES.completeUpload,
    ...({ path: '/api/v1/submissions/{id}/complete', access: 'key', scope: 'submit', ...one } as const),
  },
  v1Heartbeat: {
    title: 'Report that an upload is still in progress: every 45 seconds',
    ...SUBMISSION_ROUTES.reportHeartbeat,
    ...({ path: '/api/v1/submissions/{id}/heartbeat', access: 'key', scope: 'submit', ...one } as const),
  },
  v1Cancel: {
    title: 'Cancel a submission: free until its sound is transcribed, and never for more than `costs`',
    ...SUBMISSION_ROUTES.cancelEntry,
    ...({ path: '/api/v1/submissions/{id}/cancel', access: 'key', scope: 'submit', ...one } as const),
  },
} as const satisfies Record<string, Route>

export const V1_ARCHIVE_ROUTES = {
  v1List: {
    title: 'List submissions, newest first',
    ...({ method: 'GET', path: '/api/v1/submissions', lambda: 'archive', access: 'key', scope: 'read' } as const),
    query: lazyObject(() => ({
      limit: z.coerce.number<string>().int().min(1).max(100).default(20),
      /** The cursor that the previous page returned. */
      cursor: entryKey.optional(),
    })),
    response: lazyObject(() => ({ submissions: z.array(submissionView), cursor: entryKey.optional() })),
  },
  v1Read: {
    title: 'Show a submission',
    ...({ method: 'GET', path: '/api/v1/submissions/{id}', lambda: 'archive', access: 'key', scope: 'read' } as const),
    ...one,
    response: submissionView,
  },
  v1Delete: {
    title: 'Delete a submission that is done or failed, with its subtitles',
    ...({ method: 'DELETE', path: '/api/v1/submissions/{id}', lambda: 'archive', access: 'key' } as const),
    ...({ scope: 'submit', ...one } as const),
    response: empty,
  },
  v1Subtitle: {
    title: 'Download the subtitle as last edited, in any format',
    ...({ method: 'GET', path: '/api/v1/submissions/{id}/subtitle', lambda: 'archive', access: 'key' } as const),
    ...({ scope: 'read', ...one } as const),
    query: lazyObject(() => ({
      format: subtitleFormat.default('srt'),
      /** Frame rate to which times are snapped. Formats that count frames default to 29.97. */
      frames: frameRate.optional(),
    })),
    response: z.string(),
    isFile: true,
  },
  v1Certificate: {
    title: 'Show which rules the subtitle keeps',
    ...({ method: 'GET', path: '/api/v1/submissions/{id}/certificate', lambda: 'archive', access: 'key' } as const),
    ...({ scope: 'read', ...one } as const),
    response: certificate,
  },
} as const satisfies Record<string, Route>

export const V1_DOCUMENT_ROUTES = {
  openapi: {
    title: 'This document',
    ...({ method: 'GET', path: '/api/v1/openapi.json', lambda: 'account', access: 'public' } as const),
    response: lazy(() => z.looseObject({ openapi: z.string() })),
  },
} as const satisfies Record<string, Route>
