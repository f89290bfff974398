import { koreanTime, type PaymentRecord, paymentObject } from './payment.ts'
import type { PendingWebhook, TossStore } from './store.ts'

/** Toss waits 1, 4, 16 ... minutes between its eight sends; on this machine a minute is a second. */
const RETRY_MS = [1, 4, 16, 64, 256, 1024, 4096].map(each => each * 1000)
const ANSWER_MS = 10_000

export interface Webhooks {
  /** Tells the shop of a payment's new status; a virtual account is told in its own form too. */
  tell(payment: PaymentRecord): void
  close(): void
}

export interface WebhooksOptions {
  store: TossStore
  /** The shop's address for notices. */
  url: string
  publicUrl: string
  now: () => number
  /** Waits between sends, in milliseconds. */
  retryMs?: number[]
  fetch?: typeof fetch
}

/** Unsigned notices, sent until the shop answers 200 or the tries are used up; pending ones survive a restart. */
export function createWebhooks({ store, url, publicUrl, now, ...options }: WebhooksOptions): Webhooks {
  const retryMs = options.retryMs ?? RETRY_MS
  const send = options.fetch ?? fetch
  const timers = new Map<number, NodeJS.Timeout>()
  let closed = false

  const schedule = (webhook: PendingWebhook): void => {
    const timer = setTimeout(() => void deliver(webhook), Math.max(0, webhook.due - now()))
    timer.unref()
    timers.set(webhook.id, timer)
  }

  const isTaken = async (body: string): Promise<boolean> => {
    try {
      const headers = { 'content-type': 'application/json' }
      const answer = await send(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(ANSWER_MS) })
      await answer.body?.cancel()
      return answer.status === 200
    } catch {
      return false
    }
  }

  const deliver = async (webhook: PendingWebhook): Promise<void> => {
    timers.delete(webhook.id)
    const taken = await isTaken(webhook.body)
    if (closed) return
    const wait = retryMs[webhook.attempts]
    if (taken || wait === undefined) return store.removeWebhook(webhook.id)
    const next = { ...webhook, attempts: webhook.attempts + 1, due: now() + wait }
    store.saveWebhook(next)
    schedule(next)
  }

  const queue = (body: object): void => schedule(store.addWebhook(JSON.stringify(body), now()))

  for (const webhook of store.webhooks()) schedule(webhook)

  return {
    tell(payment) {
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
