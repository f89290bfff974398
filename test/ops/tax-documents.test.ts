import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Order } from '../../lambdas/contract/order.ts'
import type { TaxDocument } from '../../lambdas/contract/tax-document.ts'
import { sendAllOwed } from '../../lambdas/email/send-owed.ts'
import { amendOrder, newOrderRow, readOrder } from '../../lambdas/records/payments.ts'
import { write } from '../../lambdas/records/transaction.ts'
import { openMailbox } from '../email/mailbox.ts'
import { AT, newUser } from '../support/users.ts'
import { type OpenOps, openOps } from './open-ops.ts'

let open: OpenOps
beforeAll(async () => {
  open = await openOps()
})
afterAll(() => open.test.close())

/** A paid order with this tax document. */
async function orderWith(
  orderId: string,
  document: Partial<TaxDocument>,
  changes: Partial<Order> = {},
): Promise<string> {
  const { tables } = open.test
  const { uid } = await newUser(tables)
  const order: Order = {
    order_id: orderId,
    uid,
    package: 'tokens-430',
    tokens: 430,
    amount: 20_000,
    status: 'ready',
    created_at: AT,
    version: 0,
  }
  await write(tables, newOrderRow(tables, order))
  const wish = { kind: 'tax_invoice', status: 'requested', number: '1248100998', requested_at: AT } as const
  const paid = {
    status: 'paid',
    paid_at: AT,
    method: '계좌이체',
    tax_document_email: 'tax@jamak.example',
    ...changes,
  } as const
  await amendOrder(tables, orderId, AT, () => ({ change: { ...paid, tax_document: { ...wish, ...document } } }))
  return uid
}

const listed = async (...words: string[]) => {
  const rows = (await open.json('tax-documents', ...words)) as Order[]
  return rows.map(row => row.order_id).sort()
}
const taxDocumentOf = async (orderId: string) => (await readOrder(open.test.tables, orderId))?.tax_document

describe('the commands for tax documents', () => {
  it('list what needs the operator, with the sum, its tax and the recipient of the invoice', async () => {
    await orderWith('order-invoice', { company: '주식회사 자막' }, { canceled_amount: 5_000 })
    await orderWith('order-unpaid', {}, { status: 'waiting', paid_at: undefined })
    await orderWith('order-issued', { status: 'issued' })
    await orderWith('order-stuck', { kind: 'cash_receipt', status: 'sent', alerted: true, receipt_key: 'key' })
    expect(await listed()).toEqual(['order-invoice', 'order-stuck'])
    expect(await listed('--all')).toHaveLength(4)
    const { out } = await open.ops('tax-documents')
    for (const text of ['15,000', '1,364', '124-81-00998', '주식회사 자막', 'tax@jamak.example'])
      expect(out).toContain(text)
  })

  it('close an invoice as issued or refused, once, and owe the user an email with the reason', async () => {
    const { tables } = open.test
    await orderWith('order-close', {})
    await orderWith('order-refuse', {})
    const issued = await open.ops('tax-documents', 'close', 'order-close')
    expect(issued).toMatchObject({ code: 0, out: 'Closed as issued. No email has been sent yet.\n' })
    expect((await open.ops('tax-documents', 'close', 'order-refuse', '--refused', '휴업 중인 사업자예요.')).code).toBe(
      0,
    )
    expect(await taxDocumentOf('order-close')).toMatchObject({ status: 'issued' })
    expect(await taxDocumentOf('order-refuse')).toMatchObject({ status: 'refused', reason: '휴업 중인 사업자예요.' })
    const again = await open.ops('tax-documents', 'close', 'order-close')
    expect(again).toMatchObject({ code: 1, error: 'order-close has no tax document that needs action.\n' })
    expect((await open.ops('tax-documents', 'close', 'nobody')).error).toBe('There is no order nobody.\n')
    expect((await open.ops('tax-documents', 'close', 'order-refuse', '--refused', ' ')).code).toBe(2)

    const mailbox = openMailbox(tables)
    await sendAllOwed(mailbox.deps)
    const told = mailbox.sent.filter(({ subject }) => subject.includes('세금계산서'))
    expect(told.map(({ subject }) => subject).sort()).toEqual([
      '세금계산서를 발행하지 못했어요',
      '세금계산서를 발행했어요',
    ])
    expect(told.find(({ subject }) => subject.includes('못'))?.text).toContain('이유: 휴업 중인 사업자예요.')
  })

  it('let a cash receipt that was corrected by hand go on without its alert', async () => {
    await orderWith('order-checked', {
      kind: 'cash_receipt',
      status: 'issued',
      alerted: true,
      receipt_key: 'key',
      receipt_amount: 20_000,
    })
    expect((await open.ops('tax-documents', 'close', 'order-checked')).code).toBe(0)
    const document = await taxDocumentOf('order-checked')
    expect(document).toMatchObject({ status: 'issued', receipt_amount: 20_000 })
    expect(document?.alerted).toBeUndefined()
  })
})
