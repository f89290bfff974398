import { AMOUNT_DIFFERS, type Receipt } from '../../lambdas/contract/order.ts'
import { dateAndTime } from '../../lambdas/contract/time.ts'
import { CopyAccount } from '../shared/copy-account.tsx'
import { pieces, won } from '../shared/format.ts'
import { ButtonLink } from '../shared/layout/button.tsx'
import { BANK_ACCOUNT } from '../shared/member-texts.ts'
import { useHasKeptVideo } from '../shared/personal-data.ts'
import { useMe } from '../shared/queries.ts'
import { TAX_DOCUMENT, taxDocumentText } from '../shared/tax-document/texts.ts'
import { PRICE } from '../shared/texts.ts'
import { refusalHelp } from './refusal-help.ts'
import { MAIN, ResultCard } from './result-card.tsx'
import { FAIL, SUCCESS } from './texts.ts'

/** An order that Toss has decided: paid, waiting for a deposit, canceled or refused. */
export function OrderReceipt({ order, balance }: { order: Receipt; balance: number }) {
  const { data: me } = useMe()
  return (
    <ResultCard
      {...wordsFor(order)}
      facts={factsOf(order, balance, me?.name)}
      orderId={order.orderId}
      code={order.failure?.code}
    >
      <NextSteps order={order} />
    </ResultCard>
  )
}

function wordsFor(order: Receipt) {
  if (order.status === 'paid')
    return { outcome: 'paid', title: SUCCESS.titlePaid, text: SUCCESS.paid(pieces(order.tokens)) } as const
  if (order.status === 'waiting')
    return { outcome: 'waiting', title: SUCCESS.titleWaiting, text: SUCCESS.waiting } as const
  if (order.status === 'canceled')
    return {
      outcome: order.canceledAmount ? 'refunded' : 'canceled',
      title: order.canceledAmount ? SUCCESS.titleRefunded : SUCCESS.titleCanceled,
      // Only an order that was paid has an amount to return.
      text: order.canceledAmount ? SUCCESS.refunded(won(order.canceledAmount)) : FAIL.canceled,
    } as const
  // Money may have been taken, so the page neither says that nothing was charged nor offers to pay again.
  if (isDiffering(order))
    return { outcome: 'refused', title: FAIL.differs, text: order.failure?.message ?? '' } as const
  const reason = refusalHelp(order.failure?.code ?? '', order.failure?.message)
  return { outcome: 'refused', title: FAIL.title, text: `${reason} ${FAIL.notCharged}` } as const
}

const isDiffering = ({ failure }: Receipt) => failure?.code === AMOUNT_DIFFERS

/** `holder`: the user's name, under which Toss issues the account. */
export function factsOf(order: Receipt, balance: number, holder?: string): (readonly [term: string, value: string])[] {
  const account = order.status === 'waiting' ? order.virtualAccount : undefined
  const isPaid = order.status === 'paid' || order.canceledAmount !== undefined
  return [
    [account ? SUCCESS.toPay : isPaid ? SUCCESS.amount : SUCCESS.ordered, won(order.amount)],
    ...(account
      ? ([
          [BANK_ACCOUNT.name, `${account.bank} ${account.number}`],
          ...(holder ? ([[SUCCESS.holder, holder]] as const) : []),
          [SUCCESS.due, timeText(account.due)],
        ] as const)
      : []),
    [SUCCESS.product, PRICE.tokens(pieces(order.tokens))],
    ...(order.method ? ([[SUCCESS.method, order.method]] as const) : []),
    ...(order.paidAt ? ([[SUCCESS.time, timeText(order.paidAt)]] as const) : []),
    ...(order.taxDocument ? ([[TAX_DOCUMENT.name, taxDocumentText(order.taxDocument)]] as const) : []),
    ...(order.status === 'paid' ? ([[SUCCESS.balance, pieces(balance)]] as const) : []),
  ]
}

function timeText(iso: string): string {
  const { date, time } = dateAndTime(iso)
  return `${date} ${time}`
}

function NextSteps({ order }: { order: Receipt }) {
  const videoWaits = useHasKeptVideo()
  if (order.status !== 'paid' && order.status !== 'waiting' && !order.canceledAmount && !isDiffering(order))
    return (
      <>
        <ButtonLink to={`/checkout?package=${order.package}`} {...MAIN}>
          {SUCCESS.again}
        </ButtonLink>
        <ButtonLink to="/addtoken" kind="plain">
          {FAIL.other}
        </ButtonLink>
      </>
    )
  return (
    <>
      {order.status === 'paid' && (
        <ButtonLink to="/" {...MAIN}>
          {videoWaits ? SUCCESS.continueVideo : SUCCESS.upload}
        </ButtonLink>
      )}
      {order.status === 'waiting' && order.virtualAccount && (
        <CopyAccount number={order.virtualAccount.number} {...MAIN} />
      )}
      {order.receiptUrl && order.status !== 'waiting' && (
        <a className="button" data-kind="plain" href={order.receiptUrl} target="_blank" rel="noreferrer">
          {SUCCESS.receipt}
        </a>
      )}
      <ButtonLink to="/account#receipts-title" {...(order.canceledAmount ? MAIN : { kind: 'plain' })}>
        {SUCCESS.history}
      </ButtonLink>
    </>
  )
}
