import { Button } from '../shared/layout/button.tsx'
import { Dialog } from '../shared/layout/dialog.tsx'

interface ConfirmProps {
  title: string
  text: string
  confirm: string
  cancel: string
  onConfirm(): void
  onClose(): void
}

/** Asks for confirmation before a change of many sentences. */
export function Confirm({ title, text, confirm, cancel, onConfirm, onClose }: ConfirmProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{text}</p>
      <div className="dialog-actions">
        <Button onClick={onClose}>{cancel}</Button>
        <Button kind="primary" onClick={onConfirm}>
          {confirm}
        </Button>
      </div>
    </Dialog>
  )
}
