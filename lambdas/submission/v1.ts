import { ApiError } from '../contract/errors.ts'
import type { ResponseOf } from '../contract/every-route.ts'
import { MAX_DURATION_SECONDS, VIDEO_TYPE } from '../contract/limits.ts'
import { costOf } from '../contract/pricing.ts'
import type { QuoteRequest, SubmitRequest } from '../contract/routes/v1-routes.ts'
import { isoNow } from '../contract/time.ts'
import { parseYoutubeId } from '../contract/youtube.ts'
import { requireKey } from '../records/api-keys.ts'
import { submissionView } from '../records/submission-view.ts'
import { requireAccount, requireUser } from '../records/users.ts'
import type { KeyCaller } from '../runtime/http.ts'
import type { SubmissionDeps } from './submission-deps.ts'
import { submitVideo } from './submit-video.ts'
import { quoteYoutube, submitYoutube } from './submit-youtube.ts'

/** The key of the request, and the balance. */
export async function showKey(deps: SubmissionDeps, { uid, key }: KeyCaller): Promise<ResponseOf<'v1Key'>> {
  const { token } = await requireAccount(deps.tables, uid)
  return { ...(await requireKey(deps.tables, key, isoNow(deps))), balance: token }
}

/**
 * What a submission costs, and whether balance and monthly limit cover it. Holds nothing.
 * @throws ApiError NO_USER, SUSPENDED, TOO_LONG, and the errors of a link or a subtitle.
 */
export async function quote(
  deps: SubmissionDeps,
  { uid, key }: KeyCaller,
  request: QuoteRequest,
): Promise<ResponseOf<'v1Quote'>> {
  const { type } = request
  const { token: balance } = await requireUser(deps.tables, uid)
  const { monthlyTokens, spentTokens } = await requireKey(deps.tables, key, isoNow(deps))
  const { durationSeconds, title } = await measure(deps, uid, request)
  const tokens = costOf({ type, durationSeconds })
  const left = Math.min(balance, (monthlyTokens ?? Number.POSITIVE_INFINITY) - spentTokens)
  return { type, ...(title !== undefined && { title }), durationSeconds, tokens, balance, isCovered: tokens <= left }
}

async function measure(
  deps: SubmissionDeps,
  uid: string,
  request: QuoteRequest,
): Promise<{ durationSeconds: number; title?: string }> {
  if (request.type === 'subtitle') {
    const { measureSubtitle } = await import('./submit-subtitle.ts')
    return { durationSeconds: (await measureSubtitle(deps, uid, request.text)).seconds }
  }
  if (request.type === 'youtube') {
    const id = parseYoutubeId(request.url)
    if (id === undefined) throw new ApiError('NOT_A_LINK')
    const { title, durationSeconds } = await quoteYoutube(deps, { uid, id })
    return { title, durationSeconds }
  }
  if (request.durationSeconds > MAX_DURATION_SECONDS) throw new ApiError('TOO_LONG')
  return { durationSeconds: request.durationSeconds }
}

/**
 * Accepts a program's submission, limited by the request's ceiling and the key's monthly limit.
 * @throws ApiError OVER_CEILING, KEY_LIMIT, and the errors of the page's submissions.
 */
export async function submit(
  deps: SubmissionDeps,
  { caller, idempotencyKey: id }: { caller: KeyCaller; idempotencyKey: string },
  request: SubmitRequest,
): Promise<ResponseOf<'v1Submit'>> {
  const submitter = { ...caller, id }
  if (request.type === 'video') {
    const { entry, ...upload } = await submitVideo(deps, submitter, { ...request, type: VIDEO_TYPE })
    return { submission: submissionView(entry), ...upload }
  }
  if (request.type === 'youtube')
    return { submission: submissionView((await submitYoutube(deps, submitter, request)).entry) }
  const { submitSubtitle } = await import('./submit-subtitle.ts')
  return { submission: submissionView((await submitSubtitle(deps, submitter, request)).entry) }
}
