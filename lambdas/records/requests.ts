import { createHash } from 'node:crypto'
import * as z from 'zod'
import { ApiError } from '../contract/errors.ts'
import type { EveryRouteName } from '../contract/every-route.ts'
import { readServiceRow, serviceKey } from './service-rows.ts'
import type { Tables } from './tables.ts'
import { put, transact, untilAnswered, type Write } from './transaction.ts'

/** A POST that creates something, with the UUID that the page gave it. */
export interface CreatingRequest {
  uid: string
  /** The page's UUID (`Idempotency-Key`). */
  id: string
  route: EveryRouteName
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
  return made.parse(row.made)
}

/** Stores the response in the request's transaction, which is refused if the same request came first. */
export function requestRow(tables: Tables, request: CreatingRequest, made: Record<string, unknown>): Write {
  return put(
    tables.service,
    {
      ...keyOf(request),
      fingerprint: fingerprint(request),
      made,
      expires_at: seconds(request.at) + KEPT_SECONDS,
    },
    { absent: ['id'], orExpiredBy: seconds(request.at) },
  )
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
