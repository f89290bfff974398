import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { confirmPayment } from '../../lambdas/payment/confirm-payment.ts'
import { ORDER_PATIENCE_MS, reconcile } from '../../lambdas/payment/reconcile.ts'
import { reopenOrder } from '../../lambdas/records/payments.ts'
import { iso } from '../support/users.ts'
import { type OpenDeps, openDeps } from './open-deps.ts'

let open: OpenDeps
let uid: string

beforeEach(async () => {
  open = await openDeps()
  uid = await open.person()
})
afterEach(() => open[Symbol.asyncDispose]())

const inIndex = async () => (await open.test.rows('payments')).filter(row => row.open).map(row => row.order_id)

describe('the reconciler', () => {
  it('credits payments whose browser never came back', async () => {
    const { uid: _uid, ...request } = await open.ordered(uid)
    await open.toss.api('/v1/payments/confirm', { method: 'POST', body: JSON.stringify(request) })
    expect(await reconcile(open.deps)).toEqual({ seen: 1 })
    expect(await open.token(uid)).toBe(630)
    expect(open.emails).toHaveLength(1)
    expect(await reconcile(open.deps)).toEqual({ seen: 0 })
  })

  it('expires unpaid orders after an hour, not before', async () => {
    const begun = await open.ordered(uid)
    const { orderId } = await open.ordered(uid)
    open.clock.ms += ORDER_PATIENCE_MS - 1
    await reconcile(open.deps)
    expect((await open.order(begun.orderId))?.status).toBe('expired')
    open.clock.ms += 1
    await reconcile(open.deps)
    expect((await open.order(orderId))?.status).toBe('expired')
    expect(await inIndex()).toEqual([])
  })

  it('leaves a payment alone while the user may still confirm it', async () => {
    const request = await open.ordered(uid)
    await reconcile(open.deps)
    expect(await open.order(request.orderId)).toMatchObject({ status: 'ready' })
    expect(await confirmPayment(open.deps, request)).toMatchObject({ token: 630 })
  })

  it('waits for a deposit as long as Toss does', async () => {
    const request = await open.ordered(uid, { method: '가상계좌' })
    await confirmPayment(open.deps, request)
    open.clock.ms += 6 * 24 * 60 * 60_000
    await reconcile(open.deps)
    expect((await open.order(request.orderId))?.status).toBe('waiting')
    await open.toss.deposit(request.paymentKey)
    await reconcile(open.deps)
    expect(await open.token(uid)).toBe(630)
    expect(open.emails.map(email => email.subject)).toEqual([
      '토큰 430개 입금을 기다리고 있어요',
      '토큰 430개를 충전했어요',
    ])
  })

  it('continues after an order that fails, and reports it at the end', async () => {
    const troubled = await open.ordered(uid)
    const { uid: _uid, ...request } = await open.ordered(uid)
    await open.toss.api('/v1/payments/confirm', { method: 'POST', body: JSON.stringify(request) })
    open.network.fetch = (url, init) =>
      String(url).includes(troubled.orderId) ? Promise.reject(new TypeError('fetch failed')) : fetch(url, init)
    await expect(reconcile(open.deps)).rejects.toThrow('1 of 2 orders not reconciled')
    expect(await open.token(uid)).toBe(630)
  })

  it('ends an order whose payment has another amount, once, and tells the operator what to do', async () => {
    const { uid: _uid, ...request } = await open.ordered(uid)
    await open.toss.api('/v1/payments/confirm', { method: 'POST', body: JSON.stringify(request) })
    open.network.fetch = async (url, init) => {
      const payment: object = await (await fetch(url, init)).json()
      return Response.json({ ...payment, totalAmount: 1_000 })
    }
    expect(await reconcile(open.deps)).toEqual({ seen: 1 })
    expect(await open.token(uid)).toBe(200)
    expect(await open.order(request.orderId)).toMatchObject({ status: 'failed', failure: { code: 'AMOUNT_DIFFERS' } })
    expect(open.emails).toMatchObject([
      { to: 'operator@jamak.example', text: expect.stringContaining(`${request.paymentKey}`) },
    ])
    expect(await inIndex()).toEqual([])
    expect(await reconcile(open.deps)).toEqual({ seen: 0 })
    await reopenOrder(open.test.tables, request.orderId, iso(open.clock.ms))
    expect(await reconcile(open.deps)).toEqual({ seen: 1 })
    expect(open.emails).toHaveLength(1)
    // The page may call again at any time, and gets the order with the reason.
    expect(await confirmPayment(open.deps, { uid, ...request })).toMatchObject({
      order: { status: 'failed' },
      token: 200,
    })
  })

  it('looks a paid order up again once the operator has reopened it', async () => {
    const { orderId, paymentKey } = await open.paid(uid)
    await open.cancel(paymentKey)
    await reopenOrder(open.test.tables, orderId, iso(open.clock.ms))
    await reconcile(open.deps)
    expect(await open.token(uid)).toBe(200)
    const { orderId: unchanged } = await open.paid(uid)
    await reopenOrder(open.test.tables, unchanged, iso(open.clock.ms))
    await reconcile(open.deps)
    expect(await open.order(unchanged)).toMatchObject({ status: 'paid' })
    expect(await inIndex()).toEqual([])
  })
})
