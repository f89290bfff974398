import type * as z from 'zod'
import type { ArchiveEntry } from '../contract/archive-entry.ts'
import { ApiError, type ApiErrorCode, limitReached } from '../contract/errors.ts'
import { ALLOWANCES, MAX_DURATION_SECONDS, YOUTUBE_QUOTA } from '../contract/limits.ts'
import { tokenCost } from '../contract/pricing.ts'
import type { RouteResponse } from '../contract/routes.ts'
import { isoNow } from '../contract/time.ts'
import type { youtubeSubmission } from '../contract/views.ts'
import { parseYoutubeId, quotaDay, youtubeId, youtubeUrl } from '../contract/youtube.ts'
import { findRecent, startVideo } from '../records/archive.ts'
import { entryView } from '../records/archive-pages.ts'
import { findHeld, hasPaid } from '../records/ledger/index.ts'
import type { CreatingRequest } from '../records/requests.ts'
import { keepQuote, readQuote, readSwitches, spendAllowance, spendYoutubeQuota } from '../records/service-rows.ts'
import { requireUser } from '../records/users.ts'
import { aboutEntry, log } from '../runtime/log.ts'
import { holdFreeingStale } from './stale-uploads.ts'
import { buildRequest, requireRegister, type SubmissionDeps, type Submitter } from './submission-deps.ts'
import { YoutubeDataError, type YoutubeFault, type YoutubeVideo, youtubeVideo } from './youtube-data.ts'

const ANSWER_TO = {
  NOT_FOUND: 'YOUTUBE_NOT_FOUND',
  LIVE: 'YOUTUBE_LIVE',
  UPCOMING: 'YOUTUBE_UPCOMING',
  AGE_RESTRICTED: 'YOUTUBE_AGE_RESTRICTED',
  BUSY: 'YOUTUBE_BUSY',
  MISCONFIGURED: 'YOUTUBE_BUSY',
} satisfies Record<YoutubeFault, ApiErrorCode>

/**
 * Title, length and price of a video, from YouTube's own data.
 * @throws ApiError NO_USER, SUSPENDED, NOT_A_LINK, TOO_LONG, TOO_MANY_REQUESTS, or a `YOUTUBE_…` code.
 */
export async function quoteYoutube(
  deps: SubmissionDeps,
  { uid, id }: { uid: string; id: string },
): Promise<RouteResponse<'quoteYoutube'>> {
  if (!youtubeId.safeParse(id).success) throw new ApiError('NOT_A_LINK')
  await requireUser(deps.tables, uid)
  const { title, thumbnail, durationSeconds } = await knownVideo(deps, id, async () => {
    await spendAllowance(deps.tables, uid, ALLOWANCES.youtubeQuote, isoNow(deps))
    await spendQuota(deps, uid)
  })
  if (durationSeconds > MAX_DURATION_SECONDS) throw new ApiError('TOO_LONG')
  const { youtubeStopped } = await readSwitches(deps.tables)
  const url = youtubeUrl(id)
  const [same] = await findRecent(deps.tables, uid, entry => entry.url === url && entry.status !== 'failed', 1)
  return {
    id,
    url,
    title,
    thumbnail,
    durationSeconds,
    tokens: tokenCost(durationSeconds),
    fetchable: deps.youtubeFetch && youtubeStopped === undefined,
    ...(same && { already: { key: same.key, isDone: same.status === 'done' } }),
  }
}

/** Shared allowance key of all guests. It cannot collide with a user id, because those are UUIDs. */
const GUESTS = 'guests'

/**
 * Title and length of a video, for signed-out visitors. All guests share one allowance, which excludes the part of the
 * quota that is reserved for paying users.
 * @throws ApiError NOT_A_LINK, YOUTUBE_OFF, TOO_LONG, TOO_MANY_REQUESTS, or a `YOUTUBE_…` code.
 */
export async function priceYoutube(deps: SubmissionDeps, id: string): Promise<RouteResponse<'priceYoutube'>> {
  if (!youtubeId.safeParse(id).success) throw new ApiError('NOT_A_LINK')
  const { youtubeStopped } = await readSwitches(deps.tables)
  if (!deps.youtubeFetch || youtubeStopped !== undefined) throw new ApiError('YOUTUBE_OFF')
  const { title, durationSeconds } = await knownVideo(deps, id, async () => {
    await spendAllowance(deps.tables, GUESTS, ALLOWANCES.guestQuote, isoNow(deps))
    const { perDay, forPaying } = YOUTUBE_QUOTA
    if (await spendYoutubeQuota(deps.tables, perDay - forPaying, deps.now())) return
    throw limitReached('YOUTUBE_QUOTA', { until: quotaDay(deps.now()).until, now: deps.now() })
  })
  if (durationSeconds > MAX_DURATION_SECONDS) throw new ApiError('TOO_LONG')
  return { title, durationSeconds }
}

/** The cached video data if it is less than an hour old, else a new lookup, which `spend` charges to the caller's allowance. */
async function knownVideo(deps: SubmissionDeps, id: string, spend: () => Promise<void>): Promise<YoutubeVideo> {
  const kept = await readQuote(deps.tables, id, youtubeVideo, deps.now())
  if (kept) return kept
  await spend()
  const video = await askYoutube(deps, id)
  await keepQuote(deps.tables, id, video, deps.now())
  return video
}

/** Spends one lookup of the shared daily quota; the last part of it is reserved for paying users. */
async function spendQuota({ tables, now }: SubmissionDeps, uid: string): Promise<void> {
  const { perDay, forPaying } = YOUTUBE_QUOTA
  if (await spendYoutubeQuota(tables, perDay - forPaying, now())) return
  if ((await hasPaid(tables, uid)) && (await spendYoutubeQuota(tables, perDay, now()))) return
  throw limitReached('YOUTUBE_QUOTA', { until: quotaDay(now()).until, now: now() })
}

async function askYoutube({ youtube }: SubmissionDeps, id: string): Promise<YoutubeVideo> {
  try {
    return await youtube.video(id)
  } catch (cause) {
    if (cause instanceof YoutubeDataError) throw new ApiError(ANSWER_TO[cause.code], { cause })
    throw cause
  }
}

type Wish = z.output<typeof youtubeSubmission>

/**
 * Holds the tokens for the length that YouTube reports (not the page) and starts the workflow.
 * @throws ApiError NOT_A_LINK, YOUTUBE_OFF, and the errors of `quoteYoutube` and `hold`.
 */
export async function submitYoutube(
  deps: SubmissionDeps,
  submitter: Submitter,
  body: Wish,
): Promise<RouteResponse<'submitYoutube'>> {
  const entry = await holdYoutube(deps, submitter.uid, body, buildRequest(deps, submitter, 'submitYoutube', body))
  return { entry: entryView(entry, deps.now()) }
}

/** Holds and starts a YouTube entry; a repeated request gets the same one. */
export async function holdYoutube(
  deps: SubmissionDeps,
  uid: string,
  wish: Wish,
  request: CreatingRequest,
): Promise<ArchiveEntry> {
  const entry = (await findHeld(deps.tables, request)) ?? (await newEntry(deps, uid, wish, request))
  await start(deps, entry)
  return entry
}

async function newEntry(
  deps: SubmissionDeps,
  uid: string,
  wish: Wish,
  request: CreatingRequest,
): Promise<ArchiveEntry> {
  const id = parseYoutubeId(wish.url)
  if (id === undefined) throw new ApiError('NOT_A_LINK')
  if (!deps.youtubeFetch) throw new ApiError('YOUTUBE_OFF')
  const { title, durationSeconds, url } = await quoteYoutube(deps, { uid, id })
  const { captions, profile, glossary } = wish
  const register = requireRegister(deps, wish.register)
  return holdFreeingStale(
    deps,
    {
      uid,
      type: 'youtube',
      name: title,
      durationSeconds,
      register,
      profile,
      captions,
      glossary,
      size: 0,
      url,
      at: isoNow(deps),
    },
    request,
  )
}

/** A failed start does not undo the submission: the sweeper starts the workflow later. */
async function start(deps: SubmissionDeps, entry: ArchiveEntry): Promise<void> {
  try {
    await startVideo(deps, entry, isoNow(deps))
  } catch (error) {
    log('error', 'video', 'workflow not started, left to the sweeper', aboutEntry(entry), error)
  }
}
