import { useSearchParams } from 'react-router'
import { Button, ButtonLink } from '../layout/button.tsx'
import { Page } from '../layout/page.tsx'
import { messageOf, RequestFailed } from '../request-failed.ts'
import { SUCCESS } from '../texts/tokens.ts'
import { OrderReceipt } from './order-receipt.tsx'
import { type PaymentReturn, useConfirmation } from './use-confirmation.ts'

/** Where the payment returns to: confirms it on the server, waits for a slow answer, shows the receipt. */
export function SuccessScreen() {
  const [search] = useSearchParams()
  const paid = returnOf(search)
  if (!paid) return <NotConfirmed text={SUCCESS.wrongAddress} />
  return <Confirmation paid={paid} />
}

function returnOf(search: URLSearchParams): PaymentReturn | undefined {
  const paymentKey = search.get('paymentKey')
  const orderId = search.get('orderId')
  const amount = Number(search.get('amount') ?? Number.NaN)
  return paymentKey && orderId && Number.isSafeInteger(amount) ? { paymentKey, orderId, amount } : undefined
}

function Confirmation({ paid }: { paid: PaymentReturn }) {
  const { answer, error, isSlow, again } = useConfirmation(paid)
  if (error) return <NotConfirmed text={messageOf(error)} onAgain={isUndecided(error) ? again : undefined} />
  if (!answer || answer.order.status === 'ready') {
    return (
      <Page title={SUCCESS.confirming} heading={false}>
        <div className="state" role="status">
          <span className="spinner" />
          <h1 tabIndex={-1}>{SUCCESS.confirming}</h1>
          {isSlow && <p>{SUCCESS.confirmingLong}</p>}
        </div>
      </Page>
    )
  }
  return <OrderReceipt order={answer.order} balance={answer.token} />
}

/** Nobody has refused: the money may have been taken, so nothing here invites to pay again. */
function isUndecided(error: unknown): boolean {
  return !(error instanceof RequestFailed) || error.status === 0 || error.status >= 500 || error.status === 429
}

function NotConfirmed({ text, onAgain }: { text: string; onAgain?: () => void }) {
  return (
    <Page title={SUCCESS.titleNotConfirmed} heading={false}>
      <div className="state" role="alert">
        <h1 tabIndex={-1}>{SUCCESS.titleNotConfirmed}</h1>
        <p>{text}</p>
        {onAgain && <p>{SUCCESS.undecided}</p>}
        {onAgain ? (
          <Button kind="primary" onClick={onAgain}>
            {SUCCESS.askAgain}
          </Button>
        ) : (
          <ButtonLink to="/addtoken" kind="primary">
            {SUCCESS.again}
          </ButtonLink>
        )}
        <ButtonLink to="/account" kind="plain">
          {SUCCESS.history}
        </ButtonLink>
      </div>
    </Page>
  )
}
