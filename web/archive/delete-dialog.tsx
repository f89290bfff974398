import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from '../layout/button.tsx'
import { Dialog } from '../layout/dialog.tsx'
import { showToast } from '../layout/toasts.ts'
import { KEYS } from '../queries.ts'
import { messageOf } from '../request-failed.ts'
import { useServices } from '../services.ts'
import { ARCHIVE } from '../texts/archive.ts'
import { COMMON } from '../texts/common.ts'

/** Asks before a video and its subtitles are deleted now. */
export function DeleteDialog({ entryKey, name, onClose }: { entryKey: string; name: string; onClose: () => void }) {
  const { api } = useServices()
  const queries = useQueryClient()
  const deletion = useMutation({
    mutationFn: () => api('deleteEntry', { parameters: { key: entryKey } }),
    onSuccess() {
      showToast({ kind: 'done', text: ARCHIVE.deleted })
      onClose()
      void queries.invalidateQueries({ queryKey: KEYS.archive })
    },
  })
  return (
    <Dialog title={ARCHIVE.deleteTitle} onClose={onClose} busy={deletion.isPending}>
      <p>{ARCHIVE.deleteText(name)}</p>
      <p className="form-error" role="alert">
        {deletion.isError && messageOf(deletion.error)}
      </p>
      <div className="dialog-actions">
        <Button onClick={onClose} disabled={deletion.isPending}>
          {COMMON.cancel}
        </Button>
        <Button kind="danger" onClick={() => deletion.mutate()} disabled={deletion.isPending}>
          {ARCHIVE.delete}
        </Button>
      </div>
    </Dialog>
  )
}
