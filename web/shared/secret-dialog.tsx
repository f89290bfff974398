import { useState } from 'react'
import { Button } from './layout/button.tsx'
import { Dialog } from './layout/dialog.tsx'
import { Alert } from './layout/states.tsx'
import { COMMON } from './texts.ts'
import { useAction } from './use-action.ts'

interface SecretDialogProps {
  title: string
  text: string
  /** The secrets, each with an optional label. */
  secrets: readonly { label?: string; value: string }[]
  /** Text of the button that closes the dialog. */
  kept: string
  onClose(): void
}

/** Shows secrets that cannot be shown again, with a button that copies them. */
export function SecretDialog({ title, text, secrets, kept, onClose }: SecretDialogProps) {
  const [isCopied, setIsCopied] = useState(false)
  const { run, error } = useAction(async () => {
    await navigator.clipboard.writeText(secrets.map(({ value }) => value).join('\n'))
    setIsCopied(true)
  })
  return (
    <Dialog title={title} busy onClose={onClose}>
      <p>{text}</p>
      {secrets.map(({ label, value }) => (
        <p key={value}>
          {label}
          <code className="secret">{value}</code>
        </p>
      ))}
      <Alert>{error}</Alert>
      <div className="dialog-actions">
        <Button onClick={onClose}>{kept}</Button>
        <Button kind="primary" onClick={run}>
          {isCopied ? COMMON.copied : COMMON.copy}
        </Button>
      </div>
    </Dialog>
  )
}
