import { TableCell, TableRow } from '@aws-amplify/ui-react'
import { useQuery } from '@tanstack/react-query'
import type { Receipt } from '../../lambdas/contract/routes.ts'
import { pieces, won } from '../format.ts'
import { Failed, Loading } from '../layout/states.tsx'
import { KEYS } from '../queries.ts'
import { useServices } from '../services.ts'
import { ACCOUNT } from '../texts/account.ts'
import { CHECKOUT } from '../texts/tokens.ts'
import { HistoryTable, Time } from './history-table.tsx'

/** Every order, with the provider's receipt where there is one. */
export function Receipts() {
  const { api } = useServices()
  const payments = useQuery({ queryKey: KEYS.payments, queryFn: ({ signal }) => api('listPayments', { signal }) })
  const orders = payments.data?.orders
  return (
    <section>
      <h2 id="receipts-title">{ACCOUNT.receipts}</h2>
      {payments.isPending && <Loading />}
      {payments.isError && !orders && <Failed error={payments.error} onRetry={() => void payments.refetch()} />}
      {orders?.length === 0 && <p className="muted">{ACCOUNT.receiptsEmpty}</p>}
      {orders && orders.length > 0 && <ReceiptsTable orders={orders} />}
    </section>
  )
}

function ReceiptsTable({ orders }: { orders: readonly Receipt[] }) {
  const { time, what, amount, status } = ACCOUNT.receiptsColumns
  return (
    <HistoryTable
      labelledBy="receipts-title"
      columns={[{ name: time }, { name: what }, { name: amount, isAmount: true }, { name: status }]}
    >
      {orders.map(order => (
        <TableRow key={order.order_id}>
          <TableCell>
            <Time iso={order.paid_at ?? order.created_at} />
          </TableCell>
          <TableCell>{CHECKOUT.tokens(pieces(order.tokens))}</TableCell>
          <TableCell className="amount">{won(order.amount)}</TableCell>
          <TableCell>
            {ACCOUNT.statuses[order.status]}
            {order.receipt_url && (
              <a className="receipt-link" href={order.receipt_url} target="_blank" rel="noreferrer">
                {ACCOUNT.receipt}
              </a>
            )}
          </TableCell>
        </TableRow>
      ))}
    </HistoryTable>
  )
}
