import { describe, expect, it } from 'vitest'
import { CONFIRM, type ServedToss, serveToss } from './serve.ts'

async function pay(toss: ServedToss, orderId: string, method = '카드') {
  const paymentKey = await toss.begin({ orderId, amount: 1000, method })
  await toss.choose(paymentKey, 'approve')
  await toss.api(CONFIRM, { method: 'POST', body: JSON.stringify({ paymentKey, orderId, amount: 1000 }) })
  return paymentKey
}

const statuses = (toss: ServedToss) => toss.notices.map(notice => notice.data?.status ?? `deposit ${notice.status}`)

describe('webhooks of the local Toss', () => {
  it('notify the shop of every status change, with the payment', async () => {
    await using toss = await serveToss()
    const paymentKey = await pay(toss, 'order-one')
    await expect.poll(() => statuses(toss).sort()).toEqual(['DONE', 'IN_PROGRESS'])
    expect(toss.notices.find(notice => notice.data?.status === 'DONE')).toMatchObject({
      eventType: 'PAYMENT_STATUS_CHANGED',
      data: { orderId: 'order-one', paymentKey, status: 'DONE' },
    })
  })

  it('notify the shop of a deposit in both of Toss’s formats', async () => {
    await using toss = await serveToss()
    const paymentKey = await pay(toss, 'order-one', '가상계좌')
    await toss.deposit(paymentKey)
    await expect.poll(() => statuses(toss)).toHaveLength(5)
    expect(statuses(toss).sort()).toEqual(
      ['DONE', 'IN_PROGRESS', 'WAITING_FOR_DEPOSIT', 'deposit DONE', 'deposit WAITING_FOR_DEPOSIT'].sort(),
    )
    expect(toss.notices.find(notice => notice.secret)).toMatchObject({ orderId: 'order-one' })
  })

  it('are retried until the shop acknowledges them', async () => {
    await using toss = await serveToss()
    toss.shopAnswers.push(500, 503)
    const paymentKey = await toss.begin({ orderId: 'order-one', amount: 1000 })
    await toss.choose(paymentKey, 'approve')
    await expect.poll(() => statuses(toss)).toEqual(['IN_PROGRESS', 'IN_PROGRESS', 'IN_PROGRESS'])
  })

  it('are retried after a restart', async () => {
    let ahead = 0
    await using toss = await serveToss({ now: () => Date.now() + ahead, webhookRetryMs: [60_000] })
    toss.shopAnswers.push(500)
    const paymentKey = await toss.begin({ orderId: 'order-one', amount: 1000 })
    await toss.choose(paymentKey, 'approve')
    await expect.poll(() => toss.notices.length).toBe(1)
    ahead = 60_000
    toss.restart()
    await expect.poll(() => statuses(toss)).toEqual(['IN_PROGRESS', 'IN_PROGRESS'])
  })
})
