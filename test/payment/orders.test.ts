import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { PACKAGES } from '../../lambdas/contract/pricing.ts'
import { confirmPayment, failPayment } from '../../lambdas/payment/confirm-payment.ts'
import { createPayment, listPayments } from '../../lambdas/payment/orders.ts'
import { setSuspended } from '../../lambdas/records/users.ts'
import { refusal, setUpPayments } from './open-deps.ts'

const open = await setUpPayments()

describe('an order', () => {
  it.each(PACKAGES)('for $id costs what the specification says', async ({ id, tokens, price }) => {
    const uid = await open.person()
    const made = await createPayment(open.deps, { uid, id: randomUUID(), body: { package: id } })
    expect(made).toMatchObject({ amount: price, tokens, customerKey: `customer-of-${uid}` })
    expect(made.orderId).toMatch(/^20260314140926-[\w-]{16}$/)
    expect(made.orderName).toBe(`토큰 ${tokens.toLocaleString('ko-KR')}개`)
    expect(await open.test.row('payments', { order_id: made.orderId })).toMatchObject({
      uid,
      package: id,
      tokens,
      amount: price,
      status: 'ready',
      open: 'open',
    })
  })

  it('requested twice with the same key is one order', async () => {
    const uid = await open.person()
    const request = { uid, id: randomUUID(), body: { package: 'tokens-20' as const } }
    const made = await Promise.all([1, 2, 3].map(() => createPayment(open.deps, request)))
    expect(new Set(made.map(each => each.orderId)).size).toBe(1)
    expect((await open.test.rows('payments')).filter(row => row.uid === uid)).toHaveLength(1)
    const other = createPayment(open.deps, { ...request, body: { package: 'tokens-100' } })
    expect(await refusal(other)).toBe('KEY_REUSED')
  })

  it('by a suspended user is refused', async () => {
    const uid = await open.person()
    await setSuspended(open.test.tables, uid, '부정 이용')
    const call = createPayment(open.deps, { uid, id: randomUUID(), body: { package: 'tokens-20' } })
    expect(await refusal(call)).toBe('SUSPENDED')
  })

  it('can be created sixty times an hour, not more', async () => {
    const uid = await open.person()
    const order = () => createPayment(open.deps, { uid, id: randomUUID(), body: { package: 'tokens-20' } })
    for (let made = 0; made < 60; made++) await order()
    expect(await refusal(order())).toBe('TOO_MANY_REQUESTS')
  })
})

describe('a return without a payment', () => {
  it('fails the order with a reason in Korean, and it can no longer be confirmed', async () => {
    const request = await open.ordered(await open.person())
    await failPayment(open.deps, { ...request, code: 'PAY_PROCESS_CANCELED' })
    expect(await open.order(request.orderId)).toMatchObject({
      status: 'failed',
      failure: { code: 'PAY_PROCESS_CANCELED', message: '결제를 취소했어요.' },
    })
    expect(await refusal(confirmPayment(open.deps, request))).toBe('PAYMENT_REJECTED')
    expect((await open.toss.api(`/v1/payments/${request.paymentKey}`)).body.status).toBe('IN_PROGRESS')
  })

  it('does not change a paid order, and none of its text is stored', async () => {
    const paid = await open.paid(await open.person())
    await failPayment(open.deps, { ...paid, code: 'PAY_PROCESS_CANCELED' })
    expect(await open.order(paid.orderId)).toMatchObject({ status: 'paid' })
    const unpaid = await open.ordered(paid.uid)
    await failPayment(open.deps, { ...unpaid, code: '<script>' })
    expect(await open.order(unpaid.orderId)).toMatchObject({ failure: { code: 'UNKNOWN' } })
  })
})

it('the list of receipts shows paid and failed orders, newest first, to their owner alone', async () => {
  const uid = await open.person()
  const first = await open.paid(uid, { package: 'tokens-20' })
  open.clock.ms += 1000
  const second = await open.ordered(uid, { choice: 'reject' })
  await refusal(confirmPayment(open.deps, second))
  open.clock.ms += 1000
  await open.ordered(uid)
  const { orders } = await listPayments(open.deps, uid)
  expect(orders.map(({ orderId, status }) => [orderId, status])).toEqual([
    [second.orderId, 'failed'],
    [first.orderId, 'paid'],
  ])
  expect(orders[0]).not.toHaveProperty('payment_key')
  expect(await listPayments(open.deps, await open.person())).toEqual({ orders: [] })
  expect(await refusal(listPayments(open.deps, 'nobody'))).toBe('NO_USER')
})
