import { TextField } from '@aws-amplify/ui-react'
import { LONGEST_NAME, nameOf } from '../../lambdas/contract/title.ts'
import type { EntryView } from '../../lambdas/contract/views.ts'
import { FormDialog } from '../shared/layout/form-dialog.tsx'
import { announce } from '../shared/layout/toasts.tsx'
import { useServices } from '../shared/services.ts'
import { ARCHIVE } from './texts.ts'

/** Renames a video. The name is also used for its subtitle files. */
export function RenameDialog({ entry, onClose }: { entry: EntryView; onClose: () => void }) {
  const { api } = useServices()
  return (
    <FormDialog
      title={ARCHIVE.renameTitle}
      action={ARCHIVE.renameDo}
      missing={ARCHIVE.nameEmpty}
      initial={nameOf(entry)}
      field={state => <TextField label={ARCHIVE.nameLabel} autoComplete="off" maxLength={LONGEST_NAME} {...state} />}
      submit={name => api('renameEntry', { parameters: { key: entry.key }, body: { name } })}
      onDone={() => announce(ARCHIVE.renamed)}
      onClose={onClose}
    />
  )
}
