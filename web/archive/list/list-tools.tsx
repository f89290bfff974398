import { useState } from 'react'
import { type ArchiveOrder, archiveOrder } from '../../../lambdas/contract/archive-list.ts'
import type { EntryView } from '../../../lambdas/contract/views.ts'
import { EXPORT } from '../../shared/export/texts.ts'
import { pieces } from '../../shared/format.ts'
import { Button } from '../../shared/layout/button.tsx'
import { Choice } from '../../shared/layout/choices.tsx'
import { ZipButton } from '../../shared/zip/zip-button.tsx'
import { EntryExportDialog } from '../entry-actions.tsx'
import { ARCHIVE } from '../texts.ts'

interface ListToolsProps {
  isList: boolean
  onList(isList: boolean): void
  order: ArchiveOrder
  onOrder(order: ArchiveOrder): void
  /** The entries selected on all pages, by key. */
  chosen: ReadonlyMap<string, EntryView>
  onChosen(chosen: ReadonlyMap<string, EntryView>): void
}

/** Switches between table and list, sorts the list, and saves the selected subtitles as one file, oldest first. */
export function ListTools({ isList, onList, order, onOrder, chosen, onChosen }: ListToolsProps) {
  const [exporting, setExporting] = useState(false)
  const entries = [...chosen.values()].sort((a, b) => a.number - b.number)
  return (
    <div className="row archive-tools">
      <Button size="small" kind="plain" aria-pressed={isList} onClick={() => onList(!isList)}>
        {isList ? ARCHIVE.table : ARCHIVE.compact}
      </Button>
      {isList && (
        <Choice
          aria-label={ARCHIVE.order}
          options={archiveOrder.options.map(each => [each, ARCHIVE.orders[each]])}
          value={order}
          onChange={onOrder}
        />
      )}
      {entries.length > 0 && (
        <div className="row archive-chosen">
          <span role="status">{ARCHIVE.chosen(pieces(entries.length))}</span>
          <ZipButton entries={entries} />
          <Button size="small" kind="outline" onClick={() => setExporting(true)}>
            {EXPORT.title}
          </Button>
          <Button size="small" kind="plain" onClick={() => onChosen(new Map())}>
            {ARCHIVE.unchoose}
          </Button>
        </div>
      )}
      {exporting && <EntryExportDialog entries={entries} onClose={() => setExporting(false)} />}
    </div>
  )
}
