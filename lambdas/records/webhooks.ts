import { GetCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { INDEXES } from '../contract/tables.ts'
import type { WebhookDelivery } from '../contract/webhook.ts'
import type { EntryRef } from './archive.ts'
import { openRows, type Tables } from './tables.ts'
import { remove, update, type Write, write } from './transaction.ts'

/** Partition of the outbox's index `due` for webhooks, separate from the emails'. */
const OPEN_WEBHOOK = 'webhook'
/** Milliseconds during which only one sender may send a webhook: longer than an attempt takes. */
const LEASE_MS = 60_000
/** A row expires after this time, which is longer than all its attempts take. */
const EXPIRY_MS = 48 * 60 * 60 * 1000

const outboxRow = z.object({
  webhook: z.object({ uid: z.string(), key: z.string() }),
  /** Epoch milliseconds before which it is not sent. */
  due: z.int(),
  attempts: z.int(),
})
export type OwedWebhook = z.infer<typeof outboxRow>

const rowKey = ({ uid, key }: EntryRef) => ({ id: `webhook#${uid}#${key}` })

/**
 * Builds the write of an owed webhook for the transaction that ends a submission. A submission from the page owes none.
 * The sender reads later whether the key has an address. `at` is an ISO time.
 */
export function oweWebhook(
  tables: Tables,
  { uid, key, api_key }: EntryRef & { api_key?: string | undefined },
  at: string,
): Write[] {
  if (api_key === undefined) return []
  const due = Date.parse(at)
  const expires_at = Math.ceil((due + EXPIRY_MS) / 1000)
  const set = { webhook: { uid, key }, open: OPEN_WEBHOOK, due, attempts: 0, expires_at }
  return [update(tables.outbox, rowKey({ uid, key }), { set })]
}

const indexRow = z.object({ id: z.string() })

/** Ids of the webhooks that are due at `now` (epoch milliseconds), longest due first. */
export async function* listDueWebhooks(tables: Tables, now: number): AsyncGenerator<string> {
  const index = { table: tables.outbox, index: INDEXES.dueEmails, by: 'due', open: OPEN_WEBHOOK }
  for await (const row of openRows(tables, index, now)) yield indexRow.parse(row).id
}

/** Takes the lease of a webhook that is due; `undefined` if it is not due, or another sender was first. */
export async function leaseWebhook(tables: Tables, id: string, now: number): Promise<OwedWebhook | undefined> {
  const { Item } = await tables.client.send(
    new GetCommand({ TableName: tables.outbox, Key: { id }, ConsistentRead: true }),
  )
  const row = outboxRow.optional().parse(Item)
  if (!row || row.due > now) return undefined
  const lease = now + LEASE_MS
  const isTaken = await write(
    tables,
    update(tables.outbox, { id }, { set: { due: lease } }, { equals: { due: row.due, attempts: row.attempts } }),
  )
  return isTaken ? { ...row, due: lease } : undefined
}

/**
 * Ends an attempt. The webhook becomes due again at `due` (epoch milliseconds), or is removed. If the user scheduled it
 * again during the attempt, it stays.
 */
export async function endAttempt(tables: Tables, leased: OwedWebhook, due: number | undefined): Promise<void> {
  const key = rowKey(leased.webhook)
  const when = { equals: { due: leased.due } }
  const change = { set: { due, attempts: leased.attempts + 1 } }
  await write(tables, due === undefined ? remove(tables.outbox, key, when) : update(tables.outbox, key, change, when))
}

/** Records the state of its webhook on the entry. Does nothing if the entry was deleted. */
export async function recordWebhook(tables: Tables, { uid, key }: EntryRef, webhook: WebhookDelivery): Promise<void> {
  await write(tables, update(tables.archive, { uid, key }, { set: { webhook } }, { present: ['title'] }))
}
