import { beforeEach, describe, expect, it } from 'vitest'
import type { TaxDocumentWish } from '../../lambdas/contract/tax-document.ts'
import { reconcile } from '../../lambdas/payment/reconcile.ts'
import { requestTaxDocument } from '../../lambdas/payment/request-tax-document.ts'
import { INVOICE_PATIENCE_MS } from '../../lambdas/payment/settle-tax-document.ts'
import { handleWebhook } from '../../lambdas/payment/webhook.ts'
import { amendOrder, retireOrders } from '../../lambdas/records/payments.ts'
import { AT } from '../support/users.ts'
import { type Ordered, refusal, setUpPayments } from './open-deps.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const open = await setUpPayments()

const CASH: TaxDocumentWish = { kind: 'cash_receipt', number: '1248100998', company: '주식회사 자막' }
const INVOICE: TaxDocumentWish = { ...CASH, kind: 'tax_invoice', email: 'tax@jamak.example' }
const UNKNOWN: TaxDocumentWish = { ...CASH, number: '9990000001' }

let uid: string
beforeEach(async () => {
  uid = await open.person()
  open.network.fetch = fetch
})

/** A payment by bank transfer, whose emails are discarded. */
async function bank(options: Ordered = {}) {
  const paid = await open.paid(uid, { method: '계좌이체', ...options })
  return paid
}
const taxDocumentOf = async (orderId: string) => (await open.order(orderId))?.tax_document
const subjects = (text: string) => open.emails.filter(({ subject }) => subject.includes(text)).length
const notice = (orderId: string, paymentKey: string) =>
  handleWebhook(open.deps, { eventType: 'PAYMENT_STATUS_CHANGED', data: { orderId, paymentKey } })

/** Amounts in won of an order's cash receipts at Toss; those of cancellations are negative. */
async function wonAtToss(orderId: string): Promise<number[]> {
  const day = (offset: number) => new Date(open.clock.ms + 9 * 3_600_000 - offset * DAY_MS).toISOString().slice(0, 10)
  const days = await Promise.all([0, 1, 2].map(each => open.toss.api(`/v1/cash-receipts?requestDate=${day(each)}`)))
  const rows = days.flatMap(({ body }) => body.data as { orderId: string; transactionType: string; amount: number }[])
  return rows
    .filter(row => row.orderId === orderId)
    .map(({ transactionType, amount }) => (transactionType === 'CANCEL' ? -amount : amount))
}

describe('the cash receipt of a business', () => {
  it('is issued once for a bank payment, and reported as issued when the tax office has confirmed it', async () => {
    const { orderId } = await bank({ taxDocument: CASH })
    expect(await taxDocumentOf(orderId)).toMatchObject({ status: 'requested', number: CASH.number })
    await reconcile(open.deps)
    await reconcile(open.deps)
    expect(await taxDocumentOf(orderId)).toMatchObject({ status: 'sent', receipt_amount: 20_000 })
    expect(await wonAtToss(orderId)).toEqual([20_000])
    open.clock.ms += DAY_MS
    await reconcile(open.deps)
    expect(await taxDocumentOf(orderId)).toMatchObject({ status: 'issued' })
    expect((await open.test.row('payments', { order_id: orderId }))?.open).toBeUndefined()
  })

  it('waits for the deposit into a virtual account', async () => {
    const { orderId, paymentKey } = await bank({ taxDocument: CASH, method: '가상계좌' })
    await reconcile(open.deps)
    expect(await taxDocumentOf(orderId)).toMatchObject({ status: 'requested' })
    await open.toss.deposit(paymentKey)
    await notice(orderId, paymentKey)
    await reconcile(open.deps)
    expect(await taxDocumentOf(orderId)).toMatchObject({ status: 'sent' })
  })

  it.each(['카드', '간편결제'])('is not requested for a payment with a slip of its own (%s)', async method => {
    const { orderId } = await open.paid(uid, { method, taxDocument: CASH })
    await reconcile(open.deps)
    expect(await taxDocumentOf(orderId)).toMatchObject({ status: 'covered' })
    expect(await wonAtToss(orderId)).toEqual([])
    const { orderId: other } = await open.paid(uid, { method })
    expect(await refusal(requestTaxDocument(open.deps, { uid, orderId: other, wish: CASH }))).toBe('DOCUMENTED_BY_SLIP')
  })

  it('is not requested again if the buyer asked for it in Toss’s window', async () => {
    const { orderId } = await bank({ taxDocument: CASH, ownReceipt: '지출증빙' })
    await reconcile(open.deps)
    expect(await taxDocumentOf(orderId)).toMatchObject({ status: 'issued', url: expect.stringContaining('/receipt') })
    const { orderId: unasked } = await bank({ ownReceipt: '소득공제' })
    expect(await taxDocumentOf(unasked)).toMatchObject({ kind: 'cash_receipt', status: 'issued' })
    expect([...(await wonAtToss(orderId)), ...(await wonAtToss(unasked))]).toEqual([])
  })

  it('that the tax office refuses is reported with the reason, and issued under a corrected number', async () => {
    const { orderId } = await bank({ taxDocument: UNKNOWN })
    await reconcile(open.deps)
    open.clock.ms += DAY_MS
    await reconcile(open.deps)
    expect(await taxDocumentOf(orderId)).toMatchObject({ status: 'refused', reason: expect.stringContaining('[TS1]') })
    expect(open.emails.at(-1)).toMatchObject({ subject: '현금영수증을 발행하지 못했어요' })
    const before = open.emails.length
    await reconcile(open.deps)
    expect(open.emails.length).toBe(before)
  })

  it('that Toss refuses is reported with Toss’s reason', async () => {
    const { orderId } = await bank({ taxDocument: CASH })
    open.network.fetch = async (url, init) =>
      init?.method === 'POST'
        ? Response.json(
            { code: 'INVALID_BUSINESS_NUMBER', message: '사업자 등록번호가 잘못되었습니다.' },
            { status: 400 },
          )
        : fetch(url, init)
    await reconcile(open.deps)
    expect(await taxDocumentOf(orderId)).toMatchObject({
      status: 'refused',
      reason: '사업자 등록번호가 잘못되었습니다.',
    })
    expect(open.emails.at(-1)?.text).toContain('이유: 사업자 등록번호가 잘못되었습니다.')
    open.network.fetch = fetch
    await requestTaxDocument(open.deps, { uid, orderId, wish: CASH })
    await reconcile(open.deps)
    expect(await wonAtToss(orderId)).toEqual([20_000])
  })

  it('that needs the operator is emailed and not tried again', async () => {
    const { orderId } = await bank({ taxDocument: CASH })
    open.network.fetch = async (url, init) =>
      init?.method === 'POST'
        ? Response.json({ code: 'DUPLICATED_CASH_RECEIPT', message: '이미 발급' }, { status: 400 })
        : fetch(url, init)
    await reconcile(open.deps)
    await reconcile(open.deps)
    expect(await taxDocumentOf(orderId)).toMatchObject({ status: 'issued', alerted: true })
    expect(open.emails.filter(({ subject }) => subject.includes(orderId))).toMatchObject([
      { to: 'operator@jamak.example', subject: `[현금영수증] 확인 필요: ${orderId}` },
    ])
  })

  it('is reduced once by each refund, and canceled by the last', async () => {
    const { orderId, paymentKey } = await bank({ taxDocument: CASH })
    await reconcile(open.deps)
    for (const [won, left] of [
      [5_000, 15_000],
      [5_000, 10_000],
      [undefined, 0],
    ] as const) {
      await open.cancel(paymentKey, won)
      await notice(orderId, paymentKey)
      await reconcile(open.deps)
      await reconcile(open.deps)
      expect(await taxDocumentOf(orderId)).toMatchObject({
        receipt_amount: left,
        status: left === 0 ? 'canceled' : 'sent',
      })
    }
    expect(await wonAtToss(orderId)).toEqual([20_000, -5_000, -5_000, -10_000])
  })

  it('is issued for what is left, or not at all, if a refund comes first', async () => {
    const [part, all] = [await bank({ taxDocument: CASH }), await bank({ taxDocument: CASH })]
    await open.cancel(part.paymentKey, 5_000)
    await open.cancel(all.paymentKey)
    await reconcile(open.deps)
    await reconcile(open.deps)
    expect(await wonAtToss(part.orderId)).toEqual([15_000])
    expect(await wonAtToss(all.orderId)).toEqual([])
    expect(await taxDocumentOf(all.orderId)).toMatchObject({ status: 'canceled' })
  })
})

describe('a tax invoice', () => {
  it('reaches the operator once when the order is paid, and again after three days', async () => {
    const before = subjects('[세금계산서]')
    const { orderId, paymentKey } = await bank({ taxDocument: INVOICE })
    await reconcile(open.deps)
    expect(subjects('[세금계산서]') - before).toBe(1)
    const { to, text } = open.emails.at(-1) ?? {}
    expect(to).toBe('operator@jamak.example')
    for (const fact of [
      '124-81-00998',
      '주식회사 자막',
      'tax@jamak.example',
      '20,000원 (공급가액 18,182원, 부가세 1,818원)',
    ])
      expect(text).toContain(fact)
    expect(await wonAtToss(orderId)).toEqual([])
    open.clock.ms += INVOICE_PATIENCE_MS
    await reconcile(open.deps)
    await reconcile(open.deps)
    expect(subjects('사흘 동안') - before).toBe(1)
    expect((await open.test.row('payments', { order_id: orderId }))?.open).toBeUndefined()
    await open.cancel(paymentKey)
    await notice(orderId, paymentKey)
    await reconcile(open.deps)
    expect(await taxDocumentOf(orderId)).toMatchObject({ status: 'canceled' })
    expect(subjects('사흘 동안') - before).toBe(1)
  })

  it('is canceled with its payment, and amended by the operator if it was issued', async () => {
    const [early, late] = [await bank({ taxDocument: INVOICE }), await bank({ taxDocument: INVOICE })]
    await amendOrder(open.deps.tables, late.orderId, AT, ({ tax_document: document }) => ({
      change: { tax_document: document && { ...document, status: 'issued' } },
    }))
    for (const { orderId, paymentKey } of [early, late]) {
      await open.cancel(paymentKey)
      await notice(orderId, paymentKey)
      await reconcile(open.deps)
    }
    expect(await taxDocumentOf(early.orderId)).toMatchObject({ status: 'canceled' })
    expect(open.emails.filter(({ subject }) => subject === `[세금계산서] 수정 필요: ${late.orderId}`)).toHaveLength(1)
    expect(subjects(`수정 필요: ${early.orderId}`)).toBe(0)
  })
})

describe('a tax document requested after the payment', () => {
  it('is taken once, for the buyer’s own bank payment only', async () => {
    const ask = (orderId: string, wish = CASH, by = uid) =>
      refusal(requestTaxDocument(open.deps, { uid: by, orderId, wish }))
    const { orderId } = await bank()
    expect(await ask(orderId, CASH, await open.person())).toBe('NO_ORDER')
    const view = await requestTaxDocument(open.deps, { uid, orderId, wish: CASH })
    expect(view.order.taxDocument).toMatchObject({ kind: 'cash_receipt', status: 'requested', number: CASH.number })
    expect(await ask(orderId)).toBeUndefined()
    expect(await ask(orderId, { ...CASH, number: '2208162517' })).toBe('TAX_DOCUMENT_EXISTS')
    expect(await ask(orderId, { ...CASH, company: '주식회사 새 이름' })).toBe('TAX_DOCUMENT_EXISTS')
    await reconcile(open.deps)
    expect(await ask(orderId)).toBe('TAX_DOCUMENT_EXISTS')
    expect(await wonAtToss(orderId)).toEqual([20_000])
    expect(await ask((await open.ordered(uid)).orderId)).toBe('NOTHING_TO_DOCUMENT')
  })

  it('loses its address when the buyer leaves, and keeps the rest for the tax office', async () => {
    const { orderId } = await bank()
    await requestTaxDocument(open.deps, { uid, orderId, wish: INVOICE })
    expect(await open.order(orderId)).toMatchObject({ tax_document_email: 'tax@jamak.example' })
    await retireOrders(open.deps.tables, uid, AT)
    expect(await open.order(orderId)).toMatchObject({ tax_document: { number: INVOICE.number } })
    expect((await open.order(orderId))?.tax_document_email).toBeUndefined()
  })
})
