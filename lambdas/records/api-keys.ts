import { randomBytes } from 'node:crypto'
import * as z from 'zod'
import { type ApiKeyView, keyScope, MOST_KEYS, type newKey } from '../contract/api-key.ts'
import { ApiError, limitReached } from '../contract/errors.ts'
import { ALLOWANCES } from '../contract/limits.ts'
import { koreanMonth, nextKoreanMonth } from '../contract/time.ts'
import type { Guard, KeyCaller } from '../runtime/http.ts'
import { logRow, writeLog } from './activity-log.ts'
import { bearerId, createBearer, isOver, noteUse, shortId } from './bearers.ts'
import { readServiceRow, serviceKey, spendAllowance } from './service-rows.ts'
import type { TableDeps } from './table-deps.ts'
import type { Tables } from './tables.ts'
import { put, remove, transact, untilAnswered, update, type Write, write } from './transaction.ts'
import { requireUser, sameKeys } from './users.ts'

/** A key's row. `expires_at` is in epoch seconds, the other times are ISO. */
const keyRow = z.object({
  uid: z.string(),
  name: z.string(),
  scopes: z.array(keyScope),
  monthly_tokens: z.int().optional(),
  /** The Korean month (`YYYYMM`) of `spent`: tokens held and settled for submissions with this key. */
  month: z.string().optional(),
  spent: z.int().default(0),
  created_at: z.string(),
  expires_at: z.int().optional(),
  used_at: z.string().optional(),
  webhook_url: z.string().optional(),
  /** Signs the webhooks, so it is stored in plain text. */
  webhook_secret: z.string().optional(),
})
type KeyRow = z.infer<typeof keyRow>

/** The key as last written (consistent read), unless it was revoked or has expired. `at` is an ISO time. */
async function readKey(tables: Tables, id: string, at: string): Promise<KeyRow | undefined> {
  const row = keyRow.optional().parse(await readServiceRow(tables, serviceKey.apiKey(id)))
  return isOver(row?.expires_at, at) ? undefined : row
}

/** The user's keys, oldest first. `at` is an ISO time. */
export async function listKeys(tables: Tables, ids: readonly string[], at: string): Promise<ApiKeyView[]> {
  const rows = await Promise.all(ids.map(async id => ({ id, row: await readKey(tables, id, at) })))
  return rows.flatMap(({ id, row }) => (row ? [view(id, row, at)] : []))
}

function view(id: string, row: KeyRow, at: string): ApiKeyView {
  const { name, scopes, monthly_tokens, created_at, expires_at, used_at, webhook_url } = row
  return {
    id,
    name,
    scopes,
    ...(monthly_tokens !== undefined && { monthlyTokens: monthly_tokens }),
    spentTokens: spentIn(row, at),
    createdAt: created_at,
    ...(expires_at !== undefined && { expiresAt: new Date(expires_at * 1000).toISOString() }),
    ...(used_at !== undefined && { usedAt: used_at }),
    ...(webhook_url !== undefined && { webhookUrl: webhook_url }),
  }
}

const spentIn = ({ month, spent }: KeyRow, at: string): number => (month === koreanMonth(Date.parse(at)) ? spent : 0)

const DAY_SECONDS = 24 * 60 * 60

/**
 * Creates a key. Only its hash is stored, so the returned secret cannot be shown again. `at` is an ISO time.
 * @throws ApiError NO_USER, SUSPENDED, TOO_MANY_KEYS, TOO_MANY_REQUESTS.
 */
export async function createKey(
  tables: Tables,
  { uid, wish, at }: { uid: string; wish: z.output<typeof newKey>; at: string },
): Promise<{ key: ApiKeyView; secret: string; webhookSecret?: string }> {
  await spendAllowance(tables, uid, ALLOWANCES.key, at)
  const { id, secret } = createBearer()
  const { name, monthlyTokens, days, webhookUrl } = wish
  const webhookSecret = webhookUrl === undefined ? undefined : `whsec_${randomBytes(24).toString('base64')}`
  const row = keyRow.parse({
    uid,
    name,
    scopes: keyScope.options.filter(scope => wish.scopes.includes(scope)),
    monthly_tokens: monthlyTokens,
    created_at: at,
    webhook_url: webhookUrl,
    webhook_secret: webhookSecret,
    expires_at: days === undefined ? undefined : Math.floor(Date.parse(at) / 1000) + days * DAY_SECONDS,
  })
  return untilAnswered(async () => {
    const user = await requireUser(tables, uid)
    const live = (await listKeys(tables, user.keys, at)).map(key => key.id)
    const set = { keys: [...live, id], keys_version: (user.keys_version ?? 0) + 1 }
    const { absent = [], ...same } = sameKeys(user)
    if (live.length >= MOST_KEYS) throw new ApiError('TOO_MANY_KEYS')
    const { done } = await transact(tables, [
      update(tables.users, { uid }, { set }, { ...same, absent: ['suspended', ...absent] }),
      put(tables.service, { ...serviceKey.apiKey(id), ...row }, { absent: ['id'] }),
      logRow(tables, { uid, action: 'key_create', details: { key: shortId(id), name, scopes: row.scopes }, at }),
    ])
    return done ? { key: view(id, row, at), secret, ...(webhookSecret !== undefined && { webhookSecret }) } : undefined
  })
}

/**
 * Revokes one of the user's keys: the next request with it is refused. `at` is an ISO time.
 * @throws ApiError NO_USER, or NO_KEY if the user has no such key.
 */
export async function revokeKey(
  tables: Tables,
  { uid, keys }: { uid: string; keys: readonly string[] },
  { id, at }: { id: string; at: string },
): Promise<void> {
  if (!keys.includes(id)) throw new ApiError('NO_KEY')
  const log = logRow(tables, { uid, action: 'key_revoke', details: { key: shortId(id) }, at })
  await transact(tables, [remove(tables.service, serviceKey.apiKey(id)), log])
}

/** Removes all keys of a user who deletes the account. */
export async function forgetKeys(tables: Tables, keys: readonly string[]): Promise<void> {
  for (const id of keys) await write(tables, remove(tables.service, serviceKey.apiKey(id)))
}

/**
 * Admits requests to `/api/v1`: checks the key and its scope, counts the request against the user's allowance and writes it
 * to the activity log.
 */
export function keyGuard({ tables, now }: TableDeps): Guard<KeyCaller> {
  return async (authorization, { routeKey, scope }) => {
    const id = bearerId(authorization)
    const at = new Date(now()).toISOString()
    const row = id === undefined ? undefined : await readKey(tables, id, at)
    if (id === undefined || !row) throw new ApiError('KEY_INVALID')
    const { uid, used_at } = row
    await spendAllowance(tables, uid, ALLOWANCES.keyCall, at)
    if (scope !== undefined && !row.scopes.some(each => each === scope)) throw new ApiError('KEY_SCOPE')
    await writeLog(tables, { uid, action: 'key_use', details: { key: shortId(id), route: routeKey }, at })
    if (!(await noteUse(tables, serviceKey.apiKey(id), used_at, at))) throw new ApiError('KEY_INVALID')
    return { uid, key: id }
  }
}

/** Address and secret of a key's webhook; `undefined` if the key has none, was revoked or has expired. */
export async function readWebhook(
  tables: Tables,
  id: string,
  at: string,
): Promise<{ url: string; secret: string } | undefined> {
  const { webhook_url: url, webhook_secret: secret } = (await readKey(tables, id, at)) ?? {}
  return url === undefined || secret === undefined ? undefined : { url, secret }
}

/** The key that a request was made with. */
export async function requireKey(tables: Tables, id: string, at: string): Promise<ApiKeyView> {
  const row = await readKey(tables, id, at)
  if (!row) throw new ApiError('KEY_INVALID')
  return view(id, row, at)
}

/** Tokens that a submission spends with its key, or gets back if negative. */
export interface KeySpending {
  /** The key's id; `undefined` for a submission from the page. */
  id: string | undefined
  amount: number
  /** ISO time of the submission. */
  since: string
  /** ISO time. */
  at: string
}

/**
 * Builds the write that counts tokens against a key, for the transaction that moves the tokens. The transaction is
 * refused if another writer has counted first. A new month begins at zero, so tokens refunded for a submission of an
 * earlier month are not counted. A revoked key counts nothing.
 * @throws ApiError KEY_LIMIT if the key's monthly limit does not cover the amount; it states when the next month
 * begins.
 */
export async function keySpendingWrites(tables: Tables, { id, amount, since, at }: KeySpending): Promise<Write[]> {
  if (id === undefined) return []
  const row = keyRow.optional().parse(await readServiceRow(tables, serviceKey.apiKey(id)))
  const now = Date.parse(at)
  const month = koreanMonth(now)
  if (!row || (amount <= 0 && koreanMonth(Date.parse(since)) !== month)) return []
  const spent = spentIn(row, at) + amount
  if (amount > 0 && row.monthly_tokens !== undefined && spent > row.monthly_tokens)
    throw limitReached('KEY_LIMIT', { until: nextKoreanMonth(now), now, reason: '이 키의 한 달 한도를 넘어요.' })
  const asRead = row.month === undefined ? { absent: ['month'] } : { equals: { month: row.month, spent: row.spent } }
  return [update(tables.service, serviceKey.apiKey(id), { set: { month, spent } }, { present: ['uid'], ...asRead })]
}
