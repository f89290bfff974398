import { createHash } from 'node:crypto'
import * as z from 'zod'
import { retrying } from '../../runtime/retry.ts'
import { cashReceiptPage, type TossCashReceipt, tossCashReceipt } from './cash-receipt.ts'
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
  /**
   * Requests a cash receipt for a business (지출증빙). With another idempotency key, Toss would issue a second receipt for
   * the same order, so `request` identifies the buyer's request.
   * @throws TossError
   */
  issueReceipt(receipt: {
    orderId: string
    orderName: string
    amount: number
    number: string
    request: string
  }): Promise<TossCashReceipt>
  /**
   * Reduces a receipt, which is now for `from` won, by `amount` won.
   * @throws TossError
   */
  cancelReceipt(receipt: { receiptKey: string; amount: number; from: number }): Promise<TossCashReceipt>
  /**
   * Finds a receipt among those requested on `day` (`YYYY-MM-DD` in Korea), because Toss has no lookup by key.
   * @throws TossError
   */
  findReceipt(by: { receiptKey: string; day: string }): Promise<TossCashReceipt | undefined>
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
const RECEIPTS = '/v1/cash-receipts'

const refusal = z.object({ code: z.string(), message: z.string() })

interface Call<Answer> {
  answer: z.ZodType<Answer>
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
  const once = async <Answer>(
    { answer: schema, method, path, body, idempotencyKey }: Call<Answer>,
    remainingMs: number,
  ): Promise<{ body: Answer }> => {
    const headers: Record<string, string> = {
      authorization: `Basic ${Buffer.from(`${await secretKey()}:`).toString('base64')}`,
      ...(body && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    }
    const signal = AbortSignal.timeout(remainingMs)
    try {
      const answer = await fetch(`${apiUrl}${path}`, { method, headers, body: body && JSON.stringify(body), signal })
      const content: unknown = await answer.json()
      if (answer.ok) return { body: schema.parse(content) }
      const { code, message } = refusal.parse(content)
      throw tossError(answer.status, code, message)
    } catch (error) {
      throw error instanceof TossError ? error : noAnswer(error)
    }
  }

  /** Retries while the outcome is unknown: reads change nothing, and a POST carries its idempotency key. */
  const call = async <Answer>(request: Call<Answer>): Promise<Answer> => {
    const end = now() + request.limitMs
    const answered = await retrying(
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
    if (!answered) throw noAnswer(undefined)
    return answered.body
  }

  return {
    confirm: request =>
      call({
        answer: tossPayment,
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
        return await call({ answer: tossPayment, method: 'GET', path, limitMs })
      } catch (error) {
        if (error instanceof TossError && error.kind === 'missing') return undefined
        throw error
      }
    },

    cancel: ({ paymentKey, orderId, reason }) =>
      call({
        answer: tossPayment,
        method: 'POST',
        path: `/v1/payments/${encodeURIComponent(paymentKey)}/cancel`,
        body: { cancelReason: reason },
        idempotencyKey: `cancel-${orderId}`,
        limitMs: CONFIRM_MS,
      }),

    issueReceipt: ({ orderId, orderName, amount, number, request }) =>
      call({
        answer: tossCashReceipt,
        method: 'POST',
        path: RECEIPTS,
        body: { amount, orderId, orderName, customerIdentityNumber: number, type: '지출증빙' },
        idempotencyKey: `receipt-${orderId}-${request}`,
        limitMs: CONFIRM_MS,
      }),

    cancelReceipt: ({ receiptKey, amount, from }) =>
      call({
        answer: tossCashReceipt,
        method: 'POST',
        path: `${RECEIPTS}/${encodeURIComponent(receiptKey)}/cancel`,
        body: { amount },
        idempotencyKey: `receipt-cancel-${receiptKey}-${from}-${amount}`,
        limitMs: CONFIRM_MS,
      }),

    async findReceipt({ receiptKey, day }) {
      for (let cursor: number | undefined = 0; cursor !== undefined; ) {
        const query = new URLSearchParams({
          requestDate: day,
          limit: '1000',
          ...(cursor > 0 && { cursor: `${cursor}` }),
        })
        const path = `${RECEIPTS}?${query}`
        const page: z.infer<typeof cashReceiptPage> = await call({
          answer: cashReceiptPage,
          method: 'GET',
          path,
          limitMs: FIND_MS,
        })
        const found = page.data.find(each => each.receiptKey === receiptKey && each.transactionType === 'CONFIRM')
        if (found) return found
        cursor = page.hasNext ? (page.lastCursor ?? undefined) : undefined
      }
      return undefined
    },
  }
}
