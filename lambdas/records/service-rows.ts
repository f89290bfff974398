import { GetCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import type { EntryType } from '../contract/archive-entry.ts'
import { ApiError, limitReached } from '../contract/errors.ts'
import { type Allowance, MAIL_CODE_TRIES } from '../contract/limits.ts'
import { quotaDay } from '../contract/youtube.ts'
import type { Tables } from './tables.ts'
import { put, remove, update, type Write, write } from './transaction.ts'

/**
 * Keys of the service table, which holds the service's small rows; no other module uses these prefixes. A row with
 * `expires_at` (epoch seconds) is temporary: DynamoDB deletes it some time later. Switches stay.
 */
export const serviceKey = {
  /** A social account or mailbox that signed up, as a keyed hash (`identities.ts`). */
  identity: (hash: string) => ({ id: `identity#${hash}` }),
  /** The operator's switches. Never expire. */
  switches: () => ({ id: 'switches' }),
  /** The response to a creating request, for a day. */
  request: (uid: string, uuid: string) => ({ id: `request#${uid}#${uuid}` }),
  /** Number of uses within one time window. */
  allowance: (name: Allowance['name'], uid: string, window: number) => ({ id: `allowance#${name}#${uid}#${window}` }),
  /** The email code last sent to a user. */
  emailCode: (uid: string) => ({ id: `emailcode#${uid}` }),
  /** A key of `/api/v1`, by the hash of its text (`api-keys.ts`). */
  apiKey: (id: string) => ({ id: `apikey#${id}` }),
  /** A link for a proofreader, by the hash of its secret (`proof-links.ts`). */
  proofLink: (id: string) => ({ id: `prooflink#${id}` }),
  /** The comments on a subtitle (`comments.ts`). Deleted with the entry. */
  comments: (uid: string, key: string) => ({ id: `comments#${uid}#${key}` }),
  /** Token of the step that waits for an execution's transcription (`task-tokens.ts`). */
  taskToken: (execution: string) => ({ id: `token#${execution}` }),
  /** Submissions that a user made together (`groups.ts`). */
  group: (uid: string, id: string) => ({ id: `group#${uid}#${id}` }),
  /** A user's series (`series.ts`). Deleted with the user. */
  series: (uid: string) => ({ id: `series#${uid}` }),
  /** A user's terms, or those of a series (`glossary.ts`). Deleted with the user, or with the series. */
  glossary: (uid: string, series?: string) => ({ id: `glossary#${uid}${series === undefined ? '' : `#${series}`}` }),
  /** Processing times of the latest videos of all users (`processing-times.ts`). Never expires. */
  processingTimes: () => ({ id: 'pace' }),
  /** Requests to YouTube by all users on one day of its quota. */
  youtubeQuota: (day: string) => ({ id: `quota#youtube#${day}` }),
  /** YouTube's data about a video. */
  youtubeQuote: (videoId: string) => ({ id: `youtube#${videoId}` }),
}

type ServiceKey = ReturnType<(typeof serviceKey)[keyof typeof serviceKey]>

/** A row of the service table (consistent read), or `undefined`. */
export async function readServiceRow(tables: Tables, key: ServiceKey): Promise<Record<string, unknown> | undefined> {
  const { Item } = await tables.client.send(
    new GetCommand({ TableName: tables.service, Key: key, ConsistentRead: true }),
  )
  return Item
}

const switches = z.object({
  /** No new submissions. */
  stopped: z.string().optional(),
  /** No new submissions from YouTube. */
  youtubeStopped: z.string().optional(),
})

/** What the operator has stopped, each with the reason shown to users. */
export type Switches = z.infer<typeof switches>

/** The operator's switches; an empty object while nothing is stopped. */
export async function readSwitches(tables: Tables): Promise<Switches> {
  return switches.parse((await readServiceRow(tables, serviceKey.switches())) ?? {})
}

/** Stops something with a reason, or resumes it if the reason is `undefined`. */
export async function setSwitch(tables: Tables, name: keyof Switches, reason: string | undefined): Promise<void> {
  const change = reason === undefined ? { remove: [name] } : { set: { [name]: reason } }
  await write(tables, update(tables.service, serviceKey.switches(), change))
}

/** @throws ApiError STOPPED or YOUTUBE_OFF with the operator's reason. */
export async function refuseStopped(tables: Tables, type: EntryType): Promise<void> {
  const { stopped, youtubeStopped } = await readSwitches(tables)
  if (stopped !== undefined) throw new ApiError('STOPPED', { message: stopped || undefined })
  if (type === 'youtube' && youtubeStopped !== undefined)
    throw new ApiError('YOUTUBE_OFF', { message: youtubeStopped || undefined })
}

const windowOf = ({ seconds }: Allowance, at: string) => Math.floor(Date.parse(at) / 1000 / seconds)

/** Builds the write that counts uses in a transaction. The transaction is refused if the window's uses are spent. */
export function allowanceWrite(tables: Tables, uid: string, allowance: Allowance, at: string, uses = 1): Write {
  const window = windowOf(allowance, at)
  const key = serviceKey.allowance(allowance.name, uid, window)
  const change = { add: { uses }, set: { expires_at: (window + 1) * allowance.seconds } }
  return update(tables.service, key, change, { belowOrAbsent: { uses: allowance.limit } })
}

const usesRow = z.object({ uses: z.int() })

/** Whether uses are left in the window (consistent read). */
export async function hasAllowance(tables: Tables, uid: string, allowance: Allowance, at: string): Promise<boolean> {
  const key = serviceKey.allowance(allowance.name, uid, windowOf(allowance, at))
  const row = usesRow.optional().parse(await readServiceRow(tables, key))
  return (row?.uses ?? 0) < allowance.limit
}

/**
 * Counts uses. If any is left, all of them are accepted, even beyond the limit. `at` is an ISO time.
 * @throws ApiError TOO_MANY_REQUESTS if the window's uses are spent; it states when the next window begins.
 */
export async function spendAllowance(
  tables: Tables,
  uid: string,
  allowance: Allowance,
  at: string,
  uses = 1,
): Promise<void> {
  if (!(await write(tables, allowanceWrite(tables, uid, allowance, at, uses)))) throw allowanceSpent(allowance, at)
}

export function allowanceSpent(allowance: Allowance, at: string): ApiError {
  const until = (windowOf(allowance, at) + 1) * allowance.seconds * 1000
  return limitReached('TOO_MANY_REQUESTS', { until, now: Date.parse(at), reason: '요청이 너무 많아요.' })
}

const emailCodeRow = z.object({ hash: z.string(), expires_at: z.int() })

/** Stores the hash of the emailed code and voids the previous code. `expiresAt` in epoch seconds. */
export async function keepEmailCode(tables: Tables, uid: string, hash: string, expiresAt: number): Promise<void> {
  await write(tables, put(tables.service, { ...serviceKey.emailCode(uid), hash, tries: 0, expires_at: expiresAt }))
}

/**
 * Counts a try and returns the hash to compare with; `now` in epoch seconds.
 * @throws ApiError MAIL_CODE_WRONG if no code is valid, TOO_MANY_REQUESTS if its tries are spent.
 */
export async function countEmailCodeTry(tables: Tables, uid: string, now: number): Promise<string> {
  const key = serviceKey.emailCode(uid)
  const row = emailCodeRow.optional().parse(await readServiceRow(tables, key))
  if (!row || row.expires_at < now) throw new ApiError('MAIL_CODE_WRONG')
  const when = { equals: { hash: row.hash }, below: { tries: MAIL_CODE_TRIES } }
  if (!(await write(tables, update(tables.service, key, { add: { tries: 1 } }, when))))
    throw new ApiError('TOO_MANY_REQUESTS')
  return row.hash
}

export async function forgetEmailCode(tables: Tables, uid: string): Promise<void> {
  await write(tables, remove(tables.service, serviceKey.emailCode(uid)))
}

/** YouTube's terms limit how long its data may be kept. */
const QUOTE_SECONDS = 60 * 60

const quoteRow = z.object({ quote: z.unknown(), expires_at: z.int() })

/** YouTube's response about a video within the last hour, or `undefined`; `now` in epoch milliseconds. */
export async function readQuote<Schema extends z.ZodType>(
  tables: Tables,
  videoId: string,
  quote: Schema,
  now: number,
): Promise<z.output<Schema> | undefined> {
  const row = quoteRow.optional().parse(await readServiceRow(tables, serviceKey.youtubeQuote(videoId)))
  // A quote stored by an older version of the service is requested again.
  return row && row.expires_at > now / 1000 ? quote.safeParse(row.quote).data : undefined
}

/** Caches YouTube's response about a video for an hour; `now` in epoch milliseconds. */
export async function keepQuote(tables: Tables, videoId: string, quote: object, now: number): Promise<void> {
  const expires_at = Math.floor(now / 1000) + QUOTE_SECONDS
  await write(tables, put(tables.service, { ...serviceKey.youtubeQuote(videoId), quote, expires_at }))
}

/**
 * Counts a request to YouTube. Returns false if `limit` requests were made on the day of the quota. `now` in epoch
 * milliseconds.
 */
export async function spendYoutubeQuota(tables: Tables, limit: number, now: number): Promise<boolean> {
  const { day, until } = quotaDay(now)
  const change = { add: { uses: 1 }, set: { expires_at: Math.floor(until / 1000) } }
  return write(tables, update(tables.service, serviceKey.youtubeQuota(day), change, { belowOrAbsent: { uses: limit } }))
}
