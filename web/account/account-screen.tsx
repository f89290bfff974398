import { useState } from 'react'
import { Button } from '../layout/button.tsx'
import { Page } from '../layout/page.tsx'
import { Failed, Loading } from '../layout/states.tsx'
import { useMe } from '../queries.ts'
import { ACCOUNT } from '../texts/account.ts'
import { InquiryDialog } from './inquiry-dialog.tsx'
import { Leave } from './leave.tsx'
import { Profile } from './profile.tsx'
import { Receipts } from './receipts.tsx'
import { TokenHistory } from './token-history.tsx'

/** Who one is here, what came of the tokens, the receipts, a word to the operator, and the way out. */
export function AccountScreen() {
  const me = useMe()
  const [asking, setAsking] = useState(false)
  return (
    <Page title={ACCOUNT.title}>
      {me.isPending && <Loading />}
      {me.isError && !me.data && <Failed error={me.error} onRetry={() => void me.refetch()} />}
      {me.data && (
        <div className="account">
          <Profile me={me.data} />
          <TokenHistory />
          <Receipts />
          <section>
            <h2>{ACCOUNT.inquiryTitle}</h2>
            <p className="muted">{ACCOUNT.inquiryText}</p>
            <Button kind="outline" onClick={() => setAsking(true)}>
              {ACCOUNT.inquiryTitle}
            </Button>
          </section>
          <Leave token={me.data.token} />
        </div>
      )}
      {asking && <InquiryDialog onClose={() => setAsking(false)} />}
    </Page>
  )
}
