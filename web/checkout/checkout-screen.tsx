import { Navigate, useSearchParams } from 'react-router'
import { packageId } from '../../lambdas/contract/order.ts'
import { packageOf } from '../../lambdas/contract/pricing.ts'
import { pieces, won } from '../format.ts'
import { Button, ButtonLink } from '../layout/button.tsx'
import { Page } from '../layout/page.tsx'
import { Failed, Loading } from '../layout/states.tsx'
import { useMe } from '../queries.ts'
import { COMMON } from '../texts/common.ts'
import { CHECKOUT } from '../texts/tokens.ts'
import { usePayment } from './use-payment.ts'

/** The payment screen; without a chosen package it leads back to the packages. */
export function CheckoutScreen() {
  const [search] = useSearchParams()
  const chosen = packageId.safeParse(search.get('package')).data
  const me = useMe()
  if (!chosen) return <Navigate to="/addtoken" replace />
  const { tokens, price } = packageOf(chosen)
  return (
    <Page title={CHECKOUT.title}>
      <dl className="facts checkout-facts">
        <dt>{CHECKOUT.package}</dt>
        <dd>{CHECKOUT.tokens(pieces(tokens))}</dd>
        <dt>{CHECKOUT.price}</dt>
        <dd>{won(price)}</dd>
      </dl>
      {me.isPending && <Loading />}
      {me.isError && !me.data && <Failed error={me.error} onRetry={() => void me.refetch()} />}
      {me.data && <Payment packageId={chosen} me={me.data} />}
    </Page>
  )
}

type PaymentProps = Parameters<typeof usePayment>[0]

function Payment(props: PaymentProps) {
  const { state, proceed, again } = usePayment(props)
  return (
    <>
      <section aria-label={CHECKOUT.methods}>
        <div id="payment-methods" />
      </section>
      <section aria-label={CHECKOUT.agreement}>
        <div id="payment-agreement" />
      </section>
      {state.step === 'loading' && <Loading text={CHECKOUT.loading} />}
      {state.step === 'load-failed' && (
        <div className="state" role="alert">
          <p>{CHECKOUT.loadFailed}</p>
          <Button onClick={again}>{COMMON.retry}</Button>
        </div>
      )}
      <p className="form-error" role="alert">
        {state.step === 'ready' && state.error}
      </p>
      <div className="pay-line">
        <ButtonLink to="/addtoken" kind="plain">
          {CHECKOUT.change}
        </ButtonLink>
        <Button kind="primary" size="large" disabled={state.step !== 'ready'} onClick={proceed}>
          {state.step === 'proceeding' ? CHECKOUT.proceeding : CHECKOUT.proceed}
        </Button>
      </div>
    </>
  )
}
