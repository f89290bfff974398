import { type ComponentProps, useState } from 'react'
import type { EntryView } from '../../../lambdas/contract/views.ts'
import { EXPORT } from '../../shared/export/texts.ts'
import { pieces } from '../../shared/format.ts'
import { Button } from '../../shared/layout/button.tsx'
import { ZipButton } from '../../shared/zip/zip-button.tsx'
import { EntryExportDialog } from '../entry-actions.tsx'
import { ARCHIVE } from '../texts.ts'

/** The entries selected on all pages, by key. */
export interface Selection {
  chosen: ReadonlyMap<string, EntryView>
  onChosen(chosen: ReadonlyMap<string, EntryView>): void
}

interface ChosenToolsProps extends Selection {
  /** All entries in their own order; by default, the oldest is first. */
  all?: readonly EntryView[]
  /** The entries of the page in sight. */
  listed: readonly EntryView[]
}

/** Saves the selected subtitles as one file, in their order. */
export function ChosenTools({ chosen, onChosen, all, listed }: ChosenToolsProps) {
  if (chosen.size === 0) return null
  const entries = all?.filter(({ key }) => chosen.has(key)) ?? [...chosen.values()].sort((a, b) => a.number - b.number)
  const elsewhere = chosen.size - listed.filter(({ key }) => chosen.has(key)).length
  return (
    <div className="row archive-chosen">
      <span role="status">
        {ARCHIVE.chosen(pieces(entries.length))}
        {elsewhere > 0 && ` ${ARCHIVE.chosenElsewhere(pieces(elsewhere))}`}
      </span>
      <Button size="small" kind="plain" onClick={() => onChosen(new Map())}>
        {ARCHIVE.unchoose}
      </Button>
      <SaveTogether entries={entries} kind="primary" />
    </div>
  )
}

/** Saves finished subtitles as one ZIP file in the given order: as SRT, or in a format that the user chooses. */
export function SaveTogether({ entries, ...zip }: ComponentProps<typeof ZipButton>) {
  const [exporting, setExporting] = useState(false)
  const finished = entries.filter(({ is_srt }) => is_srt)
  if (finished.length === 0) return null
  return (
    <>
      <ZipButton entries={finished} {...zip} />
      <Button size="small" kind="outline" onClick={() => setExporting(true)}>
        {EXPORT.title}
      </Button>
      {exporting && <EntryExportDialog entries={finished} onClose={() => setExporting(false)} />}
    </>
  )
}
