import { type ArchiveOrder, archiveOrder } from '../../../lambdas/contract/archive-list.ts'
import { Button } from '../../shared/layout/button.tsx'
import { Choice } from '../../shared/layout/choices.tsx'
import { ARCHIVE } from '../texts.ts'

interface ListToolsProps {
  isList: boolean
  onList(isList: boolean): void
  order: ArchiveOrder
  onOrder(order: ArchiveOrder): void
}

/** Switches between table and list, and sorts the list. */
export function ListTools({ isList, onList, order, onOrder }: ListToolsProps) {
  return (
    <div className="row archive-tools">
      {isList && (
        <Choice
          aria-label={ARCHIVE.order}
          options={archiveOrder.options.map(each => [each, ARCHIVE.orders[each]])}
          value={order}
          onChange={onOrder}
        />
      )}
      <Button kind="outline" aria-pressed={isList} onClick={() => onList(!isList)}>
        {isList ? ARCHIVE.table : ARCHIVE.compact}
      </Button>
    </div>
  )
}
