import { koreanTime, type PaymentRecord, paymentObject } from './payment.ts'
import type { PendingWebhook, TossStore } from './store.ts'

/** Toss sends up to eight times, 1, 4, 16 ... minutes apart. Here a minute takes a second. */
const RETRY_MS = [1, 4, 16, 64, 256, 1024, 4096].map(each => each * 1000)
/** Time that the shop has to respond. */
const ANSWER_MS = 10_000

interface Webhooks {
  /** Queues a webhook about a payment's new status. Virtual accounts also get one in their own format. */
  notify(payment: PaymentRecord): void
  close(): void
}

interface WebhooksOptions {
  store: TossStore
  /** The shop's webhook URL. */
  url: string
  publicUrl: string
  now: () => number
  /** Delays between sends, in milliseconds. */
  retryMs?: number[]
}

/** Sends unsigned webhooks until the shop responds with 200 or the attempts run out. Pending ones survive a restart. */
export function createWebhooks({ store, url, publicUrl, now, ...options }: WebhooksOptions): Webhooks {
  const retryMs = options.retryMs ?? RETRY_MS
  const timers = new Map<number, NodeJS.Timeout>()
  let closed = false

  const schedule = (webhook: PendingWebhook): void => {
    const timer = setTimeout(() => void deliver(webhook), Math.max(0, webhook.due - now()))
    timer.unref()
    timers.set(webhook.id, timer)
  }

  const isAcknowledged = async (body: string): Promise<boolean> => {
    try {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(ANSWER_MS) })
      await answer.body?.cancel()
      return answer.status === 200
    } catch {
      return false
    }
  }

  const deliver = async (webhook: PendingWebhook): Promise<void> => {
    timers.delete(webhook.id)
    const isDone = await isAcknowledged(webhook.body)
    if (closed) return
    const wait = retryMs[webhook.attempts]
    if (isDone || wait === undefined) return store.removeWebhook(webhook.id)
    const next = { ...webhook, attempts: webhook.attempts + 1, due: now() + wait }
    store.saveWebhook(next)
    schedule(next)
  }

  const queue = (body: object): void => schedule(store.addWebhook(JSON.stringify(body), now()))

  for (const webhook of store.webhooks()) schedule(webhook)

  return {
    notify(payment) {
      const createdAt = `${koreanTime(now())}.000000`
      queue({ eventType: 'PAYMENT_STATUS_CHANGED', createdAt, data: paymentObject(payment, publicUrl) })
      if (payment.method !== '가상계좌' || payment.virtualAccount === undefined) return
      const { secret, status, lastTransactionKey, orderId } = payment
      queue({ createdAt, secret, status, transactionKey: lastTransactionKey, orderId })
    },
    close() {
      closed = true
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
    },
  }
}
