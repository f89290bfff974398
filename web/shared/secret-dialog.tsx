import { type ReactNode, useState } from 'react'
import { Button } from './layout/button.tsx'
import { Dialog } from './layout/dialog.tsx'
import { Alert, Sentences } from './layout/states.tsx'
import { COMMON } from './texts.ts'
import { useAction } from './use-action.ts'

interface SecretDialogProps {
  title: string
  /** Warns that the secrets cannot be shown again. */
  text: string
  /** The secrets, each with an optional label above it and what to do with it below. */
  secrets: readonly { label?: string; value: string; use?: ReactNode }[]
  /** Text of the button that closes the dialog. */
  kept: string
  onClose(): void
}

/**
 * Shows secrets that cannot be shown again. Each has a button that copies it; that of a single secret is at the foot. The
 * filled button is the next step: to copy the first secret that is not copied yet, then to close.
 */
export function SecretDialog({ title, text, secrets, kept, onClose }: SecretDialogProps) {
  const [copied, setCopied] = useState<readonly string[]>([])
  const [only] = secrets.length === 1 ? secrets : []
  const next = secrets.find(({ value }) => !copied.includes(value))
  const { run, error } = useAction(async (value: string) => {
    await navigator.clipboard.writeText(value)
    setCopied([...copied, value])
  })
  return (
    <Dialog title={title} busy onClose={onClose}>
      <p className="note" data-kind="warning">
        <Sentences text={text} />
      </p>
      {secrets.map(({ label, value, use }) => (
        <section key={value} className="secret-part" aria-label={label}>
          {label && <h3>{label}</h3>}
          <p className="secret">
            <code>{value}</code>
            {!only && (
              <Button kind={value === next?.value ? 'primary' : 'soft'} size="small" onClick={() => run(value)}>
                {copied.includes(value) ? COMMON.copied : COMMON.copy}
              </Button>
            )}
          </p>
          {use && <p className="muted small">{use}</p>}
        </section>
      ))}
      <Alert>{error}</Alert>
      <div className="dialog-actions">
        <Button kind={next ? undefined : 'primary'} onClick={onClose}>
          {kept}
        </Button>
        {only && (
          <Button kind={next ? 'primary' : 'soft'} onClick={() => run(only.value)}>
            {next ? COMMON.copy : COMMON.copied}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
