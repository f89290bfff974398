import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { packageId } from '../../lambdas/contract/order.ts'
import { findPackage, type Package, SECONDS_PER_TOKEN } from '../../lambdas/contract/pricing.ts'
import type { Me } from '../../lambdas/contract/views.ts'
import { pieces, spoken, won } from '../shared/format.ts'
import { Button } from '../shared/layout/button.tsx'
import { Check } from '../shared/layout/choices.tsx'
import { Page } from '../shared/layout/page.tsx'
import { Alert, Awaited, Sentences } from '../shared/layout/states.tsx'
import { useMe } from '../shared/queries.ts'
import { Refused, RequestFailed } from '../shared/request-failed.ts'
import { useConfig, useServices } from '../shared/services.ts'
import {
  readTaxDocumentDraft,
  type TaxDocumentDraft,
  useTaxDocumentDraft,
} from '../shared/tax-document/tax-document-draft.ts'
import { TaxDocumentFields } from '../shared/tax-document/tax-document-fields.tsx'
import { TAX_DOCUMENT } from '../shared/tax-document/texts.ts'
import { COMMON, PRICE } from '../shared/texts.ts'
import { openPaymentWidget, type PaymentWidget } from './payment-widget.ts'
import { CHECKOUT, FAIL, TOKENS } from './texts.ts'

/** The payment screen. Without a package in its address, it redirects to the packages. */
export default function CheckoutScreen() {
  const [search] = useSearchParams()
  const chosen = packageId.safeParse(search.get('package')).data
  const me = useMe()
  if (!chosen) return <Navigate to="/addtoken" replace />
  const { tokens, price } = findPackage(chosen)
  return (
    <Page title={CHECKOUT.title} back={{ to: '/addtoken', text: CHECKOUT.change }}>
      <Awaited query={me} />
      {me.data && (
        <Payment packageId={chosen} me={me.data}>
          <dl className="facts">
            <dt>{CHECKOUT.package}</dt>
            <dd>{PRICE.tokens(pieces(tokens))}</dd>
            <dt className="checkout-more">{CHECKOUT.length}</dt>
            <dd className="checkout-more">{PRICE.minutes(spoken(tokens * SECONDS_PER_TOKEN))}</dd>
            <dt className="checkout-more">{CHECKOUT.balanceAfter}</dt>
            <dd className="checkout-more">{pieces(me.data.token + tokens)}</dd>
            <dt>{CHECKOUT.price}</dt>
            <dd className="checkout-price">{won(price)}</dd>
          </dl>
        </Payment>
      )}
    </Page>
  )
}

type PaymentProps = Omit<Parameters<typeof usePayment>[0], 'draft'>

/** The widget, and beside it the summary (`children`) with the button that pays. */
function Payment({ children, ...props }: PaymentProps & { children: ReactNode }) {
  const taxDocument = useTaxDocumentDraft()
  const { state, isPaidBySlip, proceed, again } = usePayment({ ...props, draft: taxDocument.draft })
  const isDrawn = state.step === 'ready' || state.step === 'proceeding'
  const isUnagreed = state.step === 'ready' && state.isUnagreed === true
  const agreement = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isUnagreed) agreement.current?.scrollIntoView({ block: 'center' })
  }, [isUnagreed])
  return (
    <div className="checkout">
      <div className="widget-place" data-drawn={isDrawn || undefined}>
        <section aria-label={CHECKOUT.methods}>
          <div id="payment-methods" />
        </section>
        {isDrawn && !isPaidBySlip && <TaxDocumentSection {...taxDocument} />}
        <section
          ref={agreement}
          className="checkout-agreement"
          aria-label={CHECKOUT.agreement}
          data-missing={isUnagreed || undefined}
        >
          <div id="payment-agreement" />
          <Alert>{isUnagreed && CHECKOUT.agreeFirst}</Alert>
        </section>
        {state.step === 'loading' && <Skeleton />}
        {state.step === 'load-failed' && (
          <div className="state" role="alert">
            <h2>{CHECKOUT.loadFailed}</h2>
            <p>{CHECKOUT.loadFailedHelp}</p>
            <Button kind="primary" onClick={again}>
              {COMMON.retry}
            </Button>
          </div>
        )}
      </div>
      <aside className="checkout-summary" aria-label={CHECKOUT.summary}>
        <h2>{CHECKOUT.summary}</h2>
        {children}
        <div role="alert">
          {state.step === 'ready' && state.error && (
            <p className="note" data-kind="problem">
              <Sentences text={state.error} />
            </p>
          )}
        </div>
        <Button kind="primary" size="large" wide disabled={state.step !== 'ready'} onClick={proceed}>
          {state.step === 'proceeding' ? CHECKOUT.proceeding : CHECKOUT.proceed}
        </Button>
        <p className="checkout-more muted small">
          <Sentences text={TOKENS.priceNote} />
        </p>
      </aside>
    </div>
  )
}

/** The shape of the payment methods and the agreement while the widget loads. */
function Skeleton() {
  return (
    <div className="checkout-skeleton" role="status">
      <p className="muted">{CHECKOUT.loading}</p>
      {['card', 'wallet', 'transfer', 'account', 'agreement'].map(part => (
        <span key={part} />
      ))}
    </div>
  )
}

/** The tax documents that a business may request for a payment by bank. */
function TaxDocumentSection({ draft, change, open }: ReturnType<typeof useTaxDocumentDraft>) {
  return (
    <section className="checkout-tax-document" aria-label={TAX_DOCUMENT.name}>
      <h2>{TAX_DOCUMENT.name}</h2>
      <Check checked={draft !== undefined} onChange={open}>
        {TAX_DOCUMENT.wanted}
      </Check>
      {draft && <TaxDocumentFields draft={draft} onChange={change} />}
    </section>
  )
}

type State =
  | { step: 'loading' }
  | { step: 'load-failed' }
  | { step: 'ready'; error?: string; isUnagreed?: boolean }
  | { step: 'proceeding' }

const METHOD_EVERY_MS = 300

/**
 * Loads the payment widget. `proceed` creates the order on the server, at the server's price, and passes it to the
 * widget.
 */
function usePayment({
  packageId,
  me,
  draft,
}: {
  packageId: Package['id']
  me: Me
  draft: TaxDocumentDraft | undefined
}) {
  const { api } = useServices()
  const config = useConfig()
  const [state, setState] = useState<State>({ step: 'loading' })
  const [attempt, setAttempt] = useState(0)
  const widget = useRef<PaymentWidget>(undefined)
  const [isPaidBySlip, setIsPaidBySlip] = useState(true)
  const isReady = state.step === 'ready'
  // The widget has no event for the choice of a method.
  useEffect(() => {
    if (!isReady) return
    const look = () => setIsPaidBySlip(widget.current?.isPaidBySlip() ?? true)
    look()
    const timer = setInterval(look, METHOD_EVERY_MS)
    return () => clearInterval(timer)
  }, [isReady])
  /** The last requested order. An order with other contents needs another idempotency key. */
  const asked = useRef({ content: '', key: '' })
  const { tossClientKey: clientKey, tossScriptUrl: scriptUrl } = config

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt reloads the widget.
  useEffect(() => {
    let gone = false
    setState({ step: 'loading' })
    const settings = {
      clientKey,
      scriptUrl,
      customerKey: me.customerKey,
      amount: findPackage(packageId).price,
      methods: '#payment-methods',
      agreement: '#payment-agreement',
    }
    openPaymentWidget(settings).then(
      opened => {
        if (gone) return
        widget.current = opened
        setState({ step: 'ready' })
      },
      (error: unknown) => {
        console.error(error)
        if (!gone) setState({ step: 'load-failed' })
      },
    )
    return () => {
      gone = true
      widget.current?.close()
    }
  }, [clientKey, scriptUrl, me.customerKey, packageId, attempt])

  const proceed = async () => {
    if (!widget.current) return
    // No order is created before the user agrees. Two updates, so that a second press scrolls again.
    setState({ step: 'ready' })
    if (!widget.current.isAgreed()) return setTimeout(() => setState({ step: 'ready', isUnagreed: true }))
    setState({ step: 'proceeding' })
    try {
      const isAsked = draft && !widget.current.isPaidBySlip()
      const body = { package: packageId, ...(isAsked && { taxDocument: readTaxDocumentDraft(draft) }) }
      const content = JSON.stringify(body)
      if (asked.current.content !== content) asked.current = { content, key: crypto.randomUUID() }
      const { orderId, orderName } = await api('createPayment', { body, idempotencyKey: asked.current.key })
      await widget.current.request({ orderId, orderName, customerName: me.name, customerEmail: me.email })
      setState({ step: 'ready' })
    } catch (error) {
      console.error(error)
      setState({ step: 'ready', error: textOf(error) })
    }
  }
  return { state, isPaidBySlip, proceed, again: useCallback(() => setAttempt(last => last + 1), []) }
}

/**
 * The provider's own error messages are Korean and meant for buyers, such as "agree to the terms"; all others are
 * replaced by ours.
 */
function textOf(error: unknown): string | undefined {
  if (error instanceof Refused) return error.message
  const reason = reasonOf(error)
  return reason && `${reason} ${FAIL.notCharged}`
}

function reasonOf(error: unknown): string | undefined {
  if (error instanceof RequestFailed) return error.message
  if (typeof error === 'object' && error !== null && 'code' in error && 'message' in error) {
    if (error.code === 'USER_CANCEL') return undefined
    if (typeof error.message === 'string' && /[가-힣]/.test(error.message)) return error.message
  }
  return CHECKOUT.requestFailed
}
