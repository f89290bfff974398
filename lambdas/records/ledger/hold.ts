import * as z from 'zod'
import { type ArchiveEntry, ENTRY_MESSAGE, NONE } from '../../contract/archive-entry.ts'
import { ApiError } from '../../contract/errors.ts'
import { MAX_OPEN_SUBMISSIONS } from '../../contract/limits.ts'
import { costOf } from '../../contract/pricing.ts'
import { epochOfTimestamp14, timestamp14 } from '../../contract/time.ts'
import { entryTitle } from '../../contract/title.ts'
import { aboutEntry, logCounted } from '../../runtime/log.ts'
import { logRow } from '../activity-log.ts'
import { keySpendingWrites } from '../api-keys.ts'
import { readEntry } from '../archive.ts'
import { joinGroup, type Membership } from '../groups.ts'
import { owe } from '../outbox.ts'
import { answered, type CreatingRequest, requestRow } from '../requests.ts'
import { refuseStopped } from '../service-rows.ts'
import { OPEN, type Tables } from '../tables.ts'
import { put } from '../transaction.ts'
import { refuseSuspended, type User } from '../users.ts'
import { type Booking, book, type Unchanged } from './balance.ts'
import { countedOnDay, refuseSpentDay } from './day-budget.ts'

/** A submission: an upload to come, a YouTube video to fetch, or an English subtitle. */
export interface Submission
  extends Pick<ArchiveEntry, 'uid' | 'type' | 'register' | 'profile' | 'captions' | 'glossary' | 'size'> {
  /** File name, or title of the video. */
  name: string
  /** The quote: the page's figure for a file, YouTube's for a link. The probed length settles it. */
  durationSeconds: number
  /** Length of the sound that a page announces, in milliseconds. */
  soundMs?: number | undefined
  /** Id of the script submitted with it. */
  script?: string | undefined
  /** The link, for type `youtube`. */
  url?: string
  /** Its picture. */
  thumbnail?: string | undefined
  group?: Membership | undefined
  /** Maximum tokens that it may cost, now and once its length is measured. */
  maxTokens?: number | undefined
  /** Id of the key that submits it; the tokens count against that key's monthly limit. */
  key?: string | undefined
  /** ISO time. */
  at: string
}

/** The response stored for a repeated request. */
const held = z.object({ key: z.string() })

/**
 * The entry that the same request created earlier, or `undefined`.
 * @throws what `hold` throws for repeated requests.
 */
export async function findHeld(tables: Tables, request: CreatingRequest): Promise<ArchiveEntry | undefined> {
  const before = await answered(tables, request, held)
  if (!before) return undefined
  const entry = await readEntry(tables, { uid: request.uid, key: before.key })
  if (!entry) throw new ApiError('NO_VIDEO')
  return entry
}

/**
 * Accepts a submission: the entry, the hold of its tokens, the user's counts, the log row and the response for a
 * repeated request are written together or not at all. Repeating the request returns the same entry.
 * @throws ApiError NO_USER, SUSPENDED, STOPPED, YOUTUBE_OFF, OVER_CEILING, INSUFFICIENT_TOKENS, KEY_LIMIT, TOO_MANY_OPEN, TOO_MANY_TODAY,
 * TOO_MUCH_REFUNDED, KEY_REUSED, or NO_VIDEO if the entry of a repeated request was deleted.
 */
export async function hold(tables: Tables, submission: Submission, request: CreatingRequest): Promise<ArchiveEntry> {
  const { kind, result: entry } = await book(tables, submission.uid, async user => {
    const before = await findHeld(tables, request)
    if (before) return { kind: 'unchanged', result: before }
    refuseSuspended(user)
    await refuseStopped(tables, submission.type)
    return planHold(tables, user, submission, request)
  })
  if (kind === 'write') {
    const fields = { ...aboutEntry(entry), type: entry.type, tokens: entry.used_token }
    logCounted('submission', 'video', 'submission accepted', fields)
  }
  return entry
}

async function planHold(
  tables: Tables,
  user: User,
  submission: Submission,
  request: CreatingRequest,
): Promise<Booking<ArchiveEntry> | Unchanged<ArchiveEntry>> {
  const { uid, at } = submission
  const cost = costOf(submission)
  if (submission.maxTokens !== undefined && cost > submission.maxTokens) throw new ApiError('OVER_CEILING')
  if (user.token < cost) throw new ApiError('INSUFFICIENT_TOKENS')
  if (user.open_submissions >= MAX_OPEN_SUBMISSIONS) throw new ApiError('TOO_MANY_OPEN')
  await refuseSpentDay(tables, user, at)
  const day = countedOnDay(user, { submissions: 1, refundedSeconds: 0 }, at)
  const single = newEntry(user, submission, cost)
  const joining = submission.group && (await joinGroup(tables, single, submission.group, at))
  const entry = joining ? { ...single, group: submission.group?.id } : single
  const { key, title } = entry
  const counted = await keySpendingWrites(tables, { id: submission.key, amount: cost, since: at, at })
  return {
    kind: 'write',
    movements: [{ movement: `hold#${key}`, amount: -cost, note: title }],
    at,
    user: {
      change: { set: { last_key: key, ...day.set }, add: { open_submissions: 1, archive_count: 1 } },
      // Only holds open submissions, and each hold increments this count: while it is unchanged, the limit just checked
      // still holds.
      when: {
        equals: { archive_count: user.archive_count, ...day.when.equals },
        absent: ['suspended', ...(day.when.absent ?? [])],
      },
    },
    writes: [
      put(tables.archive, { ...entry, open: OPEN }, { absent: ['key'] }),
      requestRow(tables, request, { key }),
      ...counted,
      ...(joining ?? []),
      // An upload is received once it has arrived.
      ...(entry.status === 'queued' ? [owe(tables, { about: 'entry', uid, key, kind: 'received' }, at)] : []),
      logRow(tables, {
        uid,
        action: 'upload_video',
        details: { key, type: entry.type },
        before: user.token,
        after: user.token - cost,
        at,
      }),
    ],
    result: entry,
  }
}

function newEntry(user: User, submission: Submission, cost: number): ArchiveEntry {
  const { uid, type, at } = submission
  const key = nextKey(at, user.last_key)
  return {
    uid,
    key,
    title: entryTitle(key, submission.name),
    type,
    video_upload_time: at,
    message: ENTRY_MESSAGE,
    used_token: cost,
    is_srt: false,
    srt_title: NONE,
    srt_upload_time: NONE,
    url: submission.url ?? NONE,
    ...(submission.thumbnail !== undefined && { thumbnail: submission.thumbnail }),
    number: user.archive_count + 1,
    status: type === 'video' ? 'uploading' : 'queued',
    duration_seconds: submission.durationSeconds,
    register: submission.register,
    profile: submission.profile,
    captions: submission.captions,
    glossary: submission.glossary,
    ...(submission.script !== undefined && { script: submission.script }),
    size: submission.size,
    ...(submission.soundMs !== undefined && { sound_ms: submission.soundMs }),
    ...(submission.maxTokens !== undefined && { max_tokens: submission.maxTokens }),
    ...(submission.key !== undefined && { api_key: submission.key }),
    open_since: at,
    changed_at: at,
  }
}

/**
 * The current second in Korean time, or the second after the user's newest key if that is later, so that keys rise with
 * entry numbers.
 */
function nextKey(at: string, last: string | undefined): string {
  const now = timestamp14(Date.parse(at))
  return last === undefined || now > last ? now : timestamp14(epochOfTimestamp14(last) + 1000)
}
