import { type ArchiveOrder, archiveOrder } from '../../../lambdas/contract/archive-list.ts'
import { Button } from '../../shared/layout/button.tsx'
import { Choice } from '../../shared/layout/choices.tsx'
import { ARCHIVE } from '../texts.ts'
import { ChosenTools, type Selection } from './chosen-tools.tsx'

interface ListToolsProps extends Selection {
  isList: boolean
  onList(isList: boolean): void
  order: ArchiveOrder
  onOrder(order: ArchiveOrder): void
}

/** Switches between table and list, sorts the list, and saves the selected subtitles. */
export function ListTools({ isList, onList, order, onOrder, ...selection }: ListToolsProps) {
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
      <ChosenTools {...selection} />
    </div>
  )
}
