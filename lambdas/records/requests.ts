import { createHash } from 'node:crypto'
import * as z from 'zod'
import { ApiError } from '../contract/errors.ts'
import type { RouteName } from '../contract/routes.ts'
import type { OwedEmail } from '../runtime/owed-email.ts'
import type { Change, Condition } from './expression.ts'
import { readServiceRow, serviceKey } from './service-rows.ts'
import type { Tables } from './tables.ts'
import { put, remove, transact, untilAnswered, update, type Write, write } from './transaction.ts'

/** A POST that creates something, with the UUID that the page gave it. */
export interface CreatingRequest {
  uid: string
  /** The page's UUID (`Idempotency-Key`). */
  id: string
  route: RouteName
  /** The parsed body. The same UUID with a different body is refused. */
  body: unknown
  /** ISO time. */
  at: string
}

const KEPT_SECONDS = 24 * 60 * 60

const requestRowSchema = z.object({
  fingerprint: z.string(),
  made: z.unknown(),
  expires_at: z.int(),
  /** Epoch milliseconds; present while the email that the request causes is owed. */
  sending: z.number().optional(),
})

/**
 * The response to an earlier request with the same UUID within a day, or `undefined`.
 * @throws ApiError KEY_REUSED if that request was a different one.
 */
export async function answered<Schema extends z.ZodType>(
  tables: Tables,
  request: CreatingRequest,
  made: Schema,
): Promise<z.output<Schema> | undefined> {
  const row = requestRowSchema.optional().parse(await readServiceRow(tables, keyOf(request)))
  if (!row || row.expires_at < seconds(request.at)) return undefined
  if (row.fingerprint !== fingerprint(request)) throw new ApiError('KEY_REUSED')
  return row.sending === undefined ? made.parse(row.made) : undefined
}

/** Stores the response in the request's transaction, which is refused if the same request came first. */
export function requestRow(
  tables: Tables,
  request: CreatingRequest,
  made: Record<string, unknown>,
  more: { sending?: number } = {},
): Write {
  return put(
    tables.service,
    {
      ...keyOf(request),
      fingerprint: fingerprint(request),
      made,
      ...more,
      expires_at: seconds(request.at) + KEPT_SECONDS,
    },
    { absent: ['id'], orExpiredBy: seconds(request.at) },
  )
}

/**
 * The email that a request causes. The request counts as answered only once SES has accepted the email: if the sender
 * was killed before, the same UUID sends it again. `alongside` is written with the first lease.
 */
export function requestedEmail(tables: Tables, request: CreatingRequest, alongside: Write[]): OwedEmail {
  const key = keyOf(request)
  const row = (change: Change, when: Condition) => write(tables, update(tables.service, key, change, when))
  return {
    async lease(now, until) {
      const claim = requestRow(tables, request, {}, { sending: until })
      if ((await transact(tables, [claim, ...alongside])).done) return true
      return row({ set: { sending: until } }, { below: { sending: now } })
    },
    settle: async () => void (await row({ remove: ['sending'] }, { present: ['sending'] })),
    postpone: () => forgetRequest(tables, request),
  }
}

/** Deletes the record of a failed request, so that the same UUID can be tried again. */
export async function forgetRequest(tables: Tables, request: CreatingRequest): Promise<void> {
  await write(tables, remove(tables.service, keyOf(request)))
}

/**
 * Creates something once, however often the request arrives: `make` returns the response and the writes. If one of
 * their conditions fails, `make` runs again on the new data.
 */
export async function idempotent<Schema extends z.ZodType<Record<string, unknown>>>(
  tables: Tables,
  request: CreatingRequest,
  schema: Schema,
  make: () => Promise<{ made: z.output<Schema>; writes: Write[] }>,
): Promise<z.output<Schema>> {
  const { made } = await untilAnswered(async () => {
    const before = await answered(tables, request, schema)
    if (before) return { made: before }
    const { made, writes } = await make()
    const outcome = await transact(tables, [...writes, requestRow(tables, request, made)])
    return outcome.done ? { made } : undefined
  })
  return made
}

const keyOf = ({ uid, id }: CreatingRequest) => serviceKey.request(uid, id)

function fingerprint({ route, body }: CreatingRequest): string {
  return createHash('sha256')
    .update(JSON.stringify([route, body ?? null]))
    .digest('base64url')
}

function seconds(iso: string): number {
  return Math.floor(Date.parse(iso) / 1000)
}
