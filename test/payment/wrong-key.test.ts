import { beforeEach, describe, expect, it } from 'vitest'
import { confirmPayment } from '../../lambdas/payment/confirm-payment.ts'
import { refusal, setUpPayments } from './open-deps.ts'

const open = await setUpPayments()

beforeEach(() => {
  open.network.fetch = fetch
})

describe('a wrong paymentKey', () => {
  it('leaves the order payable with the right one', async () => {
    const request = await open.ordered(await open.person())
    const wrong = { ...request, paymentKey: 'tlocal_made_up' }
    expect(await refusal(confirmPayment(open.deps, wrong))).toBe('PAYMENT_REJECTED')
    expect((await open.order(request.orderId))?.status).toBe('ready')
    await confirmPayment(open.deps, request)
    expect(await open.token(request.uid)).toBe(630)
  })

  it.each([
    [404, 'NOT_FOUND_PAYMENT_SESSION', 'PAYMENT_EXPIRED'],
    [404, 'NOT_FOUND_PAYMENT', 'PAYMENT_REJECTED'],
    [400, 'INVALID_REQUEST', 'PAYMENT_REJECTED'],
    [403, 'REJECT_CARD_PAYMENT', 'PAYMENT_REJECTED'],
  ])('answered by Toss with %i %s ends no order', async (status, code, told) => {
    const request = await open.ordered(await open.person())
    const { fetch: honest } = open.network
    open.network.fetch = async (url, init) =>
      String(init?.body).includes('tlocal_wrong')
        ? new Response(JSON.stringify({ code, message: 'refused' }), { status })
        : honest(url, init)
    try {
      expect(await refusal(confirmPayment(open.deps, { ...request, paymentKey: 'tlocal_wrong' }))).toBe(told)
    } finally {
      open.network.fetch = honest
    }
    expect((await open.order(request.orderId))?.status).toBe('ready')
    await confirmPayment(open.deps, request)
    expect(await open.token(request.uid)).toBe(630)
  })

  it('of another order of the same user ends neither order', async () => {
    const uid = await open.person()
    const [one, other] = [await open.ordered(uid), await open.ordered(uid)]
    expect(await refusal(confirmPayment(open.deps, { ...one, paymentKey: other.paymentKey }))).toBe('PAYMENT_REJECTED')
    await confirmPayment(open.deps, one)
    await confirmPayment(open.deps, other)
    expect(await open.token(uid)).toBe(1060)
  })
})
