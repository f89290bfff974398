import { beforeEach, describe, expect, it } from 'vitest'
import { ALLOWANCES } from '../../lambdas/contract/limits.ts'
import { confirmPayment } from '../../lambdas/payment/confirm-payment.ts'
import { handleWebhook } from '../../lambdas/payment/webhook.ts'
import { refusal, setUpPayments } from './open-deps.ts'

const open = await setUpPayments()
let uid: string

beforeEach(async () => {
  open.network.fetch = fetch
  uid = await open.person()
})

const CONFIRM = '/v1/payments/confirm'
const say = (data: object) => handleWebhook(open.deps, { eventType: 'PAYMENT_STATUS_CHANGED', data })

describe('a webhook of Toss', () => {
  it("that is forged credits nothing: only Toss's own record does", async () => {
    const { orderId, paymentKey } = await open.ordered(uid)
    await say({ orderId, paymentKey, status: 'DONE', totalAmount: 20_000 })
    expect(await open.token(uid)).toBe(200)
    expect(await open.order(orderId)).toMatchObject({ status: 'ready' })
  })

  it('with the payment of another order credits nothing', async () => {
    const paid = await open.paid(await open.person())
    const { orderId } = await open.ordered(uid)
    await say({ orderId, paymentKey: paid.paymentKey, status: 'DONE' })
    expect(await open.token(uid)).toBe(200)
  })

  it('credits what Toss reports as done, before, after and without the user’s return', async () => {
    const { uid: _uid, ...request } = await open.ordered(uid)
    await open.toss.api(CONFIRM, { method: 'POST', body: JSON.stringify(request) })
    await say({ ...request, status: 'DONE' })
    expect(await open.token(uid)).toBe(630)
    expect(await confirmPayment(open.deps, { uid, ...request })).toMatchObject({
      token: 630,
      order: { status: 'paid' },
    })
    await say({ ...request, status: 'DONE' })
    expect(await open.token(uid)).toBe(630)
  })

  it('about a deposit, which has its own form, credits a virtual account once it is paid', async () => {
    const request = await open.ordered(uid, { method: '가상계좌' })
    await confirmPayment(open.deps, request)
    const deposit = { createdAt: '2026-03-14T14:09:26.000000', secret: 'ps_any', status: 'DONE', transactionKey: 'X' }
    await handleWebhook(open.deps, { ...deposit, orderId: request.orderId })
    expect(await open.token(uid)).toBe(200)
    await open.toss.deposit(request.paymentKey)
    await handleWebhook(open.deps, { ...deposit, orderId: request.orderId })
    expect(await open.token(uid)).toBe(630)
  })

  it('about an expired virtual account ends its order', async () => {
    const request = await open.ordered(uid, { method: '가상계좌' })
    await confirmPayment(open.deps, request)
    open.clock.ms += 8 * 24 * 60 * 60_000
    await say({ orderId: request.orderId, paymentKey: request.paymentKey, status: 'EXPIRED' })
    expect(await open.order(request.orderId)).toMatchObject({ status: 'expired' })
  })

  it('about an abandoned first attempt does not end the order that a second attempt pays', async () => {
    const { orderId, amount, paymentKey: first } = await open.ordered(uid, { method: '가상계좌' })
    open.clock.ms += 1000
    const second = await open.toss.begin({ orderId, amount, method: '가상계좌' })
    await open.toss.choose(second, 'approve')
    await confirmPayment(open.deps, { uid, orderId, amount, paymentKey: second })
    open.clock.ms += 31 * 60_000
    await say({ orderId, paymentKey: first, status: 'EXPIRED' })
    expect(await open.order(orderId)).toMatchObject({ status: 'waiting', payment_key: second })
  })

  it.each([
    ['nothing', {}],
    ['another shape', { eventType: 'PAYOUT_STATUS_CHANGED', data: { id: 1 } }],
    ['an order that nobody made', { data: { orderId: '20260314140926-unknown', paymentKey: 'x' } }],
    ['a path instead of a key', { data: { orderId: '20260314140926-unknown', paymentKey: '../../v1/x' } }],
  ])('about %s is acknowledged without asking Toss', async (_name, body) => {
    open.network.fetch = () => Promise.reject(new Error('nobody should ask'))
    expect(await handleWebhook(open.deps, body)).toEqual({})
  })

  it('leads to a limited number of requests to Toss, however often it is forged', async () => {
    const { orderId, paymentKey } = await open.ordered(uid)
    let asked = 0
    open.network.fetch = (...call) => {
      asked += 1
      return fetch(...call)
    }
    const answers = await Promise.all(Array.from({ length: 150 }, () => refusal(say({ orderId, paymentKey }))))
    expect(answers.filter(code => code === 'TOO_MANY_REQUESTS')).toHaveLength(150 - ALLOWANCES.webhook.limit)
    expect(asked).toBeLessThanOrEqual(2 * ALLOWANCES.webhook.limit)
  })

  it('is refused while Toss cannot be reached, so that Toss sends it again', async () => {
    const { orderId, paymentKey } = await open.ordered(uid)
    open.network.fetch = () => Promise.reject(new TypeError('fetch failed'))
    expect(await refusal(say({ orderId, paymentKey, status: 'DONE' }))).toBe('PAYMENT_UNAVAILABLE')
  })
})
