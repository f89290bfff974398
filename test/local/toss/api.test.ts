import { describe, expect, it } from 'vitest'
import { areTossTestKeys } from '../../../local/toss/index.ts'
import { CONFIRM, type ServedToss, serveToss } from './serve.ts'

const MINUTE_MS = 60_000
const ORDER = { orderId: '20260727120000-abcdef', amount: 20_000 }

const confirm = (toss: ServedToss, body: object, key?: string) =>
  toss.api(CONFIRM, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: key === undefined ? {} : { 'idempotency-key': key },
  })

async function authenticated(toss: ServedToss, choice: 'approve' | 'reject' = 'approve', method = '카드') {
  const paymentKey = await toss.begin({ ...ORDER, method })
  await toss.choose(paymentKey, choice)
  return { paymentKey, ...ORDER }
}

describe('the local Toss API', () => {
  it('confirms a payment once it is authenticated, and returns it from both queries', async () => {
    await using toss = await serveToss()
    const request = await authenticated(toss)
    const { status, body } = await confirm(toss, request)
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'DONE', totalAmount: 20_000, balanceAmount: 20_000, method: '카드' })
    expect(body).toMatchObject({ orderId: ORDER.orderId, currency: 'KRW', failure: null, cancels: null })
    expect((await toss.api(`/v1/payments/${request.paymentKey}`)).body).toEqual(body)
    expect((await toss.api(`/v1/payments/orders/${ORDER.orderId}`)).body).toEqual(body)
  })

  it('refuses an unknown payment, a wrong amount, a wrong order and a second confirmation with Toss’s codes', async () => {
    await using toss = await serveToss()
    const request = await authenticated(toss)
    const codes = async (body: object) => {
      const answer = await confirm(toss, body)
      return [answer.status, answer.body.code]
    }
    expect(await codes({ ...request, paymentKey: 'tlocal_unknown' })).toEqual([404, 'NOT_FOUND_PAYMENT'])
    expect(await codes({ ...request, amount: 100 })).toEqual([400, 'INVALID_REQUEST'])
    expect(await codes({ ...request, orderId: 'another-order' })).toEqual([400, 'INVALID_REQUEST'])
    expect(await codes({})).toEqual([400, 'INVALID_REQUEST'])
    expect((await confirm(toss, request)).status).toBe(200)
    expect(await codes(request)).toEqual([400, 'ALREADY_PROCESSED_PAYMENT'])
    expect((await toss.api('/v1/payments/orders/nobody')).body.code).toBe('NOT_FOUND_PAYMENT')
  })

  it('refuses another shop’s secret key, and one sent without its colon', async () => {
    await using toss = await serveToss()
    const as = (user: string) =>
      toss.api('/v1/payments/x', { headers: { authorization: `Basic ${Buffer.from(user).toString('base64')}` } })
    expect(await as('test_gsk_other:')).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED_KEY' } })
    expect(await as('test_gsk_local')).toMatchObject({ status: 403, body: { code: 'INCORRECT_BASIC_AUTH_FORMAT' } })
  })

  it('aborts a payment whose card the issuer declines', async () => {
    await using toss = await serveToss()
    const request = await authenticated(toss, 'reject')
    expect(await confirm(toss, request)).toMatchObject({ status: 403, body: { code: 'REJECT_CARD_PAYMENT' } })
    expect((await toss.api(`/v1/payments/${request.paymentKey}`)).body).toMatchObject({
      status: 'ABORTED',
      failure: { code: 'REJECT_CARD_PAYMENT' },
    })
  })

  it('expires a payment that is not confirmed within ten minutes of its authentication', async () => {
    let at = Date.parse('2026-07-27T03:00:00Z')
    await using toss = await serveToss({ now: () => at })
    const request = await authenticated(toss)
    at += 10 * MINUTE_MS
    expect(await confirm(toss, request)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND_PAYMENT_SESSION' } })
    expect((await toss.api(`/v1/payments/${request.paymentKey}`)).body.status).toBe('EXPIRED')
  })

  it('issues a virtual account, which a deposit pays and seven days expire', async () => {
    let at = Date.parse('2026-07-27T03:00:00Z')
    await using toss = await serveToss({ now: () => at })
    const request = await authenticated(toss, 'approve', '가상계좌')
    const { body } = await confirm(toss, request)
    expect(body).toMatchObject({ status: 'WAITING_FOR_DEPOSIT', approvedAt: null, receipt: null })
    expect(body.virtualAccount).toMatchObject({ bankCode: '20', dueDate: '2026-08-03T12:00:00' })
    await toss.deposit(request.paymentKey)
    expect((await toss.api(`/v1/payments/${request.paymentKey}`)).body).toMatchObject({
      status: 'DONE',
      approvedAt: '2026-07-27T12:00:00+09:00',
    })
    const late = await toss.begin({ orderId: 'order-that-waits', amount: 1000, method: '가상계좌' })
    await toss.choose(late, 'approve')
    await confirm(toss, { paymentKey: late, orderId: 'order-that-waits', amount: 1000 })
    at += 7 * 24 * 60 * MINUTE_MS
    expect((await toss.api(`/v1/payments/${late}`)).body.status).toBe('EXPIRED')
  })

  it('cancels in parts or in full, never more than was paid', async () => {
    await using toss = await serveToss()
    const request = await authenticated(toss)
    await confirm(toss, request)
    const cancel = (body: object) =>
      toss.api(`/v1/payments/${request.paymentKey}/cancel`, { method: 'POST', body: JSON.stringify(body) })
    expect(await cancel({})).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } })
    const part = await cancel({ cancelReason: '고객 변심', cancelAmount: 5_000 })
    expect(part.body).toMatchObject({ status: 'PARTIAL_CANCELED', balanceAmount: 15_000 })
    expect(await cancel({ cancelReason: 'x', cancelAmount: 15_001 })).toMatchObject({
      status: 403,
      body: { code: 'NOT_CANCELABLE_AMOUNT' },
    })
    const rest = await cancel({ cancelReason: '고객 변심' })
    expect(rest.body).toMatchObject({ status: 'CANCELED', balanceAmount: 0 })
    expect(rest.body.cancels).toMatchObject([
      { cancelAmount: 5_000, refundableAmount: 15_000 },
      { cancelAmount: 15_000, refundableAmount: 0 },
    ])
    expect((await cancel({ cancelReason: 'x' })).body.code).toBe('ALREADY_CANCELED_PAYMENT')
  })

  it('repeats the first response to an idempotency key, whatever the later bodies contain', async () => {
    await using toss = await serveToss()
    const request = await authenticated(toss)
    const first = await confirm(toss, request, ORDER.orderId)
    expect(await confirm(toss, request, ORDER.orderId)).toEqual(first)
    expect(await confirm(toss, { ...request, amount: 1 }, ORDER.orderId)).toEqual(first)
    toss.restart()
    expect(await confirm(toss, request, ORDER.orderId)).toEqual(first)
    expect((await confirm(toss, request, 'k'.repeat(301))).body.code).toBe('INVALID_IDEMPOTENCY_KEY')
  })

  it('returns 409 while a request with the same idempotency key is in progress', async () => {
    let release = () => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    await using toss = await serveToss({ latency: () => held })
    const request = await authenticated(toss)
    const first = confirm(toss, request, ORDER.orderId)
    await expect
      .poll(async () => (await confirm(toss, request, ORDER.orderId)).body.code)
      .toBe('IDEMPOTENT_REQUEST_PROCESSING')
    release()
    expect((await first).body.status).toBe('DONE')
  })
})

describe('the local payment window', () => {
  it('returns the shopper with the key, order and amount that the shop must confirm', async () => {
    await using toss = await serveToss()
    const paymentKey = await toss.begin(ORDER)
    const { url }: { url: string } = JSON.parse(await toss.choose(paymentKey, 'approve'))
    const { origin, pathname, searchParams } = new URL(url)
    expect(`${origin}${pathname}`).toBe('https://shop.example/success')
    expect(Object.fromEntries(searchParams)).toEqual({
      paymentType: 'NORMAL',
      orderId: ORDER.orderId,
      paymentKey,
      amount: '20000',
    })
  })

  it('redirects a shopper who cancels or whose card is declined to the shop’s failure page', async () => {
    await using toss = await serveToss()
    const outcome = async (choice: 'cancel' | 'decline') => {
      const { url }: { url: string } = JSON.parse(await toss.choose(await toss.begin(ORDER), choice))
      return [new URL(url).pathname, new URL(url).searchParams.get('code')]
    }
    expect(await outcome('cancel')).toEqual(['/fail', 'PAY_PROCESS_CANCELED'])
    expect(await outcome('decline')).toEqual(['/fail', 'REJECT_CARD_COMPANY'])
  })

  it('does not open for an order that Toss would refuse', async () => {
    await using toss = await serveToss()
    await expect(toss.begin({ ...ORDER, orderId: 'a b' })).rejects.toThrow('INVALID_ORDER_ID')
    await expect(toss.begin({ ...ORDER, amount: 99 })).rejects.toThrow('BELOW_MINIMUM_AMOUNT')
    await expect(toss.begin({ ...ORDER, amount: -1 })).rejects.toThrow('BELOW_MINIMUM_AMOUNT')
    await expect(toss.begin({ ...ORDER, orderName: '' })).rejects.toThrow('INVALID_ORDER_NAME')
    await confirm(toss, await authenticated(toss))
    await expect(toss.begin(ORDER)).rejects.toThrow('DUPLICATED_ORDER_ID')
  })

  it('lets no site frame the merchant console', async () => {
    await using toss = await serveToss()
    const desk = await fetch(`${toss.url}/admin`)
    expect(desk.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })

  it('accepts no post from a page of another site', async () => {
    await using toss = await serveToss()
    const answer = await fetch(`${toss.url}/admin/cancel`, {
      method: 'POST',
      headers: { origin: 'https://elsewhere.example' },
      body: new URLSearchParams({ paymentKey: 'any' }),
    })
    expect(answer.status).toBe(400)
  })
})

it.each([
  ['bank', '연습용 은행'],
  ['admin', '상점 관리자'],
])('the page /%s has the name of the service in its title', async (path, title) => {
  await using toss = await serveToss()
  const page = await fetch(`${toss.url}/${path}`)
  expect(await page.text()).toContain(`<title>${title} | Jamak 자막</title>`)
})

it('only keys of Toss’s own test environment count as such, not local or live ones', () => {
  const random = 'D5GePWvyJnrK0W0k6q8gLzN97Eoq'
  expect(areTossTestKeys(`test_ck_${random}`, `test_sk_${random}`)).toBe(true)
  expect(areTossTestKeys(`test_gck_${random}`, `test_gsk_${random}`)).toBe(true)
  expect(areTossTestKeys('test_ck_example', 'test_sk_local')).toBe(false)
  expect(areTossTestKeys(`test_ck_${random}`, 'test_sk_local')).toBe(false)
  expect(areTossTestKeys(`live_ck_${random}`, `live_sk_${random}`)).toBe(false)
  expect(areTossTestKeys(undefined, undefined)).toBe(false)
})
