import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { InquiryDialog } from '../shared/inquiry-dialog.tsx'
import { Button, ButtonLink } from '../shared/layout/button.tsx'
import { Page } from '../shared/layout/page.tsx'
import { KEYS } from '../shared/queries.ts'
import { useServices } from '../shared/services.ts'
import { FAIL } from './texts.ts'

/**
 * The return page of a failed or canceled payment: the reason, what to do next, and a link back to the same package.
 */
export function FailScreen() {
  const [search] = useSearchParams()
  const code = search.get('code') ?? ''
  const orderId = search.get('orderId') ?? ''
  const [asking, setAsking] = useState(false)
  const { api } = useServices()
  const canceled = code === 'PAY_PROCESS_CANCELED' || code === 'USER_CANCEL'
  const title = canceled ? FAIL.titleCanceled : FAIL.title

  useEffect(() => {
    if (!orderId) return
    api('failPayment', { body: { orderId, code } }).catch((error: unknown) => console.error(error))
  }, [api, orderId, code])

  const order = useQuery({
    queryKey: KEYS.payment(orderId),
    queryFn: ({ signal }) => api('readPayment', { parameters: { orderId }, signal }),
    enabled: orderId !== '',
  })
  const back = order.data ? `/checkout?package=${order.data.order.package}` : '/addtoken'

  return (
    <Page title={title} heading={false}>
      <div className="receipt card" data-status="failed">
        <div className="receipt-head" role="status">
          <h1 tabIndex={-1}>{title}</h1>
          <p className="muted">
            {canceled ? FAIL.canceled : `${helpFor(code, search.get('message'))} ${FAIL.notCharged}`}
          </p>
        </div>
        <dl className="facts">
          {orderId && (
            <div className="facts-row">
              <dt>{FAIL.order}</dt>
              <dd>{orderId}</dd>
            </div>
          )}
          {code && !canceled && (
            <div className="facts-row">
              <dt>{FAIL.code}</dt>
              <dd>{code}</dd>
            </div>
          )}
        </dl>
        <div className="receipt-actions">
          <ButtonLink to={back} kind="primary" size="large" wide>
            {FAIL.again}
          </ButtonLink>
          <ButtonLink to="/addtoken" kind="outline">
            {FAIL.other}
          </ButtonLink>
          <Button kind="plain" onClick={() => setAsking(true)}>
            {FAIL.ask}
          </Button>
        </div>
      </div>
      {asking && <InquiryDialog onClose={() => setAsking(false)} />}
    </Page>
  )
}

/** Advice for a Toss error code. For unknown codes, Toss's own message if it is Korean. */
function helpFor(code: string, message: string | null): string {
  const known = Object.entries(FAIL.helps).find(([name]) => name === code)
  return known?.[1] ?? (message && /[가-힣]/.test(message) ? message.slice(0, 200) : FAIL.unknown)
}
