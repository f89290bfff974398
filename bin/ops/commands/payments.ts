import { type Order, order } from '../../../lambdas/contract/order.ts'
import { ordersOfUser, reopenOrder } from '../../../lambdas/records/payments.ts'
import { type Command, RefusedError } from '../command.ts'
import { isoNow } from '../context.ts'
import { newest, scan } from '../scan.ts'
import { type Column, textTable } from '../text-table.ts'
import { moment } from '../words.ts'

const STATUS: Record<Order['status'], string> = {
  ready: '결제 전',
  waiting: '입금 대기',
  paid: '결제 완료',
  failed: '실패',
  expired: '만료',
  canceled: '취소',
}

export const ORDER_COLUMNS: Column<Order>[] = [
  { heading: '주문', cell: row => moment(row.created_at) },
  { heading: '주문 번호', cell: row => row.order_id },
  { heading: '상태', cell: row => STATUS[row.status] },
  { heading: '토큰', cell: row => row.tokens },
  { heading: '금액', cell: row => row.amount },
  { heading: '취소 금액', cell: row => row.canceled_amount ?? 0 },
  { heading: '못 거둔 토큰', cell: row => row.unrecovered_tokens ?? 0 },
  { heading: '실패', cell: row => row.failure?.code },
]

export const payments: Command = {
  name: 'payments',
  words: '[회원 번호]',
  summary: '주문을 새것부터 보여 줘요',
  options: { open: 'flag', flagged: 'flag', limit: 'text' },
  help: [
    '--open      아직 끝나지 않은 주문만',
    '--flagged   거두지 못한 토큰이 있거나 탈퇴한 회원이 낸 주문만',
    '--limit N   N개까지 (50)',
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
    const owner: Column<Order> = { heading: '회원 번호', cell: row => row.uid }
    return { text: textTable(uid === undefined ? [...ORDER_COLUMNS, owner] : ORDER_COLUMNS, rows), json: rows }
  },
}

export const paymentsRecheck: Command = {
  name: 'payments recheck',
  words: '<주문 번호>',
  summary: '결제사에 주문을 다시 물어보게 해요: 다음 정산 때 (10분 안에)',
  options: {},
  help: ['결제사의 취소 알림이 오지 않은 것 같을 때 써요. 상태가 무엇이든 다시 물어봐요.'],
  async run(context, typed) {
    const orderId = typed.need(0, '주문 번호')
    if (!(await reopenOrder(context.tables, orderId, isoNow(context))))
      throw new RefusedError(`주문 ${orderId}을(를) 찾을 수 없어요.`)
    return { text: `10분 안에 결제사에 다시 물어봐요: ${orderId}`, json: { orderId } }
  },
}
