import { TextAreaField } from '@aws-amplify/ui-react'
import { useState } from 'react'
import { FormDialog } from './layout/form-dialog.tsx'
import { showToast } from './layout/toasts.tsx'
import { INQUIRY } from './member-texts.ts'
import { useHasEmail } from './queries.ts'
import { Refused } from './request-failed.ts'
import { useServices } from './services.ts'

interface InquiryDialogProps {
  /** The video that the message is about. */
  entry?: { key: string; name: string }
  /** The order that the message is about. */
  orderId?: string | undefined
  /** Text that the message begins with. */
  start?: string | undefined
  onClose: () => void
}

/** A form for a message to the operator. The entry's key or the order number is sent with it. */
export default function InquiryDialog({ entry, orderId, start = '', onClose }: InquiryDialogProps) {
  const { api } = useServices()
  const hasEmail = useHasEmail()
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const [text, setText] = useState(start)
  return (
    <FormDialog
      title={INQUIRY.title}
      action={INQUIRY.send}
      className="stack"
      submit={async () => {
        if (['', start.trim()].includes(text.trim())) throw new Refused(INQUIRY.empty)
        await api('inquire', { body: { text, key: entry?.key, orderId }, idempotencyKey })
        showToast({ kind: 'done', text: hasEmail ? INQUIRY.sent : INQUIRY.sentNoEmail })
      }}
      onClose={onClose}
    >
      {error => (
        <>
          <p className="muted">{hasEmail ? INQUIRY.text : INQUIRY.textNoEmail}</p>
          {entry && <p className="small attached">{INQUIRY.attached(entry.name)}</p>}
          {orderId !== undefined && <p className="small attached">{INQUIRY.attachedOrder(orderId)}</p>}
          <TextAreaField
            label={INQUIRY.label}
            rows={5}
            maxLength={4000}
            value={text}
            hasError={error !== undefined}
            onChange={event => setText(event.target.value)}
          />
        </>
      )}
    </FormDialog>
  )
}
