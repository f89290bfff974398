import type { ReactNode } from 'react'
import { COMMON } from '../texts.ts'
import { useAction } from '../use-action.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface ConfirmProps {
  title: string
  children: ReactNode
  /** Texts of the buttons. */
  confirm: string
  cancel?: string
  kind?: 'primary' | 'danger'
  /** While `true`, the action cannot be confirmed. */
  disabled?: boolean
  /** The dialog closes once this has succeeded, else it shows why not. */
  action(): unknown
  onClose(): void
}

/** Asks before an action that cannot be undone, or that changes much. */
export function Confirm({
  title,
  children,
  confirm,
  cancel,
  kind = 'primary',
  disabled,
  action,
  onClose,
}: ConfirmProps) {
  const { run, busy, error } = useAction(async () => {
    await action()
    onClose()
  })
  return (
    <Dialog title={title} onClose={onClose} busy={busy}>
      {children}
      <p className="form-error" role="alert">
        {error}
      </p>
      <div className="dialog-actions">
        <Button onClick={onClose} disabled={busy}>
          {cancel ?? COMMON.cancel}
        </Button>
        <Button kind={kind} onClick={run} disabled={busy || disabled}>
          {confirm}
        </Button>
      </div>
    </Dialog>
  )
}
