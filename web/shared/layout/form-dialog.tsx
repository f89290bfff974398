import { type ChangeEvent, type ReactNode, useState } from 'react'
import { COMMON } from '../texts.ts'
import { useAction } from '../use-action.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

/** State of the dialog's text field, in the form that Amplify's fields take. */
interface FieldState {
  value: string
  hasError: boolean
  errorMessage: string | undefined
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void
}

interface FormDialogProps {
  title: string
  /** Text of the button that submits. */
  action: string
  /** Error shown if the field has no text. */
  missing: string
  initial?: string
  className?: string
  field: (state: FieldState) => ReactNode
  submit: (text: string) => Promise<unknown>
  /** Runs after a successful `submit`, before the dialog closes. */
  onDone: () => void
  onClose: () => void
}

/** A dialog with one text field. It shows why a text was refused, and closes once it was accepted. */
export function FormDialog({ title, action, missing, initial = '', field, submit, ...props }: FormDialogProps) {
  const { className, onDone, onClose } = props
  const [text, setText] = useState(initial)
  const [isMissing, setIsMissing] = useState(false)
  const submission = useAction(async () => {
    await submit(text)
    onDone()
    onClose()
  })
  const error = isMissing ? missing : submission.error
  return (
    <Dialog title={title} onClose={onClose} busy={submission.busy}>
      <form
        className={className}
        noValidate
        onSubmit={event => {
          event.preventDefault()
          setIsMissing(text.trim() === '')
          if (text.trim() !== '') submission.run()
        }}
      >
        {field({
          value: text,
          hasError: error !== undefined,
          errorMessage: error,
          onChange: event => setText(event.target.value),
        })}
        <div className="dialog-actions">
          <Button onClick={onClose} disabled={submission.busy}>
            {COMMON.cancel}
          </Button>
          <Button kind="primary" type="submit" disabled={submission.busy}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
