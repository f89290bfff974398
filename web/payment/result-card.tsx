import { type ReactNode, useState } from 'react'
import { orderId as orderNumber } from '../../lambdas/contract/order.ts'
import { InquiryDialog } from '../shared/inquiry.ts'
import { type BadgeKind, StateMark } from '../shared/layout/badge.tsx'
import { Button } from '../shared/layout/button.tsx'
import { Page } from '../shared/layout/page.tsx'
import { Sentences } from '../shared/layout/states.tsx'
import { FAIL } from './texts.ts'

interface ResultCardProps {
  outcome: 'paid' | 'waiting' | 'refunded' | 'refused' | 'canceled' | 'unknown'
  title: string
  text: string
  facts?: readonly (readonly [term: string, value: string])[]
  /** Sent with an inquiry about the payment. Taken from the address at times, so it may be invalid and is then not sent. */
  orderId?: string | undefined
  /** The provider's code of a refusal. An inquiry begins with it. */
  code?: string | undefined
  /** The way on, first. */
  children: ReactNode
}

/** The one filled button of a result. */
export const MAIN = { kind: 'primary', size: 'large', wide: true } as const

const MARKS: Record<ResultCardProps['outcome'], BadgeKind> = {
  paid: 'good',
  waiting: 'waiting',
  refunded: 'returned',
  refused: 'bad',
  canceled: 'ended',
  unknown: 'waiting',
}

/** The result of a payment, in the same form for every outcome: what happened, the facts, the way on, and 문의하기. */
export function ResultCard({ outcome, title, text, facts = [], orderId, code, children }: ResultCardProps) {
  const [asking, setAsking] = useState(false)
  return (
    <Page title={title} heading={false}>
      <div className="receipt card">
        <div className="receipt-head" role={outcome === 'unknown' ? 'alert' : 'status'}>
          <StateMark kind={MARKS[outcome]} />
          <h1 tabIndex={-1}>{title}</h1>
          <p className="muted">
            <Sentences text={text} />
          </p>
        </div>
        <dl className="facts numbers">
          {facts.map(([term, value]) => (
            <div key={term} className="facts-row">
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
          {orderId && (
            <div className="facts-row receipt-support">
              <dt>{FAIL.order}</dt>
              <dd>{orderId}</dd>
            </div>
          )}
        </dl>
        <div className="row receipt-actions">
          {children}
          <Button kind="plain" onClick={() => setAsking(true)}>
            {FAIL.ask}
          </Button>
        </div>
      </div>
      {asking && (
        <InquiryDialog
          orderId={orderNumber.safeParse(orderId).data}
          start={code && `${FAIL.code}: ${code}\n`}
          onClose={() => setAsking(false)}
        />
      )}
    </Page>
  )
}
