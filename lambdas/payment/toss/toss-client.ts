import { createHash } from 'node:crypto'
import * as z from 'zod'
import { retrying } from '../../runtime/retry.ts'
import { noAnswer, TossError, tossError } from './toss-error.ts'
import { type TossPayment, tossPayment } from './toss-payment.ts'

/** The parts of Toss Payments that this module needs. Each call ends within its limit, in milliseconds. */
export interface TossClient {
  /** @throws TossError */
  confirm(request: { paymentKey: string; orderId: string; amount: number }): Promise<TossPayment>
  /**
   * The payment, or the order's latest one; `undefined` if there is none.
   * @throws TossError
   */
  find(by: { paymentKey: string } | { orderId: string }, limitMs?: number): Promise<TossPayment | undefined>
  /**
   * Returns the full amount.
   * @throws TossError
   */
  cancel(payment: { paymentKey: string; orderId: string; reason: string }): Promise<TossPayment>
}

export interface TossClientOptions {
  /** Origin (and path) of the API. */
  apiUrl: string
  secretKey: () => Promise<string>
  fetch: typeof fetch
  /** Epoch milliseconds. */
  now: () => number
  sleep: (ms: number) => Promise<unknown>
}

/** API Gateway times out after 30 s: 20 for a confirmation, 4 for the lookup after it. */
export const CONFIRM_MS = 20_000
const FIND_MS = 4_000
const ATTEMPTS = 6
const FIRST_MS = 300

const refusal = z.object({ code: z.string(), message: z.string() })

interface Call {
  method: 'GET' | 'POST'
  path: string
  body?: object
  idempotencyKey?: string
  limitMs: number
}

/**
 * Idempotency key of a confirmation. Toss repeats its first response to a key for 15 days, so a key from the order
 * alone would repeat the refusal of a wrong `paymentKey` for the right one. Hashed, because a header takes at most 300
 * ASCII characters.
 */
function confirmationKey({ orderId, paymentKey }: { orderId: string; paymentKey: string }): string {
  return `confirm-${createHash('sha256')
    .update(JSON.stringify([orderId, paymentKey]))
    .digest('base64url')}`
}

export function createTossClient({ apiUrl, secretKey, fetch, now, sleep }: TossClientOptions): TossClient {
  const once = async ({ method, path, body, idempotencyKey }: Call, remainingMs: number): Promise<TossPayment> => {
    const headers: Record<string, string> = {
      authorization: `Basic ${Buffer.from(`${await secretKey()}:`).toString('base64')}`,
      ...(body && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    }
    const signal = AbortSignal.timeout(remainingMs)
    try {
      const answer = await fetch(`${apiUrl}${path}`, { method, headers, body: body && JSON.stringify(body), signal })
      const content: unknown = await answer.json()
      if (answer.ok) return tossPayment.parse(content)
      const { code, message } = refusal.parse(content)
      throw tossError(answer.status, code, message)
    } catch (error) {
      throw error instanceof TossError ? error : noAnswer(error)
    }
  }

  /** Retries while the outcome is unknown: reads change nothing, and a POST carries its idempotency key. */
  const call = async (request: Call): Promise<TossPayment> => {
    const end = now() + request.limitMs
    const payment = await retrying(
      async ({ isLast, waitMs }) => {
        try {
          return await once(request, Math.max(1, end - now()))
        } catch (error) {
          const isFinal = !(error instanceof TossError) || error.kind !== 'unavailable'
          if (isFinal || isLast || now() + waitMs >= end) throw error
          return undefined
        }
      },
      { attempts: ATTEMPTS, firstMs: FIRST_MS, longestMs: request.limitMs, random: () => 1, sleep },
    )
    if (!payment) throw noAnswer(undefined)
    return payment
  }

  return {
    confirm: request =>
      call({
        method: 'POST',
        path: '/v1/payments/confirm',
        body: request,
        idempotencyKey: confirmationKey(request),
        limitMs: CONFIRM_MS,
      }),

    async find(by, limitMs = FIND_MS) {
      const name = 'paymentKey' in by ? encodeURIComponent(by.paymentKey) : `orders/${encodeURIComponent(by.orderId)}`
      const path = `/v1/payments/${name}`
      try {
        return await call({ method: 'GET', path, limitMs })
      } catch (error) {
        if (error instanceof TossError && error.kind === 'missing') return undefined
        throw error
      }
    },

    cancel: ({ paymentKey, orderId, reason }) =>
      call({
        method: 'POST',
        path: `/v1/payments/${encodeURIComponent(paymentKey)}/cancel`,
        body: { cancelReason: reason },
        idempotencyKey: `cancel-${orderId}`,
        limitMs: CONFIRM_MS,
      }),
  }
}
