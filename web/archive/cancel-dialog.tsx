import { useMutation, useQueryClient } from '@tanstack/react-query'
import { costOfCanceling } from '../../lambdas/contract/archive-entry.ts'
import { nameOf } from '../../lambdas/contract/title.ts'
import type { EntryView } from '../../lambdas/contract/views.ts'
import { tellEntryCanceled } from '../shared/canceled-entries.ts'
import { pieces } from '../shared/format.ts'
import { Button } from '../shared/layout/button.tsx'
import { Dialog } from '../shared/layout/dialog.tsx'
import { showToast } from '../shared/layout/toasts.tsx'
import { KEYS } from '../shared/queries.ts'
import { messageOf } from '../shared/request-failed.ts'
import { useServices } from '../shared/services.ts'
import { ARCHIVE } from './texts.ts'

/** Asks for confirmation before canceling an open video and states what happens to its tokens. */
export function CancelDialog({ entry, onClose }: { entry: EntryView; onClose: () => void }) {
  const { api } = useServices()
  const queries = useQueryClient()
  const costs = costOfCanceling(entry)
  const cancel = useMutation({
    mutationFn: () => api('cancelEntry', { parameters: { key: entry.key }, body: { costs } }),
    onSuccess({ refunded }) {
      tellEntryCanceled(entry.key)
      showToast({ kind: 'done', text: refunded > 0 ? ARCHIVE.canceledRefunded(pieces(refunded)) : ARCHIVE.canceled })
      onClose()
    },
    onSettled() {
      void queries.invalidateQueries({ queryKey: KEYS.archive })
      void queries.invalidateQueries({ queryKey: KEYS.me })
    },
  })
  return (
    <Dialog title={ARCHIVE.cancelTitle} onClose={onClose} busy={cancel.isPending}>
      <p>{ARCHIVE.cancelText(nameOf(entry))}</p>
      {entry.used_token > 0 && (
        <p>{costs > 0 ? ARCHIVE.cancelCosts(pieces(costs)) : ARCHIVE.cancelFree(pieces(entry.used_token))}</p>
      )}
      <p className="form-error" role="alert">
        {cancel.isError && messageOf(cancel.error)}
      </p>
      <div className="dialog-actions">
        <Button onClick={onClose} disabled={cancel.isPending}>
          {ARCHIVE.keepOn}
        </Button>
        <Button kind="danger" onClick={() => cancel.mutate()} disabled={cancel.isPending}>
          {ARCHIVE.cancel}
        </Button>
      </div>
    </Dialog>
  )
}
