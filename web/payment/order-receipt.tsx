import type { Receipt } from '../../lambdas/contract/order.ts'
import { dateAndTime } from '../../lambdas/contract/time.ts'
import { pieces, won } from '../shared/format.ts'
import { Button, ButtonLink } from '../shared/layout/button.tsx'
import { CheckIcon } from '../shared/layout/icons.tsx'
import { Page } from '../shared/layout/page.tsx'
import { showToast } from '../shared/layout/toasts.tsx'
import { useHasKeptVideo } from '../shared/personal-data.ts'
import { PRICE } from '../shared/texts.ts'
import { FAIL, SUCCESS } from './texts.ts'

/** An order that Toss has decided: paid, waiting for a deposit, canceled or refused. */
export function OrderReceipt({ order, balance }: { order: Receipt; balance: number }) {
  const { title, text } = wordsFor(order)
  const settled = order.status === 'paid' || order.status === 'waiting'
  return (
    <Page title={title} heading={false}>
      <div className="receipt card" data-status={order.status}>
        <div className="receipt-head" role="status">
          {order.status === 'paid' && (
            <span className="receipt-mark">
              <CheckIcon />
            </span>
          )}
          <h1 tabIndex={-1}>{title}</h1>
          <p className="muted">{text}</p>
        </div>
        <OrderFacts order={order} balance={balance} />
        {order.virtualAccount && order.status === 'waiting' && <CopyAccount number={order.virtualAccount.number} />}
        {settled ? <NextSteps order={order} /> : <TryAgain order={order} />}
      </div>
    </Page>
  )
}

function wordsFor(order: Receipt): { title: string; text: string } {
  if (order.status === 'paid') return { title: SUCCESS.titlePaid, text: SUCCESS.paid(pieces(order.tokens)) }
  if (order.status === 'waiting')
    return { title: SUCCESS.titleWaiting, text: `${SUCCESS.waiting} ${SUCCESS.waitingHere}` }
  if (order.status === 'canceled') return { title: SUCCESS.titleCanceled, text: FAIL.canceled }
  return { title: FAIL.title, text: `${order.failure?.message ?? FAIL.unknown} ${FAIL.notCharged}` }
}

function OrderFacts({ order, balance }: { order: Receipt; balance: number }) {
  const account = order.virtualAccount
  const rows: Array<readonly [term: string, value: string]> = [
    [SUCCESS.product, PRICE.tokens(pieces(order.tokens))],
    [SUCCESS.amount, won(order.amount)],
    ...(account
      ? ([
          [SUCCESS.account, `${account.bank} ${account.number}`],
          [SUCCESS.due, timeText(account.due)],
        ] as const)
      : []),
    ...(order.method ? ([[SUCCESS.method, order.method]] as const) : []),
    ...(order.paidAt ? ([[SUCCESS.time, timeText(order.paidAt)]] as const) : []),
    [SUCCESS.order, order.orderId],
    ...(order.status === 'paid' ? ([[SUCCESS.balance, pieces(balance)]] as const) : []),
  ]
  return (
    <dl className="facts numbers">
      {rows.map(([term, value]) => (
        <div key={term} className="facts-row">
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function CopyAccount({ number }: { number: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(number)
      showToast({ kind: 'done', text: SUCCESS.copied })
    } catch (error) {
      console.warn(error)
      showToast({ kind: 'error', text: SUCCESS.notCopied })
    }
  }
  return (
    <Button kind="outline" wide onClick={() => void copy()}>
      {SUCCESS.copyAccount}
    </Button>
  )
}

function timeText(iso: string): string {
  const { date, time } = dateAndTime(iso)
  return `${date} ${time}`
}

function NextSteps({ order }: { order: Receipt }) {
  const videoWaits = useHasKeptVideo()
  return (
    <div className="receipt-actions">
      {order.status === 'paid' && (
        <ButtonLink to="/" kind="primary" size="large" wide>
          {videoWaits ? SUCCESS.continueVideo : SUCCESS.upload}
        </ButtonLink>
      )}
      {order.receiptUrl && (
        <a className="button" data-kind="outline" href={order.receiptUrl} target="_blank" rel="noreferrer">
          {SUCCESS.receipt}
        </a>
      )}
      <ButtonLink to="/account#receipts-title" kind="plain">
        {SUCCESS.history}
      </ButtonLink>
    </div>
  )
}

function TryAgain({ order }: { order: Receipt }) {
  return (
    <div className="receipt-actions">
      <ButtonLink to={`/checkout?package=${order.package}`} kind="primary" size="large" wide>
        {SUCCESS.again}
      </ButtonLink>
    </div>
  )
}
