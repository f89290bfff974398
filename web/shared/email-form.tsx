import { TextField } from '@aws-amplify/ui-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from './layout/button.tsx'
import { announce, showToast } from './layout/toasts.tsx'
import { EMAIL_FORM } from './member-texts.ts'
import { KEYS } from './queries.ts'
import { Refused } from './request-failed.ts'
import { useServices } from './services.ts'
import { COMMON } from './texts.ts'
import { useForm } from './use-form.tsx'

const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const CODE = /^\d{6}$/

/**
 * Asks for an email address, then for the six-digit code sent to it. The code can be sent again, or to another address.
 */
export function EmailForm({ kind = 'primary', onClose }: { kind?: 'primary' | 'outline'; onClose?: () => void }) {
  const { api } = useServices()
  const queries = useQueryClient()
  const [email, setEmail] = useState('')
  const [code, setCode] = useState('')
  /** Says where the code was sent, once it was. */
  const [sent, setSent] = useState<string>()
  const form = useForm<'again'>(async again => {
    if (sent && !again) {
      if (!CODE.test(code)) throw new Refused(EMAIL_FORM.codeWrong)
      queries.setQueryData(KEYS.me, await api('confirmEmailCode', { body: { email, code } }))
      showToast({ kind: 'done', text: EMAIL_FORM.confirmed })
      return onClose?.()
    }
    if (!ADDRESS.test(email)) throw new Refused(EMAIL_FORM.wrong)
    setCode('')
    await api('requestEmailCode', { body: { email } })
    const text = again ? EMAIL_FORM.sentAgain(email) : EMAIL_FORM.sent(email)
    announce(text)
    setSent(text)
  })
  const back = () => {
    setSent(undefined)
    form.clear()
  }
  const hasError = form.error !== undefined
  return (
    <form className="email-form" {...form.props}>
      {sent && <p className="muted">{sent}</p>}
      {sent ? (
        <TextField
          label={EMAIL_FORM.codeLabel}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          value={code}
          hasError={hasError}
          onChange={event => setCode(event.target.value.trim())}
        />
      ) : (
        <TextField
          label={EMAIL_FORM.label}
          type="email"
          autoComplete="email"
          value={email}
          hasError={hasError}
          onChange={event => setEmail(event.target.value.trim())}
        />
      )}
      {form.alert}
      <Button kind={kind} type="submit" disabled={form.busy}>
        {sent ? EMAIL_FORM.codeConfirm : EMAIL_FORM.send}
      </Button>
      {(sent || onClose) && (
        <div className="row">
          {sent && (
            <>
              <Button kind="outline" size="small" disabled={form.busy} onClick={() => form.run('again')}>
                {EMAIL_FORM.codeAgain}
              </Button>
              <Button kind="outline" size="small" disabled={form.busy} onClick={back}>
                {EMAIL_FORM.other}
              </Button>
            </>
          )}
          {onClose && (
            <Button kind="outline" size="small" disabled={form.busy} onClick={onClose}>
              {COMMON.cancel}
            </Button>
          )}
        </div>
      )}
    </form>
  )
}
