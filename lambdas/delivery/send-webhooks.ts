import { isOpen } from '../contract/archive-entry.ts'
import { WEBHOOK_PAUSES_MS, type WebhookDelivery } from '../contract/webhook.ts'
import { readWebhook } from '../records/api-keys.ts'
import { readEntry } from '../records/archive.ts'
import { submissionView } from '../records/submission-view.ts'
import type { TableDeps } from '../records/table-deps.ts'
import { endAttempt, leaseWebhook, listDueWebhooks, recordWebhook } from '../records/webhooks.ts'
import { aboutEntry, log } from '../runtime/log.ts'
import { inParallel } from '../runtime/parallel.ts'
import { postWebhook, type WebhookDeps } from './webhook-request.ts'

export type SendDeps = TableDeps & WebhookDeps

const SENT_AT_ONCE = 8

/**
 * Sends every webhook that is due, each at least once. A failed webhook is due again after a pause that grows with each
 * attempt, for up to a day. The function may run at any time, also concurrently.
 */
export async function sendAllWebhooks(deps: SendDeps): Promise<{ seen: number }> {
  let seen = 0
  await inParallel(listDueWebhooks(deps.tables, deps.now()), SENT_AT_ONCE, async id => {
    seen += 1
    await sendWebhook(deps, id)
  })
  return { seen }
}

async function sendWebhook(deps: SendDeps, id: string): Promise<void> {
  const { tables, now } = deps
  const leased = await leaseWebhook(tables, id, now())
  if (!leased) return
  const ref = leased.webhook
  const entry = await readEntry(tables, ref)
  const at = new Date(now()).toISOString()
  const target = entry?.api_key === undefined ? undefined : await readWebhook(tables, entry.api_key, at)
  // The entry was deleted, or its key was revoked or has no address.
  if (!entry || !target || isOpen(entry.status)) return endAttempt(tables, leased, undefined)
  const submission = submissionView(entry)
  const name = `submission.${entry.status}`
  const body = JSON.stringify({ type: name, timestamp: at, data: submission })
  const httpStatus = await attempt(deps, { ...target, id: `${entry.key}-${entry.status}`, body })
  const attempts = leased.attempts + 1
  const isAccepted = httpStatus !== undefined && httpStatus >= 200 && httpStatus < 300
  const pauseMs = isAccepted ? undefined : WEBHOOK_PAUSES_MS[attempts - 1]
  const status: WebhookDelivery['status'] = isAccepted ? 'delivered' : pauseMs === undefined ? 'failed' : 'owed'
  await recordWebhook(tables, ref, { status, attempts, at, ...(httpStatus !== undefined && { httpStatus }) })
  await endAttempt(tables, leased, pauseMs === undefined ? undefined : now() + pauseMs)
  log('info', 'webhook', 'webhook sent', { ...aboutEntry(ref), status, attempts, httpStatus })
}

/** The response's status, or `undefined` if there was none. The webhook's address is not logged. */
async function attempt(deps: SendDeps, webhook: Parameters<typeof postWebhook>[1]): Promise<number | undefined> {
  try {
    return await postWebhook(deps, webhook)
  } catch (error) {
    log('warn', 'webhook', 'webhook not sent', { error: error instanceof Error ? error.name : 'unknown' })
    return undefined
  }
}
