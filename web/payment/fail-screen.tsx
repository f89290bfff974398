import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { ButtonLink } from '../shared/layout/button.tsx'
import { useServices } from '../shared/services.ts'
import { factsOf } from './order-receipt.tsx'
import { refusalHelp } from './refusal-help.ts'
import { MAIN, ResultCard } from './result-card.tsx'
import { FAIL } from './texts.ts'
import { useOrder } from './use-order.ts'

/**
 * The return page of a failed or canceled payment: the reason, what to do next, and a link back to the same package.
 */
export default function FailScreen() {
  const [search] = useSearchParams()
  const code = search.get('code') ?? ''
  const orderId = search.get('orderId') ?? ''
  const { api } = useServices()
  const canceled = code === 'PAY_PROCESS_CANCELED' || code === 'USER_CANCEL'
  const title = canceled ? FAIL.titleCanceled : FAIL.title

  useEffect(() => {
    if (!orderId) return
    api('failPayment', { body: { orderId, code } }).catch((error: unknown) => console.error(error))
  }, [api, orderId, code])

  const order = useOrder(orderId)
  const back = order.data ? `/checkout?package=${order.data.order.package}` : '/addtoken'

  return (
    <ResultCard
      orderId={orderId}
      outcome={canceled ? 'canceled' : 'refused'}
      title={title}
      text={canceled ? FAIL.canceled : `${refusalHelp(code, search.get('message'))} ${FAIL.notCharged}`}
      facts={order.data && factsOf(order.data.order, order.data.token)}
      code={canceled ? undefined : code}
    >
      <ButtonLink to={back} {...MAIN}>
        {FAIL.again}
      </ButtonLink>
      <ButtonLink to="/addtoken" kind="plain">
        {FAIL.other}
      </ButtonLink>
    </ResultCard>
  )
}
