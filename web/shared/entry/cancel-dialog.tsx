import { costOfCanceling } from '../../../lambdas/contract/archive-entry.ts'
import { nameOf } from '../../../lambdas/contract/title.ts'
import type { EntryView } from '../../../lambdas/contract/views.ts'
import { canceledEntries } from '../canceled-entries.ts'
import { pieces } from '../format.ts'
import { FormDialog } from '../layout/form-dialog.tsx'
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
  return (
    <FormDialog
      title={ENTRY.cancelTitle}
      action={ENTRY.cancelDo}
      cancel={ENTRY.keepOn}
      kind="danger"
      submit={async () => {
        const { refunded } = await api('cancelEntry', { parameters: { key: entry.key }, body: { costs } })
        canceledEntries.notify(entry.key)
        onCanceled(refunded > 0 ? ENTRY.canceledRefunded(pieces(refunded)) : ENTRY.canceled)
      }}
      onClose={onClose}
    >
      <p>{ENTRY.cancelText(nameOf(entry))}</p>
      {entry.used_token > 0 && (
        <p>{costs > 0 ? ENTRY.cancelCosts(pieces(costs)) : ENTRY.cancelFree(pieces(entry.used_token))}</p>
      )}
    </FormDialog>
  )
}
