import type { ReactNode } from 'react'
import { COMMON } from '../texts.ts'
import { useForm } from '../use-form.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface FormDialogProps {
  title: string
  /** Fields, or what the action will do. A function gets the reason why the input was refused. */
  children: ReactNode | ((error: string | undefined) => ReactNode)
  /** Texts of the buttons. Without `action`, there is nothing to submit. */
  action?: string | undefined
  cancel?: string
  /** Text of the action's button while the form is being submitted. */
  acting?: string
  kind?: 'primary' | 'danger'
  /** While `true`, the form cannot be submitted. */
  disabled?: boolean
  className?: string
  /** After success the dialog closes; after a failure it shows the reason. */
  submit(): unknown
  onClose(): void
  /** Runs after a successful `submit`. Default: `onClose`. */
  onDone?(): void
}

/** A dialog with fields, or with a question before an action that cannot be undone or changes much. */
export function FormDialog({ title, children, action, cancel, kind = 'primary', disabled, ...props }: FormDialogProps) {
  const { className, acting = action, submit, onClose, onDone = onClose } = props
  const form = useForm(async () => {
    if (disabled) return
    await submit()
    onDone()
  })
  return (
    <Dialog title={title} onClose={onClose} busy={form.busy}>
      <form className={className} {...form.props}>
        {typeof children === 'function' ? children(form.error) : children}
        {form.alert}
        <div className="dialog-actions">
          <Button onClick={onClose} disabled={form.busy}>
            {cancel ?? COMMON.cancel}
          </Button>
          {action !== undefined && (
            <Button kind={kind} type="submit" disabled={form.busy || disabled}>
              {form.busy ? acting : action}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  )
}
