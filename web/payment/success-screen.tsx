import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import type { Receipt } from '../../lambdas/contract/order.ts'
import type { RouteResponse } from '../../lambdas/contract/routes.ts'
import { reloadChanged } from '../shared/changes.ts'
import { Button, ButtonLink } from '../shared/layout/button.tsx'
import { Page } from '../shared/layout/page.tsx'
import { Sentences } from '../shared/layout/states.tsx'
import { KEYS } from '../shared/queries.ts'
import { codeOf, messageOf, RequestFailed } from '../shared/request-failed.ts'
import { useServices } from '../shared/services.ts'
import { factsOf, OrderReceipt } from './order-receipt.tsx'
import { MAIN, ResultCard } from './result-card.tsx'
import { FAIL, SUCCESS } from './texts.ts'
import { useOrder } from './use-order.ts'

/**
 * The return page of a payment: confirms it on the server, polls if the outcome is not known yet, and shows the
 * receipt.
 */
export default function SuccessScreen() {
  const [search] = useSearchParams()
  const paid = parseReturn(search)
  if (!paid) return <NotConfirmed text={SUCCESS.wrongAddress} historyFirst />
  return <Confirmation paid={paid} />
}

function parseReturn(search: URLSearchParams): PaymentReturn | undefined {
  const paymentKey = search.get('paymentKey')
  const orderId = search.get('orderId')
  const amount = Number(search.get('amount') ?? Number.NaN)
  return paymentKey && orderId && Number.isSafeInteger(amount) ? { paymentKey, orderId, amount } : undefined
}

function Confirmation({ paid }: { paid: PaymentReturn }) {
  const { answer, error, isSlow, again } = useConfirmation(paid)
  if (codeOf(error) === 'PAYMENT_REJECTED') return <RefusedOrder orderId={paid.orderId} text={messageOf(error)} />
  if (error)
    return (
      <NotConfirmed text={messageOf(error)} orderId={paid.orderId} onAgain={isUndecided(error) ? again : undefined} />
    )
  if (!answer || answer.order.status === 'ready') return <Confirming isSlow={isSlow} />
  return <OrderReceipt order={answer.order} balance={answer.token} />
}

function Confirming({ isSlow = false }: { isSlow?: boolean }) {
  return (
    <Page title={SUCCESS.confirming} heading={false}>
      <div className="receipt card">
        <div className="receipt-head" role="status">
          <span className="state-mark">
            <span className="spinner" />
          </span>
          <h1 tabIndex={-1}>{SUCCESS.confirming}</h1>
          <p className="muted">
            <Sentences text={isSlow ? SUCCESS.confirmingLong : SUCCESS.confirmingShort} />
          </p>
        </div>
      </div>
    </Page>
  )
}

/** The receipt of a refused payment, whose order contains the provider's code. */
function RefusedOrder({ orderId, text }: { orderId: string; text: string }) {
  const { data, isPending } = useOrder(orderId)
  if (isPending) return <Confirming />
  if (data?.order.failure) return <OrderReceipt order={data.order} balance={data.token} />
  return <NotConfirmed isRefused text={text} orderId={orderId} order={data} />
}

/** Whether the payment may have succeeded despite the error. If so, the page must not offer to pay again. */
function isUndecided(error: unknown): boolean {
  return !(error instanceof RequestFailed) || error.status === 0 || error.status >= 500 || error.status === 429
}

interface NotConfirmedProps {
  isRefused?: boolean
  text: string
  orderId?: string
  /** The order of a refused payment, if the caller could read it. */
  order?: RouteResponse<'readPayment'> | undefined
  onAgain?: () => void
  /** True if the payment's outcome is unknown: the page must not suggest paying again. */
  historyFirst?: boolean
}

function NotConfirmed({ isRefused = false, text, orderId, order, onAgain, historyFirst }: NotConfirmedProps) {
  const { data = order } = useOrder(isRefused ? undefined : orderId)
  return (
    <ResultCard
      outcome={isRefused ? 'refused' : 'unknown'}
      title={isRefused ? FAIL.title : SUCCESS.titleNotConfirmed}
      text={onAgain ? SUCCESS.undecided : text}
      facts={data && factsOf(data.order, data.token)}
      orderId={orderId}
    >
      {onAgain && (
        <Button {...MAIN} onClick={onAgain}>
          {SUCCESS.askAgain}
        </Button>
      )}
      {!onAgain && !historyFirst && (
        <ButtonLink to="/addtoken" {...MAIN}>
          {SUCCESS.again}
        </ButtonLink>
      )}
      <ButtonLink to="/account#receipts-title" {...(historyFirst ? MAIN : { kind: 'plain' })}>
        {SUCCESS.history}
      </ButtonLink>
    </ResultCard>
  )
}

/** Parameters that the provider adds to the return address. */
interface PaymentReturn {
  paymentKey: string
  orderId: string
  /** In won. */
  amount: number
}

const ASK_AGAIN_MS = 2_000
const SLOW_AFTER = 2
/** A deposit takes time: the user has to switch to a banking app first. */
const ASK_FOR_DEPOSIT_MS = 10_000

function chooseInterval(status: Receipt['status'] | undefined): number | false {
  if (status === 'waiting') return ASK_FOR_DEPOSIT_MS
  return status === undefined || status === 'ready' ? ASK_AGAIN_MS : false
}

/**
 * Confirms the payment and polls the order until its outcome is known, or until the deposit into a virtual account
 * arrives. Confirming twice has no further effect.
 */
function useConfirmation(paid: PaymentReturn) {
  const { api } = useServices()
  const queries = useQueryClient()
  const confirmation = useQuery({
    queryKey: [...KEYS.payment(paid.orderId), 'confirm'],
    queryFn: ({ signal }) => api('confirmPayment', { body: paid, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  const first = confirmation.data?.order.status
  const isOpen = first === 'ready' || first === 'waiting'
  const later = useQuery({
    queryKey: KEYS.payment(paid.orderId),
    queryFn: ({ signal }) => api('readPayment', { parameters: { orderId: paid.orderId }, signal }),
    enabled: isOpen,
    refetchInterval: ({ state }) => chooseInterval(state.data?.order.status ?? first),
  })
  const answer = isOpen ? (later.data ?? confirmation.data) : confirmation.data
  const status = answer?.order.status
  useEffect(() => {
    if (status === undefined || status === 'ready') return
    reloadChanged(queries, 'confirmPayment')
  }, [status, queries])
  return {
    answer,
    error: confirmation.isFetching ? null : confirmation.error,
    isSlow: later.dataUpdatedAt > 0 || later.failureCount >= SLOW_AFTER,
    again: () => void confirmation.refetch(),
  }
}
