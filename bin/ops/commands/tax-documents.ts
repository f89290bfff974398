import { type Order, order } from '../../../lambdas/contract/order.ts'
import { vatOf, writeBusinessNumber } from '../../../lambdas/contract/tax-document.ts'
import { sendNow } from '../../../lambdas/email/send-owed.ts'
import { writeLog } from '../../../lambdas/records/activity-log.ts'
import { amendOrder } from '../../../lambdas/records/payments.ts'
import { UsageError } from '../arguments.ts'
import { type Command, RefusedError } from '../command.ts'
import { isoNow } from '../context.ts'
import { newest, scan } from '../scan.ts'
import { type Column, moment, textTable } from '../text-table.ts'

/** The amount in won that the tax document states: the payment minus its cancellations. */
const sumOf = ({ amount, canceled_amount = 0 }: Order): number => amount - canceled_amount

const COLUMNS: Column<Order>[] = [
  { heading: 'paid', cell: row => moment(row.paid_at) },
  { heading: 'order', cell: row => row.order_id },
  { heading: 'document', cell: row => row.tax_document?.kind },
  { heading: 'status', cell: row => row.tax_document?.status },
  { heading: 'won', cell: sumOf },
  { heading: 'VAT', cell: row => vatOf(sumOf(row)) },
  { heading: 'number', cell: row => row.tax_document?.number && writeBusinessNumber(row.tax_document.number) },
  { heading: 'company', cell: row => row.tax_document?.company },
  { heading: 'email', cell: row => row.tax_document_email },
]

/** Whether the operator has to act. */
const isWaiting = ({ paid_at, tax_document: document }: Order): boolean =>
  paid_at !== undefined &&
  ((document?.kind === 'tax_invoice' && document.status === 'requested') || document?.alerted === true)

export const taxDocuments: Command = {
  name: 'tax-documents',
  words: '',
  summary: 'lists tax invoices to issue and cash receipts to check, newest first',
  options: { all: 'flag', limit: 'text' },
  help: ['--all       every tax document, not only those that need action', '--limit N   at most N of them (50)'],
  async run({ tables }, typed) {
    const wanted = (row: Order) => (typed.flag('all') ? row.tax_document !== undefined : isWaiting(row))
    async function* found() {
      for await (const row of scan(tables, 'payments', order)) if (wanted(row)) yield row
    }
    const rows = await newest(found(), typed.count('limit', 50), row => row.created_at)
    return { text: textTable(COLUMNS, rows), json: rows }
  },
}

export const taxDocumentsClose: Command = {
  name: 'tax-documents close',
  words: '<order>',
  summary: 'closes a tax invoice that was issued or refused, or a cash receipt that was checked, and emails the user',
  options: { refused: 'text' },
  help: ['--refused T  was not issued, for this reason, which the user reads (in Korean); without it: was issued'],
  async run(context, typed) {
    const orderId = typed.need(0, 'order')
    const reason = typed.text('refused')?.trim()
    if (reason === '') throw new UsageError('--refused needs a reason.')
    const at = isoNow(context)
    const status = reason === undefined ? ('issued' as const) : ('refused' as const)
    const closed = await amendOrder(context.tables, orderId, at, before => {
      const { tax_document: document } = before
      if (!document || !isWaiting(before)) throw new RefusedError(`${orderId} has no tax document that needs action.`)
      // A receipt whose cancellation was done by hand keeps its status.
      const isInvoice = document.kind === 'tax_invoice' || document.status === 'sent'
      const checked = {
        ...document,
        alerted: undefined,
        ...(document.receipt_key && { receipt_amount: sumOf(before) }),
      }
      if (!isInvoice) return { change: { tax_document: checked } }
      return {
        change: { tax_document: { ...checked, status, reason } },
        emails: [`tax_document#${document.requested_at}`],
      }
    })
    if (!closed) throw new RefusedError(`There is no order ${orderId}.`)
    const { uid, tax_document: document } = closed.order
    await writeLog(context.tables, { uid, action: 'tax_document', details: { orderId, status, reason }, at })
    const kind = `tax_document#${document?.requested_at ?? ''}`
    const isTold = await sendNow(context, { about: 'order', uid, orderId, kind })
    const text = `Closed as ${document?.status ?? status}. ${isTold ? 'The user was emailed.' : 'No email has been sent yet.'}`
    return { text, json: { orderId, status: document?.status } }
  },
}
