import { useInfiniteQuery, useIsFetching, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { Movement } from '../../lambdas/contract/movement.ts'
import type { Receipt } from '../../lambdas/contract/order.ts'
import { dateAndMinute } from '../../lambdas/contract/time.ts'
import { nameOfTitle } from '../../lambdas/contract/title.ts'
import { CopyAccount } from '../shared/copy-account.tsx'
import { count, pieces, won } from '../shared/format.ts'
import { Badge, type BadgeKind } from '../shared/layout/badge.tsx'
import { Button, ButtonLink } from '../shared/layout/button.tsx'
import { Awaited, Empty } from '../shared/layout/states.tsx'
import { Time } from '../shared/layout/time.tsx'
import { lazyWithPreload } from '../shared/lazy-with-preload.tsx'
import { BANK_ACCOUNT } from '../shared/member-texts.ts'
import { KEYS, paymentsQuery } from '../shared/queries.ts'
import { useServices } from '../shared/services.ts'
import { TAX_DOCUMENT } from '../shared/tax-document/texts.ts'
import { PRICE } from '../shared/texts.ts'
import { HistoryTable, nameOfMovement, signed } from './history-table.tsx'
import { ledgerLines } from './ledger-lines.ts'
import { OrderTaxDocument } from './order-tax-document.tsx'
import { ACCOUNT, STATEMENT } from './texts.ts'

/** A separate chunk, because few users print a statement. */
const StatementDialog = lazyWithPreload(() => import('./statement-dialog.tsx'))

/** Anchor of the receipts: `/account#receipts-title`. */
export const RECEIPTS = 'receipts-title'

const BADGES: Record<keyof typeof ACCOUNT.statuses, BadgeKind> = {
  ready: 'waiting',
  waiting: 'waiting',
  paid: 'good',
  failed: 'bad',
  stopped: 'ended',
  expired: 'ended',
  canceled: 'returned',
}

/** Codes of a payment that the user stopped. */
const STOPPED_BY_USER = ['PAY_PROCESS_CANCELED', 'USER_CANCEL']

const FIRST_PAGE: string | undefined = undefined

/** The token history, page by page: holds, settlements, refunds and purchases. */
export function TokenHistory({ token }: { token: number }) {
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
      <div className="history-head">
        <div>
          <h2 className="visually-hidden" id="history-title">
            {ACCOUNT.history}
          </h2>
          <p className="muted">{ACCOUNT.balance}</p>
          <p className="history-balance numbers">{pieces(token)}</p>
        </div>
        <ButtonLink to="/addtoken" kind="soft">
          {ACCOUNT.charge}
        </ButtonLink>
      </div>
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
      cards
      labelledBy="history-title"
      columns={[{ name: time }, { name: what }, { name: amount, isAmount: true }, { name: balance, isAmount: true }]}
    >
      {ledgerLines(movements).map(movement => (
        <tr key={movement.movement}>
          <td className="when">
            <Time iso={movement.at} />
          </td>
          <td className="what">
            {nameOfMovement(movement)}
            {movement.note && <span className="history-note muted small">{nameOfTitle(movement.note)}</span>}
          </td>
          <td className="amount" data-sign={Math.sign(movement.amount)}>
            {signed(movement.amount)}
          </td>
          <td className="amount muted" data-label={balance}>
            {count(movement.balance)}
          </td>
        </tr>
      ))}
    </HistoryTable>
  )
}

/** The user's orders, each with a link to the payment provider's receipt if there is one. */
export function Receipts() {
  const { api } = useServices()
  const payments = useQuery(paymentsQuery(api))
  const [isStating, setIsStating] = useState(false)
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
      {orders?.length === 0 && (
        <Empty
          title={ACCOUNT.receiptsEmpty}
          text={ACCOUNT.receiptsComing}
          action={
            <ButtonLink to="/addtoken" kind="primary">
              {ACCOUNT.charge}
            </ButtonLink>
          }
        />
      )}
      {orders && orders.length > 0 && (
        <div className="history-head">
          <p className="muted">{TAX_DOCUMENT.bySlip}</p>
          <Button kind="outline" onClick={() => setIsStating(true)}>
            {STATEMENT.open}
          </Button>
        </div>
      )}
      {orders && orders.length > 0 && <ReceiptsTable orders={orders} />}
      {orders && isStating && <StatementDialog orders={orders} onClose={() => setIsStating(false)} />}
    </section>
  )
}

function ReceiptsTable({ orders }: { orders: readonly Receipt[] }) {
  const { time, what, amount, status, documents } = ACCOUNT.receiptsColumns
  return (
    <HistoryTable
      cards
      labelledBy={RECEIPTS}
      columns={[
        { name: time },
        { name: what },
        { name: amount, isAmount: true },
        { name: status },
        { name: documents },
      ]}
    >
      {orders.map(order => (
        <tr key={order.orderId} data-state={BADGES[statusOf(order)]}>
          <td className="when">
            <Time iso={order.paidAt ?? order.createdAt} />
          </td>
          <td className="what">
            {PRICE.tokens(pieces(order.tokens))}
            {order.method && <span className="history-note muted small">{order.method}</span>}
          </td>
          <td className="amount">{won(order.amount)}</td>
          <td>
            <Badge kind={BADGES[statusOf(order)]}>{ACCOUNT.statuses[statusOf(order)]}</Badge>
          </td>
          <td className="documents">
            {order.receiptUrl && (
              <a className="receipt-link" href={order.receiptUrl} target="_blank" rel="noreferrer">
                {ACCOUNT.receipt}
              </a>
            )}
            {order.status === 'waiting' && order.virtualAccount && (
              <>
                <p className="muted small">{BANK_ACCOUNT.name}</p>
                <p>{ACCOUNT.payTo(order.virtualAccount)}</p>
                <p className="muted small">{ACCOUNT.payUntil(dateAndMinute(order.virtualAccount.due))}</p>
                <CopyAccount number={order.virtualAccount.number} kind="outline" size="small" />
              </>
            )}
            <OrderTaxDocument order={order} />
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
