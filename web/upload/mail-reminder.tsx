import { useState } from 'react'
import { MailForm } from '../account/mail-form.tsx'
import { Button } from '../layout/button.tsx'
import { useMe } from '../queries.ts'
import { ACCOUNT } from '../texts/account.ts'

const KEY = 'jamak.no-mail-wanted'

/** Asks once for an address where the social account gave none: the finished subtitle is told by mail. */
export function MailReminder() {
  const { data: me } = useMe()
  const [declined, setDeclined] = useState(() => localStorage.getItem(KEY) !== null)
  if (!me || me.email !== undefined || declined) return null
  return (
    <section className="card mail-reminder" aria-labelledby="mail-title">
      <h2 id="mail-title">{ACCOUNT.mailAskTitle}</h2>
      <p className="muted">{ACCOUNT.mailAskText}</p>
      <MailForm />
      <Button
        kind="plain"
        size="small"
        onClick={() => {
          localStorage.setItem(KEY, '1')
          setDeclined(true)
        }}
      >
        {ACCOUNT.mailLater}
      </Button>
    </section>
  )
}
