import { useState } from 'react'
import type { Me } from '../../lambdas/contract/routes.ts'
import { Button } from '../layout/button.tsx'
import { ACCOUNT } from '../texts/account.ts'
import { MailForm } from './mail-form.tsx'

/** Name and address; another address is confirmed by a mailed number. */
export function Profile({ me }: { me: Me }) {
  const [changing, setChanging] = useState(false)
  return (
    <section>
      <h2>{ACCOUNT.profile}</h2>
      <dl className="facts account-facts">
        <dt>{ACCOUNT.name}</dt>
        <dd>{me.name}</dd>
        <dt>{ACCOUNT.mail}</dt>
        <dd>{me.email ?? ACCOUNT.noMail}</dd>
      </dl>
      {changing ? (
        <MailForm onDone={() => setChanging(false)} />
      ) : (
        <Button kind="outline" onClick={() => setChanging(true)}>
          {ACCOUNT.changeMail}
        </Button>
      )}
    </section>
  )
}
