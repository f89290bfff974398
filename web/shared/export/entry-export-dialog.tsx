import { PROFILES } from '#subtitle-engine'
import { cutDraft, draftFromStored, openProject } from '#subtitle-engine/edit'
import { nameOf } from '../../../lambdas/contract/title.ts'
import type { EntryView } from '../../../lambdas/contract/views.ts'
import { useServices } from '../services.ts'
import ExportDialog from './export-dialog.tsx'
import { ENTRY_FORMATS } from './texts.ts'

/** Exports the finished subtitle of an entry: its sentences as last edited, cut as the server cuts them. */
export default function EntryExportDialog({ entry, onClose }: { entry: EntryView; onClose: () => void }) {
  const { api } = useServices()
  const load = async () => {
    const { machine, stored } = await api('readProject', { parameters: { key: entry.key } })
    const draft = openProject(machine, entry.register)
    const { cues, sentences, profile } = cutDraft(
      stored ? draftFromStored(draft, stored) : draft,
      PROFILES[entry.profile],
    )
    return { name: nameOf(entry).replace(/\.mp4$/i, ''), cues, sentences, profile }
  }
  return <ExportDialog formats={ENTRY_FORMATS} load={load} onClose={onClose} />
}
