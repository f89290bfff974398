import { createHash } from 'node:crypto'
import * as z from 'zod'
import type { ArchiveEntry } from '../contract/archive-entry.ts'
import { ApiError, type ApiErrorCode, limitReached } from '../contract/errors.ts'
import { ALLOWANCES, MAX_DURATION_SECONDS, YOUTUBE_QUOTA } from '../contract/limits.ts'
import { tokenCost } from '../contract/pricing.ts'
import type { RouteResponse } from '../contract/routes.ts'
import { isoNow } from '../contract/time.ts'
import type { youtubeSubmission } from '../contract/views.ts'
import { parseYoutubeId, quotaDay, YOUTUBE_ID, youtubeUrl } from '../contract/youtube.ts'
import { findRecent } from '../records/archive.ts'
import { entryView } from '../records/archive-pages.ts'
import type { Membership } from '../records/groups.ts'
import { boughtTokens, findHeld } from '../records/ledger/index.ts'
import type { CreatingRequest } from '../records/requests.ts'
import { keepQuote, readQuote, readSwitches, spendAllowance, spendYoutubeQuota } from '../records/service-rows.ts'
import { startVideo } from '../records/start-video.ts'
import { requireUser } from '../records/users.ts'
import { aboutEntry, log } from '../runtime/log.ts'
import { holdFreeingStale } from './stale-uploads.ts'
import {
  buildRequest,
  requireRegister,
  type SubmissionDeps,
  type Submitter,
  type WithCeiling,
  withoutAnnouncement,
} from './submission-deps.ts'
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
  if (!YOUTUBE_ID.test(id)) throw new ApiError('NOT_A_LINK')
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
 * Title and length of a video, for signed-out visitors. All guests share one allowance, of which one address may use a
 * part; it excludes the part of the quota that is reserved for paying users.
 * @throws ApiError NOT_A_LINK, YOUTUBE_OFF, TOO_LONG, TOO_MANY_REQUESTS, or a `YOUTUBE_…` code.
 */
export async function priceYoutube(
  deps: SubmissionDeps,
  { id, address }: { id: string; address: string },
): Promise<RouteResponse<'priceYoutube'>> {
  if (!YOUTUBE_ID.test(id)) throw new ApiError('NOT_A_LINK')
  const { youtubeStopped } = await readSwitches(deps.tables)
  if (!deps.youtubeFetch || youtubeStopped !== undefined) throw new ApiError('YOUTUBE_OFF')
  const { title, durationSeconds } = await knownVideo(deps, id, async () => {
    await spendAllowance(deps.tables, hashNetwork(address), ALLOWANCES.guestAddressQuote, isoNow(deps))
    await spendAllowance(deps.tables, GUESTS, ALLOWANCES.guestQuote, isoNow(deps))
    const { perDay, forPaying } = YOUTUBE_QUOTA
    if (await spendYoutubeQuota(deps.tables, perDay - forPaying, deps.now())) return
    throw limitReached('YOUTUBE_QUOTA', { until: quotaDay(deps.now()).until, now: deps.now() })
  })
  if (durationSeconds > MAX_DURATION_SECONDS) throw new ApiError('TOO_LONG')
  return { title, durationSeconds }
}

/**
 * A hash of the address's network (64 bits of an IPv6 address, which one household has), so that addresses are not
 * stored. The row expires with the hour.
 */
function hashNetwork(address: string): string {
  const network = address.includes(':') ? address.split(':').slice(0, 4).join(':') : address
  return createHash('sha256').update(network).digest('base64url').slice(0, 16)
}

/** YouTube's response about a video: its data, or why there is none. */
const knownAnswer = z.union([youtubeVideo, z.object({ fault: z.enum(['NOT_FOUND', 'AGE_RESTRICTED']) })])

/**
 * The cached response if it is less than an hour old, else a new lookup, which `spend` charges to the caller's allowance.
 * That there is no such video is cached as well: each unknown id would otherwise cost a request every time.
 */
async function knownVideo(deps: SubmissionDeps, id: string, spend: () => Promise<void>): Promise<YoutubeVideo> {
  const kept = await readQuote(deps.tables, id, knownAnswer, deps.now())
  if (kept && 'fault' in kept) throw new ApiError(ANSWER_TO[kept.fault])
  if (kept) return kept
  await spend()
  try {
    const video = await deps.youtube.video(id)
    await keepQuote(deps.tables, id, video, deps.now())
    return video
  } catch (cause) {
    if (!(cause instanceof YoutubeDataError)) throw cause
    const { code } = cause
    if (code === 'NOT_FOUND' || code === 'AGE_RESTRICTED') await keepQuote(deps.tables, id, { fault: code }, deps.now())
    throw new ApiError(ANSWER_TO[code], { cause })
  }
}

/** Spends one lookup of the shared daily quota; the last part of it is reserved for paying users. */
async function spendQuota({ tables, now }: SubmissionDeps, uid: string): Promise<void> {
  const { perDay, forPaying } = YOUTUBE_QUOTA
  if (await spendYoutubeQuota(tables, perDay - forPaying, now())) return
  if ((await boughtTokens(tables, uid)) > 0 && (await spendYoutubeQuota(tables, perDay, now()))) return
  throw limitReached('YOUTUBE_QUOTA', { until: quotaDay(now()).until, now: now() })
}

type Wish = WithCeiling<Omit<z.output<typeof youtubeSubmission>, 'group'>> & {
  group?: Membership | undefined
  /** Id of the program's key. */
  key?: string | undefined
}

/**
 * Holds the tokens for the length that YouTube reports (not the page) and starts the workflow.
 * @throws ApiError NOT_A_LINK, YOUTUBE_OFF, and the errors of `quoteYoutube` and `hold`.
 */
export async function submitYoutube(
  deps: SubmissionDeps,
  submitter: Submitter,
  body: Wish,
): Promise<RouteResponse<'submitYoutube'>> {
  const request = buildRequest(deps, submitter, 'submitYoutube', withoutAnnouncement(body))
  const entry = await holdYoutube(deps, submitter.uid, { ...body, key: submitter.key }, request)
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
  const { title, thumbnail, durationSeconds, url } = await quoteYoutube(deps, { uid, id })
  const { captions, profile, glossary, script, group, maxTokens, key } = wish
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
      script,
      size: 0,
      url,
      thumbnail,
      group,
      maxTokens,
      key,
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
