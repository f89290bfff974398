import { beforeEach, describe, expect, it } from 'vitest'
import { confirmPayment } from '../../lambdas/payment/confirm-payment.ts'
import { reconcile } from '../../lambdas/payment/reconcile.ts'
import { handleWebhook } from '../../lambdas/payment/webhook.ts'
import { grant, leaveService } from '../../lambdas/records/ledger/index.ts'
import { iso } from '../support/users.ts'
import { setUpPayments } from './open-deps.ts'

const open = await setUpPayments()
let uid: string

beforeEach(async () => {
  uid = await open.person()
  open.emails.length = 0
})

const notice = (orderId: string, paymentKey: string) =>
  handleWebhook(open.deps, { eventType: 'PAYMENT_STATUS_CHANGED', data: { orderId, paymentKey, status: 'CANCELED' } })

const spend = (amount: number) =>
  grant(open.test.tables, { uid, id: `spent-${uid}`, amount: -amount, reason: '시험', at: iso(open.clock.ms) })

const reversals = async () =>
  (await open.test.movements(uid)).filter(({ movement }) => movement.startsWith('reversal#')).map(each => each.amount)

describe('a payment cancelled at Toss', () => {
  it('takes its tokens back once, however often the webhook arrives', async () => {
    const { orderId, paymentKey } = await open.paid(uid)
    await open.cancel(paymentKey)
    await Promise.all([1, 2, 3].map(() => notice(orderId, paymentKey)))
    await notice(orderId, paymentKey)
    expect(await open.token(uid)).toBe(200)
    expect(await reversals()).toEqual([-430])
    expect(await open.order(orderId)).toMatchObject({ status: 'canceled', canceled_amount: 20_000 })
    const emails = open.emails.filter(email => email.subject.includes('취소'))
    expect(emails).toMatchObject([{ to: `${uid}@example.com`, subject: '토큰 430개 결제를 취소했어요' }])
    expect(emails[0]?.text).toContain('취소한 만큼 토큰 430개를 회수했어요.')
  })

  it('in parts takes the tokens of each part once, and all of them in the end', async () => {
    const { orderId, paymentKey } = await open.paid(uid)
    for (const part of [7_000, 7_000, 6_000]) {
      await open.cancel(paymentKey, part)
      open.clock.ms += 1000
      await notice(orderId, paymentKey)
    }
    expect((await reversals()).sort()).toEqual([-129, -150, -151].sort())
    expect(await open.token(uid)).toBe(200)
    expect(await open.order(orderId)).toMatchObject({ status: 'canceled', unrecovered_tokens: 0 })
  })

  it('in part leaves the order paid', async () => {
    const { orderId, paymentKey } = await open.paid(uid)
    await open.cancel(paymentKey, 5_000)
    await notice(orderId, paymentKey)
    expect(await open.order(orderId)).toMatchObject({ status: 'paid', canceled_amount: 5_000 })
    expect(await open.token(uid)).toBe(200 + 430 - 107)
  })

  it('whose tokens are spent takes what is left and reports the rest to the operator', async () => {
    const { orderId, paymentKey } = await open.paid(uid)
    await spend(600)
    await open.cancel(paymentKey)
    await notice(orderId, paymentKey)
    expect(await open.token(uid)).toBe(0)
    expect(await reversals()).toEqual([-30])
    expect(await open.order(orderId)).toMatchObject({ status: 'canceled', unrecovered_tokens: 400 })
    const flags = open.emails.filter(email => email.to === 'operator@jamak.example')
    expect(flags).toMatchObject([{ subject: '[결제 취소] 회수하지 못한 토큰 400개' }])
    expect(flags[0]?.text).toContain(orderId)
    const rows = (await open.test.rows('logs')).filter(row => row.uid === uid && row.action === 'reversal')
    expect(rows).toMatchObject([{ before: 30, after: 0, details: { taken: 30, unrecovered: 400 } }])
  })

  it('before it was credited is neither credited nor taken back', async () => {
    const request = await open.ordered(uid)
    const body = JSON.stringify({ paymentKey: request.paymentKey, orderId: request.orderId, amount: request.amount })
    await open.toss.api('/v1/payments/confirm', { method: 'POST', body })
    await open.cancel(request.paymentKey)
    await notice(request.orderId, request.paymentKey)
    expect(await open.order(request.orderId)).toMatchObject({ status: 'canceled' })
    expect(await open.test.movements(uid)).toHaveLength(1)
  })

  it('in part before it was credited is credited and taken back in part', async () => {
    const request = await open.ordered(uid)
    const body = JSON.stringify({ paymentKey: request.paymentKey, orderId: request.orderId, amount: request.amount })
    await open.toss.api('/v1/payments/confirm', { method: 'POST', body })
    await open.cancel(request.paymentKey, 10_000)
    await reconcile(open.deps)
    expect(await open.token(uid)).toBe(200 + 430 - 215)
  })
})

describe('after the user has left', () => {
  it('the money of a late deposit is returned', async () => {
    const request = await open.ordered(uid)
    const body = JSON.stringify({ paymentKey: request.paymentKey, orderId: request.orderId, amount: request.amount })
    await open.toss.api('/v1/payments/confirm', { method: 'POST', body })
    await leaveService(open.test.tables, uid, iso(open.clock.ms))
    await notice(request.orderId, request.paymentKey)
    await notice(request.orderId, request.paymentKey)
    expect(await open.order(request.orderId)).toMatchObject({ status: 'canceled', canceled_amount: 20_000 })
    expect((await open.toss.api(`/v1/payments/${request.paymentKey}`)).body.status).toBe('CANCELED')
  })

  it('a deposit that Toss cannot return is reported to the operator', async () => {
    const request = await open.ordered(uid, { method: '가상계좌' })
    await confirmPayment(open.deps, request)
    await leaveService(open.test.tables, uid, iso(open.clock.ms))
    open.emails.length = 0
    await open.toss.deposit(request.paymentKey)
    await notice(request.orderId, request.paymentKey)
    await notice(request.orderId, request.paymentKey)
    expect(await open.order(request.orderId)).toMatchObject({ status: 'failed', failure: { code: 'NO_USER' } })
    expect(open.emails).toMatchObject([
      { to: 'operator@jamak.example', subject: '[결제 확인] 탈퇴한 회원이 낸 20,000원' },
    ])
  })

  it('a payment can be cancelled, and the order records it', async () => {
    const { orderId, paymentKey } = await open.paid(uid)
    await leaveService(open.test.tables, uid, iso(open.clock.ms))
    await open.cancel(paymentKey)
    await notice(orderId, paymentKey)
    expect(await open.order(orderId)).toMatchObject({ status: 'canceled', canceled_amount: 20_000 })
  })
})

describe('the virtual account of a user who has left', () => {
  it('is closed at Toss by the next run of the reconciler and accepts no further deposit', async () => {
    const { uid, orderId, paymentKey } = await open.paid(await open.person(), { method: '가상계좌' })
    await leaveService(open.test.tables, uid, iso(open.clock.ms))
    await reconcile(open.deps)
    expect((await open.toss.api(`/v1/payments/${paymentKey}`)).body.status).toBe('CANCELED')
    expect(await open.order(orderId)).toMatchObject({ status: 'canceled' })
    await expect(open.toss.deposit(paymentKey)).rejects.toThrow()
    expect((await open.test.rows('payments')).find(row => row.order_id === orderId)).not.toHaveProperty('open')
  })

  it('is left to the operator if it was paid into before it could be closed, and the run does not fail', async () => {
    const { uid, orderId, paymentKey } = await open.paid(await open.person(), { method: '가상계좌' })
    await leaveService(open.test.tables, uid, iso(open.clock.ms))
    await open.toss.deposit(paymentKey)
    await reconcile(open.deps)
    expect(await open.order(orderId)).toMatchObject({ status: 'failed', failure: { code: 'NO_USER' } })
    expect(open.emails.at(-1)?.subject).toBe('[결제 확인] 탈퇴한 회원이 낸 20,000원')
  })

  it('stays open until the user leaves', async () => {
    const { orderId } = await open.paid(await open.person(), { method: '가상계좌' })
    await reconcile(open.deps)
    expect(await open.order(orderId)).toMatchObject({ status: 'waiting' })
  })
})
