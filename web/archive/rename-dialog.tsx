import { TextField } from '@aws-amplify/ui-react'
import { useState } from 'react'
import { LONGEST_NAME, nameOf } from '../../lambdas/contract/title.ts'
import type { EntryView } from '../../lambdas/contract/views.ts'
import { FormDialog } from '../shared/layout/form-dialog.tsx'
import { announce } from '../shared/layout/toasts.tsx'
import { Refused } from '../shared/request-failed.ts'
import { useServices } from '../shared/services.ts'
import { ARCHIVE } from './texts.ts'

/** Renames a video. The name is also used for its subtitle files. */
export function RenameDialog({ entry, onClose }: { entry: EntryView; onClose: () => void }) {
  const { api } = useServices()
  const [name, setName] = useState(nameOf(entry))
  return (
    <FormDialog
      title={ARCHIVE.renameTitle}
      action={ARCHIVE.renameDo}
      submit={async () => {
        if (name.trim() === '') throw new Refused(ARCHIVE.nameEmpty)
        await api('renameEntry', { parameters: { key: entry.key }, body: { name } })
        announce(ARCHIVE.renamed)
      }}
      onClose={onClose}
    >
      {error => (
        <TextField
          label={ARCHIVE.nameLabel}
          autoComplete="off"
          maxLength={LONGEST_NAME}
          value={name}
          hasError={error !== undefined}
          onChange={event => setName(event.target.value)}
        />
      )}
    </FormDialog>
  )
}
