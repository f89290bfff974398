import { useMutation } from '@tanstack/react-query'
import { costOfCanceling } from '../../../lambdas/contract/archive-entry.ts'
import { nameOf } from '../../../lambdas/contract/title.ts'
import type { EntryView } from '../../../lambdas/contract/views.ts'
import { tellEntryCanceled } from '../canceled-entries.ts'
import { pieces } from '../format.ts'
import { Button } from '../layout/button.tsx'
import { Dialog } from '../layout/dialog.tsx'
import { messageOf } from '../request-failed.ts'
import { useServices } from '../services.ts'
import { ENTRY } from './texts.ts'

interface CancelDialogProps {
  entry: EntryView
  /** Called with a sentence about the tokens once the video is canceled. */
  onCanceled(text: string): void
  onClose: () => void
}

/** Asks for confirmation before canceling an open video and states what happens to its tokens. */
export function CancelDialog({ entry, onCanceled, onClose }: CancelDialogProps) {
  const { api } = useServices()
  const costs = costOfCanceling(entry)
  const cancel = useMutation({
    mutationFn: () => api('cancelEntry', { parameters: { key: entry.key }, body: { costs } }),
    onSuccess({ refunded }) {
      tellEntryCanceled(entry.key)
      onCanceled(refunded > 0 ? ENTRY.canceledRefunded(pieces(refunded)) : ENTRY.canceled)
      onClose()
    },
  })
  return (
    <Dialog title={ENTRY.cancelTitle} onClose={onClose} busy={cancel.isPending}>
      <p>{ENTRY.cancelText(nameOf(entry))}</p>
      {entry.used_token > 0 && (
        <p>{costs > 0 ? ENTRY.cancelCosts(pieces(costs)) : ENTRY.cancelFree(pieces(entry.used_token))}</p>
      )}
      <p className="form-error" role="alert">
        {cancel.isError && messageOf(cancel.error)}
      </p>
      <div className="dialog-actions">
        <Button onClick={onClose} disabled={cancel.isPending}>
          {ENTRY.keepOn}
        </Button>
        <Button kind="danger" onClick={() => cancel.mutate()} disabled={cancel.isPending}>
          {ENTRY.cancel}
        </Button>
      </div>
    </Dialog>
  )
}
