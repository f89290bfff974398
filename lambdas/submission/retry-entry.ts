import { type ArchiveEntry, failureText, isWorthRetrying } from '../contract/archive-entry.ts'
import { API_ERRORS, ApiError } from '../contract/errors.ts'
import { MAX_DURATION_SECONDS } from '../contract/limits.ts'
import { mediaProbe, subtitleTranscript, videoKey, workKey } from '../contract/media-objects.ts'
import type { RouteResponse } from '../contract/routes.ts'
import { isoNow } from '../contract/time.ts'
import { nameOf } from '../contract/title.ts'
import { readEntry } from '../records/archive.ts'
import { entryView } from '../records/archive-pages.ts'
import { type Membership, readGroup } from '../records/groups.ts'
import { findHeld, refund } from '../records/ledger/index.ts'
import type { CreatingRequest } from '../records/requests.ts'
import type { Tables } from '../records/tables.ts'
import { type MediaBucket, readJson, statObject } from '../runtime/media-bucket.ts'
import { copyVideo, type KeptVideo } from './copy-video.ts'
import { holdFreeingStale } from './stale-uploads.ts'
import { startSubtitle } from './start-subtitle.ts'
import { buildRequest, type SubmissionDeps, type Submitter } from './submission-deps.ts'
import { holdYoutube } from './submit-youtube.ts'

/**
 * Creates a new entry with its own hold from a failed one. The video is copied if it is still stored, or fetched again. If
 * the email about its group is still to come, the new entry takes the failed one's place in the group.
 * @throws ApiError NO_VIDEO, NOT_FAILED, RETRY_USELESS with the reason, VIDEO_GONE, TOO_LONG, and the errors of `hold` and `submitYoutube`.
 */
export async function retryEntry(
  deps: SubmissionDeps,
  submitter: Submitter,
  key: string,
): Promise<RouteResponse<'retryEntry'>> {
  const request = buildRequest(deps, submitter, 'retryEntry', { key })
  const failed = await readEntry(deps.tables, { uid: submitter.uid, key })
  if (!failed) throw new ApiError('NO_VIDEO')
  if (failed.status !== 'failed') throw new ApiError('NOT_FAILED')
  if (failed.failure && !isWorthRetrying(failed.failure))
    throw new ApiError('RETRY_USELESS', {
      message: `${failureText(failed)} ${API_ERRORS.RETRY_USELESS[1]}`,
    })
  const hold = { youtube: holdLink, subtitle: holdSubtitle, video: holdUpload }[failed.type]
  const entry = await hold(deps, failed, { group: await membershipOf(deps.tables, failed), request })
  return { entry: entryView(entry, deps.now()) }
}

/**
 * The group that the retry joins. `undefined` if there is none or if its only email has been sent; the entry then gets
 * emails of its own.
 */
async function membershipOf(
  tables: Tables,
  { uid, key, group: id }: Pick<ArchiveEntry, 'uid' | 'key' | 'group'>,
): Promise<Membership | undefined> {
  const group = id === undefined ? undefined : await readGroup(tables, uid, id)
  return id === undefined || !group || (group.emailed && !group.series) ? undefined : { id, retried: key }
}

interface Retry {
  group: Membership | undefined
  request: CreatingRequest
}
type Hold = (deps: SubmissionDeps, failed: ArchiveEntry, retry: Retry) => Promise<ArchiveEntry>

const holdLink: Hold = (deps, failed, { group, request }) =>
  holdYoutube(deps, failed.uid, { ...failed, group, key: undefined }, request)

const holdSubtitle: Hold = async (deps, failed, { group, request }) => {
  const { uid, key, register, profile, captions, glossary } = failed
  const transcript = await readJson(deps.media, workKey(uid, key, 'transcript.json'), subtitleTranscript)
  const probe = await readJson(deps.media, workKey(uid, key, 'probe.json'), mediaProbe)
  if (!transcript || !probe) throw new ApiError('VIDEO_GONE')
  const entry = await holdFreeingStale(
    deps,
    {
      ...{ uid, type: 'subtitle', name: nameOf(failed), durationSeconds: failed.duration_seconds, size: 0 },
      ...{ register, profile, captions, glossary, group, at: isoNow(deps) },
    },
    request,
  )
  await startSubtitle(deps, entry, { transcript, probe })
  return entry
}

const holdUpload: Hold = async (deps, failed, { group, request }) => {
  const before = await findHeld(deps.tables, request)
  if (before && before.status !== 'uploading') return before
  const source = await keptVideo(deps.media, failed)
  if (!source) throw new ApiError('VIDEO_GONE')
  if (failed.duration_seconds > MAX_DURATION_SECONDS) throw new ApiError('TOO_LONG')
  const { uid, register, profile, captions, glossary, script } = failed
  const entry =
    before ??
    (await holdFreeingStale(
      deps,
      {
        uid,
        type: 'video',
        name: nameOf(failed),
        durationSeconds: failed.duration_seconds,
        register,
        profile,
        captions,
        glossary,
        script,
        group,
        size: source.size,
        at: isoNow(deps),
      },
      request,
    ))
  try {
    await copyVideo(deps.media, source, videoKey(uid, entry.title))
  } catch (cause) {
    if (await statObject(deps.media, source.key)) throw cause
    // The failed entry was deleted with its video in the meantime.
    await refund(deps.tables, entry, { failure: 'UPLOAD_NEVER_CAME', at: isoNow(deps) })
    throw new ApiError('VIDEO_GONE', { cause })
  }
  return entry
}

/** The copy that the workflow made, or else the upload itself. */
async function keptVideo(media: MediaBucket, { uid, key, title }: ArchiveEntry): Promise<KeptVideo | undefined> {
  for (const object of [workKey(uid, key, 'source.mp4'), videoKey(uid, title)]) {
    const found = await statObject(media, object)
    if (found) return { key: object, size: found.size }
  }
  return undefined
}
