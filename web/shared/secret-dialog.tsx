import { useState } from 'react'
import { Button } from './layout/button.tsx'
import { Dialog } from './layout/dialog.tsx'
import { Alert } from './layout/states.tsx'
import { COMMON } from './texts.ts'
import { useAction } from './use-action.ts'

interface SecretDialogProps {
  title: string
  text: string
  /** The secrets, each with an optional label above it. */
  secrets: readonly { label?: string; value: string }[]
  /** Text of the button that closes the dialog. */
  kept: string
  onClose(): void
}

/** Shows secrets that cannot be shown again, each with a button that copies it. */
export function SecretDialog({ title, text, secrets, kept, onClose }: SecretDialogProps) {
  const [copied, setCopied] = useState('')
  const { run, error } = useAction(async (value: string) => {
    await navigator.clipboard.writeText(value)
    setCopied(value)
  })
  return (
    <Dialog title={title} busy onClose={onClose}>
      <p>{text}</p>
      {secrets.map(({ label, value }) => (
        <section key={value} className="secret-part" aria-label={label}>
          {label && <h3>{label}</h3>}
          <p className="secret">
            <code>{value}</code>
            <Button kind={secrets.length > 1 ? 'soft' : 'primary'} size="small" onClick={() => run(value)}>
              {copied === value ? COMMON.copied : COMMON.copy}
            </Button>
          </p>
        </section>
      ))}
      <Alert>{error}</Alert>
      <div className="dialog-actions">
        <Button onClick={onClose}>{kept}</Button>
      </div>
    </Dialog>
  )
}
