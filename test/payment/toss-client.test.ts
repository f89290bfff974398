import { describe, expect, it } from 'vitest'
import { CONFIRM_MS, createTossClient, type TossClient } from '../../lambdas/payment/toss/toss-client.ts'
import { TossError } from '../../lambdas/payment/toss/toss-error.ts'
import { doneCancels, toIso, tossPayment } from '../../lambdas/payment/toss/toss-payment.ts'

const REQUEST = { paymentKey: 'tgen_1', orderId: '20260314140926-abcdef', amount: 20_000 }
const PAYMENT = {
  paymentKey: 'tgen_1',
  orderId: REQUEST.orderId,
  status: 'DONE',
  totalAmount: 20_000,
  currency: 'KRW',
  method: '카드',
  approvedAt: '2026-03-14T14:09:26+09:00',
  receipt: { url: 'https://dashboard.tosspayments.com/receipt' },
  virtualAccount: null,
  cancels: null,
  failure: null,
}

interface Sent {
  url: string
  method: string
  headers: Headers
  body: unknown
}

/**
 * A client for a Toss that gives the listed responses in order and then repeats the last one. Pauses advance the clock.
 */
function clientOf(...answers: [number, unknown][]): { client: TossClient; sent: Sent[]; clock: { ms: number } } {
  const sent: Sent[] = []
  const clock = { ms: 0 }
  const client = createTossClient({
    apiUrl: 'https://api.tosspayments.com',
    secretKey: async () => 'test_gsk_secret',
    fetch: async (url, { method = 'GET', headers, body } = {}) => {
      sent.push({ url: String(url), method, headers: new Headers(headers), body: body && JSON.parse(String(body)) })
      const [status, answer] = answers[Math.min(sent.length, answers.length) - 1] ?? [500, {}]
      if (status === 0) throw new TypeError('fetch failed')
      return new Response(typeof answer === 'string' ? answer : JSON.stringify(answer), { status })
    },
    now: () => clock.ms,
    sleep: async ms => {
      clock.ms += ms
    },
  })
  return { client, sent, clock }
}

async function kindOf(status: number, code: string): Promise<string> {
  const { client } = clientOf([status, { code, message: '…' }])
  const error: unknown = await client.confirm(REQUEST).catch((thrown: unknown) => thrown)
  return error instanceof TossError ? `${error.kind} ${error.code}` : 'no TossError'
}

describe('a confirmation at Toss', () => {
  it('sends the secret key as the user name of Basic, and an idempotency key made of order and payment', async () => {
    const { client, sent } = clientOf([200, PAYMENT])
    expect(await client.confirm(REQUEST)).toMatchObject({ status: 'DONE', totalAmount: 20_000 })
    expect(sent).toMatchObject([
      { url: 'https://api.tosspayments.com/v1/payments/confirm', method: 'POST', body: REQUEST },
    ])
    expect(sent[0]?.headers.get('authorization')).toBe(`Basic ${Buffer.from('test_gsk_secret:').toString('base64')}`)
    const key = sent[0]?.headers.get('idempotency-key')
    expect(key).toMatch(/^confirm-[\w-]{43}$/)
    await client.confirm({ ...REQUEST, paymentKey: 'another, 한글 too' })
    expect(sent[1]?.headers.get('idempotency-key')).not.toBe(key)
  })

  it('is retried with the same idempotency key while its outcome is unknown', async () => {
    const { client, sent } = clientOf(
      [409, { code: 'IDEMPOTENT_REQUEST_PROCESSING', message: '…' }],
      [500, { code: 'FAILED_INTERNAL_SYSTEM_PROCESSING', message: '…' }],
      [502, '<html>bad gateway</html>'],
      [0, ''],
      [200, PAYMENT],
    )
    expect(await client.confirm(REQUEST)).toMatchObject({ status: 'DONE' })
    expect(new Set(sent.map(each => each.headers.get('idempotency-key'))).size).toBe(1)
    expect(sent).toHaveLength(5)
  })

  it('ends within its time limit, so that the API can still respond', async () => {
    const { client, clock } = clientOf([500, { code: 'FAILED_INTERNAL_SYSTEM_PROCESSING', message: '…' }])
    await expect(client.confirm(REQUEST)).rejects.toMatchObject({ kind: 'unavailable' })
    expect(clock.ms).toBeLessThan(CONFIRM_MS)
  })

  it('that hangs is aborted at its time limit', async () => {
    const client = createTossClient({
      apiUrl: 'https://api.tosspayments.com',
      secretKey: async () => 'key',
      fetch: (_url, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
        }),
      now: Date.now,
      sleep: async () => {},
    })
    await expect(client.find({ orderId: REQUEST.orderId }, 20)).rejects.toMatchObject({
      code: 'NO_ANSWER',
      kind: 'unavailable',
    })
  })

  it.each([
    [400, 'ALREADY_PROCESSED_PAYMENT', 'processed'],
    [400, 'DUPLICATED_ORDER_ID', 'processed'],
    [404, 'NOT_FOUND_PAYMENT_SESSION', 'lapsed'],
    [404, 'NOT_FOUND_PAYMENT', 'missing'],
    [400, 'INVALID_REQUEST', 'mismatch'],
    [401, 'UNAUTHORIZED_KEY', 'misconfigured'],
    [400, 'INVALID_API_KEY', 'misconfigured'],
    [403, 'INCORRECT_BASIC_AUTH_FORMAT', 'misconfigured'],
    [403, 'REJECT_CARD_PAYMENT', 'declined'],
    [403, 'REJECT_ACCOUNT_PAYMENT', 'declined'],
    [403, 'EXCEED_MAX_ONE_DAY_AMOUNT', 'declined'],
    [400, 'INVALID_CARD_EXPIRATION', 'declined'],
    [400, 'PROVIDER_ERROR', 'unavailable'],
    [500, 'FAILED_PAYMENT_INTERNAL_SYSTEM_PROCESSING', 'unavailable'],
    [429, 'A_CODE_OF_TOMORROW', 'unavailable'],
  ])('answered %i %s is %s', async (status, code, kind) => {
    expect(await kindOf(status, code)).toBe(`${kind} ${code}`)
  })

  it('without a valid payment in the response counts as having no response', async () => {
    const { client } = clientOf([200, { ok: true }])
    await expect(client.confirm(REQUEST)).rejects.toMatchObject({ code: 'NO_ANSWER' })
  })

  it('keeps the secret key out of its errors', async () => {
    const { client } = clientOf([0, ''])
    const error: unknown = await client.confirm(REQUEST).catch((thrown: unknown) => thrown)
    const text = error instanceof Error ? `${error.stack} ${String(error.cause)}` : ''
    expect(text).toContain('Toss did not answer')
    expect(text).not.toMatch(/test_gsk_secret|dGVzdF9nc2tfc2VjcmV0/)
  })
})

describe('a lookup at Toss', () => {
  it('finds a payment by its key and by its order, and returns nothing if there is none', async () => {
    const { client, sent } = clientOf([200, PAYMENT])
    await client.find({ paymentKey: 'tgen_1' })
    await client.find({ orderId: REQUEST.orderId })
    await client.find({ paymentKey: 'a/../b' })
    expect(sent.map(({ url }) => new URL(url).pathname)).toEqual([
      '/v1/payments/tgen_1',
      `/v1/payments/orders/${REQUEST.orderId}`,
      '/v1/payments/a%2F..%2Fb',
    ])
    const none = clientOf([404, { code: 'NOT_FOUND_PAYMENT', message: '…' }])
    expect(await none.client.find({ orderId: REQUEST.orderId })).toBeUndefined()
  })
})

describe('a payment as Toss reports it', () => {
  it('has due dates in Korean time, though they state no time zone', () => {
    expect(toIso('2026-03-21T14:09:26')).toBe('2026-03-21T05:09:26.000Z')
    expect(toIso('2026-03-14T14:09:26+09:00')).toBe('2026-03-14T05:09:26.000Z')
  })

  it('lists only completed cancellations, oldest first', () => {
    const cancel = (transactionKey: string, canceledAt: string, cancelStatus?: string) => ({
      transactionKey,
      cancelAmount: 100,
      canceledAt,
      cancelStatus,
    })
    const payment = tossPayment.parse({
      ...PAYMENT,
      cancels: [
        cancel('third', '2026-03-16T10:00:00+09:00', 'DONE'),
        cancel('first', '2026-03-14T10:00:00+09:00'),
        cancel('pending', '2026-03-15T10:00:00+09:00', 'IN_PROGRESS'),
      ],
    })
    expect(doneCancels(payment).map(({ transactionKey }) => transactionKey)).toEqual(['first', 'third'])
  })
})
