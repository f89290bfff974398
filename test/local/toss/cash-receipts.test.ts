import { describe, expect, it } from 'vitest'
import { CONFIRM, type ServedToss, serveToss } from './serve.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const RECEIPTS = '/v1/cash-receipts'
const ORDER = { orderId: '20260727120000-abcdef', amount: 20_000 }
const WISH = { ...ORDER, orderName: '토큰 430개', customerIdentityNumber: '1248100998', type: '지출증빙' }

const post = (toss: ServedToss, path: string, body: object) =>
  toss.api(path, { method: 'POST', body: JSON.stringify(body) })

async function pay(toss: ServedToss, { method = '계좌이체', orderId = ORDER.orderId, ownReceipt = '' } = {}) {
  const paymentKey = await toss.begin({ orderId, amount: ORDER.amount, method })
  await toss.choose(paymentKey, 'approve', ownReceipt)
  await post(toss, CONFIRM, { paymentKey, orderId, amount: ORDER.amount })
  return paymentKey
}

async function codeOf(toss: ServedToss, path: string, body: object) {
  const { status, body: answer } = await post(toss, path, body)
  return [status, answer.code]
}

describe('a cash receipt at the local Toss', () => {
  it('is issued for a bank payment, and the tax office decides on the next day', async () => {
    let at = Date.parse('2026-07-27T03:00:00Z')
    await using toss = await serveToss({ now: () => at })
    await pay(toss)
    const { status, body } = await post(toss, RECEIPTS, WISH)
    expect(status).toBe(200)
    expect(body).toMatchObject({ issueStatus: 'IN_PROGRESS', transactionType: 'CONFIRM', amount: 20_000 })
    expect(body.customerIdentityNumber).toBe('124****998')
    at += DAY_MS
    const listed = await toss.api(`${RECEIPTS}?requestDate=2026-07-27`)
    expect(listed.body).toMatchObject({
      hasNext: false,
      data: [{ receiptKey: body.receiptKey, issueStatus: 'COMPLETED', failure: null }],
    })
    expect((await toss.api(RECEIPTS)).body.code).toBe('INVALID_DATE')
  })

  it('is refused for a wrong number, amount, method, order or state, with Toss’s codes', async () => {
    await using toss = await serveToss()
    expect(await codeOf(toss, RECEIPTS, WISH)).toEqual([404, 'NOT_FOUND_PAYMENT'])
    await pay(toss)
    for (const [changes, code] of [
      [{ customerIdentityNumber: '1248100999' }, 'INVALID_BUSINESS_NUMBER'],
      [{ customerIdentityNumber: '124-81-00998' }, 'INVALID_BUSINESS_NUMBER'],
      [{ type: '소득공제' }, 'INVALID_CASH_RECEIPT_INFO'],
      [{ type: '세금계산서' }, 'INVALID_REQUEST'],
      [{ amount: 0 }, 'BELOW_ZERO_AMOUNT'],
      [{ amount: 20_001 }, 'EXCEED_MAX_AMOUNT'],
    ] as const)
      expect(await codeOf(toss, RECEIPTS, { ...WISH, ...changes }), code).toEqual([400, code])
    expect((await post(toss, RECEIPTS, WISH)).status).toBe(200)
    expect(await codeOf(toss, RECEIPTS, WISH)).toEqual([400, 'DUPLICATED_CASH_RECEIPT'])

    await pay(toss, { method: '카드', orderId: 'order-by-card' })
    expect(await codeOf(toss, RECEIPTS, { ...WISH, orderId: 'order-by-card' })).toEqual([400, 'NOT_SUPPORTED_METHOD'])
    const canceled = await pay(toss, { orderId: 'order-canceled' })
    await post(toss, `/v1/payments/${canceled}/cancel`, { cancelReason: 'x' })
    expect(await codeOf(toss, RECEIPTS, { ...WISH, orderId: 'order-canceled' })).toEqual([
      400,
      'ALREADY_CANCELED_PAYMENT',
    ])
  })

  it('that the shopper asked for in the payment window belongs to the payment and prevents a second one', async () => {
    await using toss = await serveToss()
    const paymentKey = await pay(toss, { ownReceipt: '지출증빙' })
    const { body } = await toss.api(`/v1/payments/${paymentKey}`)
    expect(body.cashReceipt).toMatchObject({ type: '지출증빙', amount: 20_000 })
    expect(await codeOf(toss, RECEIPTS, WISH)).toEqual([400, 'DUPLICATED_CASH_RECEIPT'])
  })

  it('is canceled in parts, never beyond its amount, and not together with the payment', async () => {
    await using toss = await serveToss()
    const paymentKey = await pay(toss)
    const { receiptKey } = (await post(toss, RECEIPTS, WISH)).body
    const cancel = `${RECEIPTS}/${receiptKey}/cancel`
    await post(toss, `/v1/payments/${paymentKey}/cancel`, { cancelReason: 'x' })
    expect((await post(toss, cancel, { amount: 5_000 })).body).toMatchObject({
      transactionType: 'CANCEL',
      amount: 5_000,
    })
    expect(await codeOf(toss, cancel, { amount: 15_001 })).toEqual([403, 'NOT_CANCELABLE_AMOUNT'])
    expect((await post(toss, cancel, {})).body).toMatchObject({ amount: 15_000 })
    expect(await codeOf(toss, cancel, {})).toEqual([400, 'ALREADY_CANCELED_PAYMENT'])
    expect(await codeOf(toss, `${RECEIPTS}/nobody/cancel`, {})).toEqual([404, 'NOT_FOUND'])
  })
})
