import { TextAreaField } from '@aws-amplify/ui-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from './layout/button.tsx'
import { Dialog } from './layout/dialog.tsx'
import { showToast } from './layout/toasts.tsx'
import { INQUIRY } from './member-texts.ts'
import { useHasEmail } from './queries.ts'
import { messageOf } from './request-failed.ts'
import { useServices } from './services.ts'
import { COMMON } from './texts.ts'

interface InquiryDialogProps {
  /** The video that the message is about. */
  entry?: { key: string; name: string }
  onClose: () => void
}

/** A form for a message to the operator. The entry's key is sent with it. */
export function InquiryDialog({ entry, onClose }: InquiryDialogProps) {
  const { api } = useServices()
  const hasEmail = useHasEmail()
  const [text, setText] = useState('')
  const [empty, setEmpty] = useState(false)
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const inquiry = useMutation({
    mutationFn: () => api('inquire', { body: { text, key: entry?.key }, idempotencyKey }),
    onSuccess() {
      showToast({ kind: 'done', text: hasEmail ? INQUIRY.sent : INQUIRY.sentNoEmail })
      onClose()
    },
  })
  const error = empty ? INQUIRY.empty : inquiry.isError ? messageOf(inquiry.error) : undefined
  return (
    <Dialog title={INQUIRY.title} onClose={onClose} busy={inquiry.isPending}>
      <form
        className="inquiry"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          setEmpty(text.trim() === '')
          if (text.trim() !== '') inquiry.mutate()
        }}
      >
        <p className="muted">{hasEmail ? INQUIRY.text : INQUIRY.textNoEmail}</p>
        {entry && <p className="small attached">{INQUIRY.attached(entry.name)}</p>}
        <TextAreaField
          label={INQUIRY.label}
          rows={5}
          maxLength={4000}
          value={text}
          hasError={error !== undefined}
          errorMessage={error}
          onChange={event => setText(event.target.value)}
        />
        <div className="dialog-actions">
          <Button onClick={onClose} disabled={inquiry.isPending}>
            {COMMON.cancel}
          </Button>
          <Button kind="primary" type="submit" disabled={inquiry.isPending}>
            {INQUIRY.send}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
