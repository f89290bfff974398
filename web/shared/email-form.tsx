import { TextField } from '@aws-amplify/ui-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from './layout/button.tsx'
import { showToast } from './layout/toasts.tsx'
import { EMAIL_FORM } from './member-texts.ts'
import { KEYS } from './queries.ts'
import { messageOf } from './request-failed.ts'
import { useServices } from './services.ts'

/**
 * Asks for an email address, then for the six-digit code sent to it. The code can be sent again, or to another address.
 */
export function EmailForm({ onDone }: { onDone?: () => void }) {
  const { api } = useServices()
  const queries = useQueryClient()
  const [email, setEmail] = useState('')
  const [code, setCode] = useState('')
  const [wrong, setWrong] = useState<string>()
  const request = useMutation({ mutationFn: () => api('requestMailCode', { body: { email } }) })
  const confirmation = useMutation({
    mutationFn: () => api('confirmMailCode', { body: { email, code } }),
    onSuccess(me) {
      queries.setQueryData(KEYS.me, me)
      showToast({ kind: 'done', text: EMAIL_FORM.confirmed })
      onDone?.()
    },
  })
  const failure = request.error ?? confirmation.error
  const error = wrong ?? (failure ? messageOf(failure) : undefined)
  const [sent, setSent] = useState(false)
  const busy = request.isPending || confirmation.isPending
  const again = () => {
    setCode('')
    setWrong(undefined)
    confirmation.reset()
    request.mutate(undefined, { onSuccess: () => showToast({ kind: 'done', text: EMAIL_FORM.codeSentAgain }) })
  }
  const back = () => {
    setSent(false)
    setCode('')
    setWrong(undefined)
    request.reset()
    confirmation.reset()
  }

  const submit = () => {
    const problem = sent ? wrongCode(code) : wrongAddress(email)
    setWrong(problem)
    if (problem) return
    if (sent) confirmation.mutate()
    else request.mutate(undefined, { onSuccess: () => setSent(true) })
  }
  return (
    <form
      className="email-form"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
    >
      {sent ? (
        <TextField
          label={EMAIL_FORM.codeLabel}
          descriptiveText={EMAIL_FORM.sent(email)}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          value={code}
          hasError={error !== undefined}
          errorMessage={error}
          onChange={event => setCode(event.target.value.trim())}
        />
      ) : (
        <TextField
          label={EMAIL_FORM.label}
          type="email"
          autoComplete="email"
          value={email}
          hasError={error !== undefined}
          errorMessage={error}
          onChange={event => setEmail(event.target.value.trim())}
        />
      )}
      <Button kind="primary" type="submit" disabled={busy}>
        {sent ? EMAIL_FORM.codeConfirm : EMAIL_FORM.send}
      </Button>
      {sent && (
        <div className="email-form-more">
          <Button kind="plain" size="small" disabled={busy} onClick={() => again()}>
            {EMAIL_FORM.codeAgain}
          </Button>
          <Button kind="plain" size="small" disabled={busy} onClick={back}>
            {EMAIL_FORM.other}
          </Button>
        </div>
      )}
    </form>
  )
}

function wrongAddress(email: string): string | undefined {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? undefined : EMAIL_FORM.wrong
}

function wrongCode(code: string): string | undefined {
  return /^\d{6}$/.test(code) ? undefined : EMAIL_FORM.codeWrong
}
