import { ApiError, type ApiErrorCode } from '../contract/errors.ts'
import { MAX_DURATION_SECONDS } from '../contract/limits.ts'
import { tokenCost } from '../contract/pricing.ts'
import type { RouteResponse } from '../contract/routes.ts'
import { youtubeId, youtubeUrl } from '../contract/youtube.ts'
import { keepQuote, readQuote, readSwitches, spendAllowance } from '../records/service-rows.ts'
import { requireUser } from '../records/users.ts'
import { isoNow, type SubmissionRoom } from './submission-room.ts'
import { YoutubeDataError, type YoutubeFault, type YoutubeVideo, youtubeVideo } from './youtube-data.ts'

/** The Data API's quota is everybody's. */
const ASKED = { name: 'youtube-quote', limit: 100, seconds: 60 * 60 } as const

const ANSWER_TO = {
  NOT_FOUND: 'YOUTUBE_NOT_FOUND',
  LIVE: 'YOUTUBE_LIVE',
  AGE_RESTRICTED: 'YOUTUBE_AGE_RESTRICTED',
  BUSY: 'YOUTUBE_BUSY',
  MISCONFIGURED: 'YOUTUBE_BUSY',
} satisfies Record<YoutubeFault, ApiErrorCode>

/**
 * Title, length and price of a video, by YouTube's own figures.
 * @throws ApiError NO_USER, SUSPENDED, NOT_A_LINK, TOO_LONG, TOO_MANY_REQUESTS and those of YouTube.
 */
export async function quoteYoutube(
  room: SubmissionRoom,
  { uid, id }: { uid: string; id: string },
): Promise<RouteResponse<'quoteYoutube'>> {
  if (!youtubeId.safeParse(id).success) throw new ApiError('NOT_A_LINK')
  await requireUser(room.tables, uid)
  const { title, thumbnail, durationSeconds } = await knownVideo(room, uid, id)
  if (durationSeconds > MAX_DURATION_SECONDS) throw new ApiError('TOO_LONG')
  const { youtubeStopped } = await readSwitches(room.tables)
  return {
    id,
    url: youtubeUrl(id),
    title,
    thumbnail,
    durationSeconds,
    tokens: tokenCost(durationSeconds),
    fetchable: room.youtubeFetch && youtubeStopped === undefined,
  }
}

async function knownVideo(room: SubmissionRoom, uid: string, id: string): Promise<YoutubeVideo> {
  const kept = await readQuote(room.tables, id, youtubeVideo, room.now())
  if (kept) return kept
  await spendAllowance(room.tables, uid, ASKED, isoNow(room))
  const video = await askYoutube(room, id)
  await keepQuote(room.tables, id, video, room.now())
  return video
}

async function askYoutube({ youtube }: SubmissionRoom, id: string): Promise<YoutubeVideo> {
  try {
    return await youtube.video(id)
  } catch (cause) {
    if (cause instanceof YoutubeDataError) throw new ApiError(ANSWER_TO[cause.code], { cause })
    throw cause
  }
}
