import { PROFILES } from '#subtitle-engine'
import { cutDraft, draftFromStored, openProject } from '#subtitle-engine/edit'
import type { ExportSource } from '#subtitle-engine/export'
import { nameOf } from '../../../lambdas/contract/title.ts'
import type { EntryView } from '../../../lambdas/contract/views.ts'
import { useServices } from '../services.ts'
import ExportDialog from './export-dialog.tsx'
import { ENTRY_FORMATS } from './texts.ts'

/** Exports the finished subtitles of entries from their latest edits, cut into cues as the server does. */
export default function EntryExportDialog({
  entries,
  onClose,
}: {
  entries: readonly EntryView[]
  onClose: () => void
}) {
  const { api } = useServices()
  const load = async () => {
    const sources: ExportSource[] = []
    for (const entry of entries) {
      const { machine, stored } = await api('readProject', { parameters: { key: entry.key } })
      const draft = openProject(machine, entry.register)
      const { cues, sentences, profile } = cutDraft(
        stored ? draftFromStored(draft, stored) : draft,
        PROFILES[entry.profile],
      )
      sources.push({ name: nameOf(entry).replace(/\.mp4$/i, ''), cues, sentences, profile })
    }
    return sources
  }
  return <ExportDialog formats={ENTRY_FORMATS} load={load} onClose={onClose} />
}
