import { TextField } from '@aws-amplify/ui-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { LONGEST_NAME, nameOf } from '../../lambdas/contract/title.ts'
import type { EntryView } from '../../lambdas/contract/views.ts'
import { Button } from '../shared/layout/button.tsx'
import { Dialog } from '../shared/layout/dialog.tsx'
import { showToast } from '../shared/layout/toasts.tsx'
import { KEYS } from '../shared/queries.ts'
import { messageOf } from '../shared/request-failed.ts'
import { useServices } from '../shared/services.ts'
import { COMMON } from '../shared/texts.ts'
import { ARCHIVE } from './texts.ts'

/** Renames a video. The name is also used for its subtitle files. */
export function RenameDialog({ entry, onClose }: { entry: EntryView; onClose: () => void }) {
  const { api } = useServices()
  const queries = useQueryClient()
  const [name, setName] = useState(nameOf(entry))
  const [isEmpty, setIsEmpty] = useState(false)
  const renaming = useMutation({
    mutationFn: () => api('renameEntry', { parameters: { key: entry.key }, body: { name } }),
    onSuccess() {
      showToast({ kind: 'done', text: ARCHIVE.renamed })
      onClose()
      void queries.invalidateQueries({ queryKey: KEYS.archive })
    },
  })
  const error = isEmpty ? ARCHIVE.nameEmpty : renaming.isError ? messageOf(renaming.error) : undefined
  return (
    <Dialog title={ARCHIVE.renameTitle} onClose={onClose} busy={renaming.isPending}>
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault()
          setIsEmpty(name.trim() === '')
          if (name.trim() !== '') renaming.mutate()
        }}
      >
        <TextField
          label={ARCHIVE.nameLabel}
          autoComplete="off"
          maxLength={LONGEST_NAME}
          value={name}
          hasError={error !== undefined}
          errorMessage={error}
          onChange={event => setName(event.target.value)}
        />
        <div className="dialog-actions">
          <Button onClick={onClose} disabled={renaming.isPending}>
            {COMMON.cancel}
          </Button>
          <Button kind="primary" type="submit" disabled={renaming.isPending}>
            {ARCHIVE.renameDo}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
