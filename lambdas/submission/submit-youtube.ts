import type * as z from 'zod'
import type { ArchiveEntry } from '../contract/archive-entry.ts'
import { ApiError } from '../contract/errors.ts'
import type { RouteResponse, youtubeSubmission } from '../contract/routes.ts'
import { youtubeIdOf } from '../contract/youtube.ts'
import { entryView } from '../records/entry-view.ts'
import { findHeld, hold } from '../records/ledger/index.ts'
import type { CreatingRequest } from '../records/requests.ts'
import { startVideo } from '../records/start-video.ts'
import { log } from '../runtime/log.ts'
import { quoteYoutube } from './quote-youtube.ts'
import { isoNow, requestOf, requireRegister, type SubmissionRoom, type Submitter } from './submission-room.ts'

type Wish = z.output<typeof youtubeSubmission>

/**
 * Holds the tokens that YouTube's length costs, whatever the page believed, and starts the workflow.
 * @throws ApiError NOT_A_LINK, YOUTUBE_OFF, and those of `quoteYoutube` and `hold`.
 */
export async function submitYoutube(
  room: SubmissionRoom,
  submitter: Submitter,
  body: Wish,
): Promise<RouteResponse<'submitYoutube'>> {
  const entry = await holdYoutube(room, submitter.uid, body, requestOf(room, submitter, 'submitYoutube', body))
  return { entry: entryView(entry, room.now()) }
}

/** A YouTube entry, held and started; the same request again gives the same one. */
export async function holdYoutube(
  room: SubmissionRoom,
  uid: string,
  wish: Wish,
  request: CreatingRequest,
): Promise<ArchiveEntry> {
  const entry = (await findHeld(room.tables, request)) ?? (await newEntry(room, uid, wish, request))
  await start(room, entry)
  return entry
}

async function newEntry(
  room: SubmissionRoom,
  uid: string,
  wish: Wish,
  request: CreatingRequest,
): Promise<ArchiveEntry> {
  const id = youtubeIdOf(wish.url)
  if (id === undefined) throw new ApiError('NOT_A_LINK')
  if (!room.youtubeFetch) throw new ApiError('YOUTUBE_OFF')
  const { title, durationSeconds, url } = await quoteYoutube(room, { uid, id })
  const { captions } = wish
  const register = requireRegister(room, wish.register)
  return hold(
    room.tables,
    { uid, type: 'youtube', name: title, durationSeconds, register, captions, size: 0, url, at: isoNow(room) },
    request,
  )
}

/** The submission stands also where the start failed: the sweeper starts it. */
async function start(room: SubmissionRoom, entry: ArchiveEntry): Promise<void> {
  try {
    await startVideo(room, entry, isoNow(room))
  } catch (error) {
    log('error', 'workflow not started, left to the sweeper', { uid: entry.uid, key: entry.key }, error)
  }
}
