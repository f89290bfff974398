import { beforeEach, describe, expect, it } from 'vitest'
import { confirmPayment } from '../../lambdas/payment/confirm-payment.ts'
import { readPayment } from '../../lambdas/payment/orders.ts'
import { setSuspended } from '../../lambdas/records/users.ts'
import { Reply } from '../../lambdas/runtime/http.ts'
import { AT } from '../support/users.ts'
import { refusal, setUpPayments } from './open-deps.ts'

const open = await setUpPayments()
let uid: string

beforeEach(async () => {
  open.network.fetch = fetch
  open.network.latency = async () => {}
  open.emails.length = 0
  uid = await open.person()
})

const CONFIRM = '/v1/payments/confirm'
const broken = () => Promise.reject(new TypeError('fetch failed'))

/** Toss processes the request, but its response is lost. */
const deaf: typeof fetch = async (url, init) => {
  const answer = await fetch(url, init)
  await answer.text()
  throw new TypeError('terminated')
}

describe('a confirmation', () => {
  it('credits the tokens and writes the order, the movement, the log row and the email', async () => {
    const request = await open.ordered(uid)
    const answer = await confirmPayment(open.deps, request)
    const receipt = {
      orderId: request.orderId,
      package: 'tokens-430',
      tokens: 430,
      amount: 20_000,
      status: 'paid',
      createdAt: AT,
      paidAt: AT,
      method: '카드',
      receiptUrl: `${open.toss.url}/receipt?paymentKey=${request.paymentKey}`,
    }
    expect(answer).toEqual({ order: receipt, token: 630 })
    expect(await open.test.movements(uid)).toMatchObject([
      { movement: `purchase#${request.orderId}`, amount: 430, balance: 630, note: '토큰 430개' },
      { movement: 'signup', amount: 200 },
    ])
    const rows = (await open.test.rows('logs')).filter(row => row.uid === uid && row.action === 'purchase')
    expect(rows).toMatchObject([{ before: 200, after: 630, details: { orderId: request.orderId, amount: 20_000 } }])
    expect(open.emails).toMatchObject([{ to: `${uid}@example.com`, subject: '토큰 430개를 충전했어요' }])
    expect(open.emails[0]?.text).toContain('지금 보유 토큰은 630개예요.')
    expect(open.emails[0]?.text).toContain('하나도 쓰지 않은 토큰은 산 날부터 7일 안에 환불받을 수 있어요.')
    expect(await open.test.row('payments', { order_id: request.orderId })).not.toHaveProperty('open')
  })

  it('sent fifty times at once credits once, and every request gets the same response', async () => {
    open.network.latency = () => new Promise(resolve => setTimeout(resolve, 20))
    const request = await open.ordered(uid)
    const answers = await Promise.all(Array.from({ length: 50 }, () => confirmPayment(open.deps, request)))
    expect(new Set(answers.map(answer => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toMatchObject({ order: { status: 'paid' }, token: 630 })
    expect(await open.test.movements(uid)).toHaveLength(2)
    expect(open.emails).toHaveLength(1)
  })

  it('that is repeated returns the receipt without calling Toss again', async () => {
    const request = await open.ordered(uid)
    const first = await confirmPayment(open.deps, request)
    open.network.fetch = broken
    expect(await confirmPayment(open.deps, request)).toEqual(first)
    expect(await open.token(uid)).toBe(630)
  })

  it('whose response from Toss was lost finds the payment by its order', async () => {
    const request = await open.ordered(uid)
    open.network.fetch = (url, init) => (String(url).endsWith(CONFIRM) ? deaf(url, init) : fetch(url, init))
    expect(await confirmPayment(open.deps, request)).toMatchObject({ order: { status: 'paid' }, token: 630 })
  })

  it('that Toss has already received is credited all the same', async () => {
    const { uid: _uid, ...request } = await open.ordered(uid)
    await open.toss.api(CONFIRM, { method: 'POST', body: JSON.stringify(request) })
    expect(await confirmPayment(open.deps, { uid, ...request })).toMatchObject({
      order: { status: 'paid' },
      token: 630,
    })
  })

  it('without a response from Toss returns 202, and the next read of the order finds it paid', async () => {
    const request = await open.ordered(uid)
    open.network.fetch = deaf
    const answer = await confirmPayment(open.deps, request)
    expect(answer).toBeInstanceOf(Reply)
    expect(answer).toMatchObject({ status: 202, body: { order: { status: 'ready' }, token: 200 } })
    expect(await readPayment(open.deps, request)).toMatchObject({ order: { status: 'ready' }, token: 200 })
    open.network.fetch = fetch
    expect(await readPayment(open.deps, request)).toMatchObject({ order: { status: 'paid' }, token: 630 })
    expect(open.emails).toHaveLength(1)
  })

  it('of a refused card fails the order with Toss’s reason, and the refusal is final', async () => {
    const request = await open.ordered(uid, { choice: 'reject' })
    expect(await refusal(confirmPayment(open.deps, request))).toBe('PAYMENT_REJECTED')
    expect(await refusal(confirmPayment(open.deps, request))).toBe('PAYMENT_REJECTED')
    expect(await open.order(request.orderId)).toMatchObject({
      status: 'failed',
      failure: { code: 'REJECT_CARD_PAYMENT', message: '한도초과 혹은 잔액부족으로 결제에 실패했습니다.' },
    })
    expect(await open.token(uid)).toBe(200)
  })

  it('after more than ten minutes expires the order', async () => {
    const request = await open.ordered(uid)
    open.clock.ms += 11 * 60_000
    expect(await refusal(confirmPayment(open.deps, request))).toBe('PAYMENT_EXPIRED')
    expect(await open.order(request.orderId)).toMatchObject({ status: 'expired' })
    expect(await open.token(uid)).toBe(200)
  })

  it('with a secret key unknown to Toss reveals nothing to the user and leaves the order open', async () => {
    const request = await open.ordered(uid)
    open.network.fetch = (url, init) => fetch(url, { ...init, headers: { authorization: 'Basic b3RoZXI6' } })
    expect(await refusal(confirmPayment(open.deps, request))).toBe('PAYMENT_UNAVAILABLE')
    expect(await open.order(request.orderId)).toMatchObject({ status: 'ready' })
  })

  it('by a suspended user is refused before any money moves', async () => {
    const request = await open.ordered(uid)
    await setSuspended(open.test.tables, uid, '부정 이용')
    expect(await refusal(confirmPayment(open.deps, request))).toBe('SUSPENDED')
    expect((await open.toss.api(`/v1/payments/${request.paymentKey}`)).body.status).toBe('IN_PROGRESS')
  })

  it('whose email fails keeps the tokens and still owes the email', async () => {
    const request = await open.ordered(uid)
    const deps = { ...open.deps, sendEmail: () => Promise.reject(new Error('SES is down')) }
    expect(await confirmPayment(deps, request)).toMatchObject({ token: 630 })
    expect(await open.order(request.orderId)).toMatchObject({ status: 'paid' })
    expect(await open.test.row('outbox', { id: `order#${request.orderId}#paid` })).toBeDefined()
  })
})

describe('a virtual account', () => {
  it('is credited when the deposit arrives, not before', async () => {
    const request = await open.ordered(uid, { method: '가상계좌', package: 'tokens-20' })
    const waiting = await confirmPayment(open.deps, request)
    expect(waiting).toMatchObject({
      order: { status: 'waiting', virtualAccount: { bank: '우리은행' } },
      token: 200,
    })
    expect(open.emails).toMatchObject([{ subject: '토큰 20개 입금을 기다리고 있어요' }])
    expect(await confirmPayment(open.deps, request)).toEqual(waiting)
    await open.toss.deposit(request.paymentKey)
    expect(await readPayment(open.deps, request)).toMatchObject({ order: { status: 'paid' }, token: 220 })
    expect(open.emails).toHaveLength(2)
  })
})
