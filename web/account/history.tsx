import { useInfiniteQuery, useIsFetching, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { Movement } from '../../lambdas/contract/movement.ts'
import type { Receipt } from '../../lambdas/contract/order.ts'
import { nameOfTitle } from '../../lambdas/contract/title.ts'
import { count, pieces, won } from '../shared/format.ts'
import { Button } from '../shared/layout/button.tsx'
import { Awaited } from '../shared/layout/states.tsx'
import { Time } from '../shared/layout/time.tsx'
import { KEYS } from '../shared/queries.ts'
import { useServices } from '../shared/services.ts'
import { PRICE } from '../shared/texts.ts'
import { ledgerLines } from './ledger-lines.ts'
import { ACCOUNT } from './texts.ts'

/** Anchor of the receipts: `/account#receipts-title`. */
export const RECEIPTS = 'receipts-title'

/** Codes of a payment that the user stopped. */
const STOPPED_BY_USER = ['PAY_PROCESS_CANCELED', 'USER_CANCEL']

const FIRST_PAGE: string | undefined = undefined

/** The token history, page by page: holds, settlements, refunds and purchases. */
export function TokenHistory() {
  const { api } = useServices()
  const movementPages = useInfiniteQuery({
    queryKey: KEYS.movements,
    queryFn: ({ pageParam, signal }) => api('movements', { query: { cursor: pageParam }, signal }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: last => last.cursor,
  })
  const movements = movementPages.data?.pages.flatMap(page => page.movements) ?? []
  return (
    <section>
      <h2 className="visually-hidden" id="history-title">
        {ACCOUNT.history}
      </h2>
      <Awaited query={movementPages} />
      {movementPages.isSuccess && movements.length === 0 && <p className="muted">{ACCOUNT.historyEmpty}</p>}
      {movements.length > 0 && <MovementsTable movements={movements} />}
      {movementPages.hasNextPage && (
        <Button wide disabled={movementPages.isFetchingNextPage} onClick={() => void movementPages.fetchNextPage()}>
          {ACCOUNT.more}
        </Button>
      )}
    </section>
  )
}

function MovementsTable({ movements }: { movements: readonly Movement[] }) {
  const { time, what, amount, balance } = ACCOUNT.historyColumns
  return (
    <HistoryTable
      labelledBy="history-title"
      columns={[{ name: time }, { name: what }, { name: amount, isAmount: true }, { name: balance, isAmount: true }]}
    >
      {ledgerLines(movements).map(movement => (
        <tr key={movement.movement}>
          <td>
            <Time iso={movement.at} />
          </td>
          <td>
            {kindOf(movement)}
            {movement.note && <span className="history-note muted small">{nameOfTitle(movement.note)}</span>}
          </td>
          <td className="amount" data-sign={Math.sign(movement.amount)}>
            {signed(movement.amount)}
          </td>
          <td className="amount">{count(movement.balance)}</td>
        </tr>
      ))}
    </HistoryTable>
  )
}

/** Name of a movement's kind: the part of its id before the `#`. */
function kindOf({ movement }: Movement): string {
  const cause = movement.split('#')[0]
  const known = Object.entries(ACCOUNT.movements).find(([name]) => name === cause)
  return known?.[1] ?? ACCOUNT.movements.other
}

function signed(amount: number): string {
  return amount > 0 ? `+${count(amount)}` : count(amount).replace('-', '−')
}

/** The user's orders, each with a link to the payment provider's receipt if there is one. */
export function Receipts() {
  const { api } = useServices()
  const payments = useQuery({ queryKey: KEYS.payments, queryFn: ({ signal }) => api('listPayments', { signal }) })
  const orders = payments.data?.orders
  const heading = useRef<HTMLHeadingElement>(null)
  const { hash } = useLocation()
  const isLoaded = useIsFetching() === 0
  // Emails link to this anchor, but the section does not exist yet when the browser looks for it.
  useEffect(() => {
    if (isLoaded && hash === `#${RECEIPTS}`) heading.current?.focus()
  }, [isLoaded, hash])
  return (
    <section>
      <h2 className="visually-hidden" ref={heading} id={RECEIPTS} tabIndex={-1}>
        {ACCOUNT.receipts}
      </h2>
      <Awaited query={payments} />
      {orders?.length === 0 && <p className="muted">{ACCOUNT.receiptsEmpty}</p>}
      {orders && orders.length > 0 && <ReceiptsTable orders={orders} />}
    </section>
  )
}

function ReceiptsTable({ orders }: { orders: readonly Receipt[] }) {
  const { time, what, amount, status } = ACCOUNT.receiptsColumns
  return (
    <HistoryTable
      labelledBy={RECEIPTS}
      columns={[{ name: time }, { name: what }, { name: amount, isAmount: true }, { name: status }]}
    >
      {orders.map(order => (
        <tr key={order.orderId}>
          <td>
            <Time iso={order.paidAt ?? order.createdAt} />
          </td>
          <td>{PRICE.tokens(pieces(order.tokens))}</td>
          <td className="amount">{won(order.amount)}</td>
          <td>
            {ACCOUNT.statuses[statusOf(order)]}
            {order.receiptUrl && (
              <a className="receipt-link" href={order.receiptUrl} target="_blank" rel="noreferrer">
                {ACCOUNT.receipt}
              </a>
            )}
          </td>
        </tr>
      ))}
    </HistoryTable>
  )
}

/** A payment that the user stopped did not fail, and one that was canceled before it was paid is not refunded. */
function statusOf({ status, failure, canceledAmount }: Receipt): keyof typeof ACCOUNT.statuses {
  if (status === 'canceled' && !canceledAmount) return 'stopped'
  return status === 'failed' && STOPPED_BY_USER.includes(failure?.code ?? '') ? 'stopped' : status
}

interface HistoryTableProps {
  /** Id of the heading that labels the table. */
  labelledBy: string
  columns: readonly { name: string; isAmount?: boolean }[]
  children: ReactNode
}

function HistoryTable({ labelledBy, columns, children }: HistoryTableProps) {
  return (
    <table className="table history" aria-labelledby={labelledBy}>
      <thead>
        <tr>
          {columns.map(({ name, isAmount }) => (
            <th key={name} scope="col" className={isAmount ? 'amount' : undefined}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}
