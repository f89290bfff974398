import type { DeliveryView } from '../contract/api-key.ts'
import { ApiError } from '../contract/errors.ts'
import { ALLOWANCES, MAX_OPEN_SUBMISSIONS } from '../contract/limits.ts'
import { isoNow } from '../contract/time.ts'
import { nameOf } from '../contract/title.ts'
import { type EntryRef, findRecent, readEntry } from '../records/archive.ts'
import { spendAllowance } from '../records/service-rows.ts'
import type { TableDeps } from '../records/table-deps.ts'
import type { Tables } from '../records/tables.ts'
import { transact } from '../records/transaction.ts'
import { requireUser } from '../records/users.ts'
import { oweWebhook } from '../records/webhooks.ts'

/** Notices about a key's latest submissions to its webhook, newest first. */
export async function listDeliveries(tables: Tables, uid: string, id: string): Promise<{ deliveries: DeliveryView[] }> {
  const entries = await findRecent(tables, uid, entry => entry.api_key === id, MAX_OPEN_SUBMISSIONS)
  return {
    deliveries: entries.flatMap(entry => {
      return entry.webhook ? [{ id: entry.key, name: nameOf(entry), ...entry.webhook }] : []
    }),
  }
}

/**
 * Schedules the notice about a submission to be sent again.
 * @throws ApiError NO_USER, SUSPENDED, NO_VIDEO, TOO_MANY_REQUESTS.
 */
export async function sendWebhookAgain(
  deps: TableDeps,
  uid: string,
  { id, key }: { id: string; key: string },
): Promise<Record<string, never>> {
  const { tables } = deps
  await requireUser(tables, uid)
  const ref: EntryRef = { uid, key }
  const entry = await readEntry(tables, ref)
  if (entry?.api_key !== id || entry.webhook === undefined) throw new ApiError('NO_VIDEO')
  await spendAllowance(tables, uid, ALLOWANCES.key, isoNow(deps))
  await transact(tables, oweWebhook(tables, entry, isoNow(deps)))
  return {}
}
