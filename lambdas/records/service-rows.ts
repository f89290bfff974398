import { GetCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { ApiError, limitReached } from '../contract/errors.ts'
import { type Allowance, MAIL_CODE_TRIES } from '../contract/limits.ts'
import { quotaDay } from '../contract/youtube.ts'
import type { Tables } from './tables.ts'
import { put, remove, update, write } from './transaction.ts'

/**
 * Keys of the service table, which holds the service's own small rows; no other module knows these prefixes.
 * A row with `expires_at` (epoch seconds) is temporary: DynamoDB deletes it some time after. Identities and switches stay.
 */
export const serviceKey = {
  /** A social account or mailbox that signed up, as a keyed hash (`identities.ts`). Kept for ever. */
  identity: (hash: string) => ({ id: `identity#${hash}` }),
  /** The operator's switches. Kept for ever. */
  switches: () => ({ id: 'switches' }),
  /** The answer to a creating request, for a day. */
  request: (uid: string, uuid: string) => ({ id: `request#${uid}#${uuid}` }),
  /** A count of uses within one window of time. */
  allowance: (name: Allowance['name'], uid: string, window: number) => ({ id: `allowance#${name}#${uid}#${window}` }),
  /** The mail code that a person was sent last. */
  emailCode: (uid: string) => ({ id: `mailcode#${uid}` }),
  /** A person's terms (`glossary.ts`). Kept until the person leaves. */
  glossary: (uid: string) => ({ id: `glossary#${uid}` }),
  /** How long the latest videos of everybody took (`pace.ts`). Kept for ever. */
  pace: () => ({ id: 'pace' }),
  /** Questions to YouTube on one day of its quota, by everybody. */
  youtubeQuota: (day: string) => ({ id: `quota#youtube#${day}` }),
  /** YouTube's figures about a video. */
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

/** What the operator has stopped, each with the reason that people read. */
export type Switches = z.infer<typeof switches>

/** The operator's switches; an empty object while nothing is stopped. */
export async function readSwitches(tables: Tables): Promise<Switches> {
  return switches.parse((await readServiceRow(tables, serviceKey.switches())) ?? {})
}

/** Stops with a reason, or starts again where the reason is `undefined`. */
export async function setSwitch(tables: Tables, name: keyof Switches, reason: string | undefined): Promise<void> {
  const change = reason === undefined ? { remove: [name] } : { set: { [name]: reason } }
  await write(tables, update(tables.service, serviceKey.switches(), change))
}

/** @throws ApiError STOPPED or YOUTUBE_OFF with the operator's reason. */
export async function refuseStopped(tables: Tables, type: 'video' | 'youtube'): Promise<void> {
  const { stopped, youtubeStopped } = await readSwitches(tables)
  if (stopped !== undefined) throw new ApiError('STOPPED', { message: stopped || undefined })
  if (type === 'youtube' && youtubeStopped !== undefined)
    throw new ApiError('YOUTUBE_OFF', { message: youtubeStopped || undefined })
}

/**
 * Counts one use; `at` is an ISO time.
 * @throws ApiError TOO_MANY_REQUESTS where all uses of the window are spent; it says when the next one begins.
 */
export async function spendAllowance(tables: Tables, uid: string, allowance: Allowance, at: string): Promise<void> {
  const window = Math.floor(Date.parse(at) / 1000 / allowance.seconds)
  const key = serviceKey.allowance(allowance.name, uid, window)
  const change = { add: { uses: 1 }, set: { expires_at: (window + 1) * allowance.seconds } }
  const counted = await write(tables, update(tables.service, key, change, { belowOrAbsent: { uses: allowance.limit } }))
  if (counted) return
  const until = (window + 1) * allowance.seconds * 1000
  throw limitReached('TOO_MANY_REQUESTS', { until, now: Date.parse(at), reason: '요청이 너무 많아요.' })
}

const emailCodeRow = z.object({ hash: z.string(), expires_at: z.int() })

/** Keeps the hash of the code that was mailed and voids the code before it. `expiresAt` in epoch seconds. */
export async function keepEmailCode(tables: Tables, uid: string, hash: string, expiresAt: number): Promise<void> {
  await write(tables, put(tables.service, { ...serviceKey.emailCode(uid), hash, tries: 0, expires_at: expiresAt }))
}

/**
 * Counts a try and answers the hash to compare it with; `now` in epoch seconds.
 * @throws ApiError MAIL_CODE_WRONG where no code is valid, TOO_MANY_REQUESTS where its tries are spent.
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

/** YouTube's terms bound how long its figures may be kept. */
const QUOTE_SECONDS = 60 * 60

const quoteRow = z.object({ quote: z.unknown(), expires_at: z.int() })

/** YouTube's answer about a video within the last hour, or `undefined`; `now` in epoch milliseconds. */
export async function readQuote<Schema extends z.ZodType>(
  tables: Tables,
  videoId: string,
  quote: Schema,
  now: number,
): Promise<z.output<Schema> | undefined> {
  const row = quoteRow.optional().parse(await readServiceRow(tables, serviceKey.youtubeQuote(videoId)))
  // A quote of an older version of the service is asked for again.
  return row && row.expires_at > now / 1000 ? quote.safeParse(row.quote).data : undefined
}

/** Keeps YouTube's answer about a video for an hour; `now` in epoch milliseconds. */
export async function keepQuote(tables: Tables, videoId: string, quote: object, now: number): Promise<void> {
  const expires_at = Math.floor(now / 1000) + QUOTE_SECONDS
  await write(tables, put(tables.service, { ...serviceKey.youtubeQuote(videoId), quote, expires_at }))
}

/** Counts a question to YouTube; false where `limit` were asked on the day of the quota. `now` in epoch milliseconds. */
export async function spendYoutubeQuota(tables: Tables, limit: number, now: number): Promise<boolean> {
  const { day, until } = quotaDay(now)
  const change = { add: { uses: 1 }, set: { expires_at: Math.floor(until / 1000) } }
  return write(tables, update(tables.service, serviceKey.youtubeQuota(day), change, { belowOrAbsent: { uses: limit } }))
}
