import { type Order, order } from '../../../lambdas/contract/order.ts'
import { ordersOfUser, reopenOrder } from '../../../lambdas/records/payments.ts'
import { type Command, RefusedError } from '../command.ts'
import { isoNow } from '../context.ts'
import { newest, scan } from '../scan.ts'
import { type Column, moment, textTable } from '../text-table.ts'

export const ORDER_COLUMNS: Column<Order>[] = [
  { heading: 'ordered', cell: row => moment(row.created_at) },
  { heading: 'order', cell: row => row.order_id },
  { heading: 'status', cell: row => row.status },
  { heading: 'tokens', cell: row => row.tokens },
  { heading: 'won', cell: row => row.amount },
  { heading: 'canceled', cell: row => row.canceled_amount ?? 0 },
  { heading: 'unrecovered', cell: row => row.unrecovered_tokens ?? 0 },
  { heading: 'failure', cell: row => row.failure?.code },
]

export const payments: Command = {
  name: 'payments',
  words: '[uid]',
  summary: 'lists orders, newest first',
  options: { open: 'flag', flagged: 'flag', limit: 'text' },
  help: [
    '--open      only orders that are still open',
    '--flagged   only orders with unrecovered tokens, or paid by a user who has left',
    '--limit N   at most N of them (50)',
  ],
  async run({ tables }, typed) {
    const uid = typed.word(0)
    const most = typed.count('limit', 50)
    const wanted = (row: Order) =>
      (!typed.flag('open') || row.status === 'ready' || row.status === 'waiting') &&
      (!typed.flag('flagged') || (row.unrecovered_tokens ?? 0) > 0 || row.failure?.code === 'NO_USER')
    async function* all() {
      const rows = uid === undefined ? scan(tables, 'payments', order) : await ordersOfUser(tables, uid, 1000)
      for await (const row of rows) if (wanted(row)) yield row
    }
    const rows = await newest(all(), most, row => row.created_at)
    const owner: Column<Order> = { heading: 'uid', cell: row => row.uid }
    return { text: textTable(uid === undefined ? [...ORDER_COLUMNS, owner] : ORDER_COLUMNS, rows), json: rows }
  },
}

export const paymentsRecheck: Command = {
  name: 'payments recheck',
  words: '<order>',
  summary: 'makes the reconciler check an order with Toss again within 10 minutes',
  options: {},
  help: ['For a webhook of Toss that seems lost. Works for an order in any status.'],
  async run(context, typed) {
    const orderId = typed.need(0, 'order')
    if (!(await reopenOrder(context.tables, orderId, isoNow(context))))
      throw new RefusedError(`There is no order ${orderId}.`)
    return { text: `${orderId} will be checked with Toss within 10 minutes.`, json: { orderId } }
  },
}
