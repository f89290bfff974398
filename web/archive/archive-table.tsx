import { Table, TableBody, TableCell, TableHead, TableRow } from '@aws-amplify/ui-react'
import type { EntryView } from '../../lambdas/contract/routes.ts'
import { dateAndTime } from '../../lambdas/contract/time.ts'
import { count } from '../format.ts'
import { ARCHIVE } from '../texts/archive.ts'
import { EntryState } from './entry-state.tsx'
import { EntryTitle } from './entry-title.tsx'

/**
 * A table on wide screens, cards on phones. The roles are written out, as a browser drops a table's meaning where the style
 * sheet makes it something else.
 */
export function ArchiveTable({ entries }: { entries: readonly EntryView[] }) {
  const { columns } = ARCHIVE
  return (
    <Table className="archive" role="table">
      <TableHead role="rowgroup">
        <TableRow role="row">
          <TableCell as="th" role="columnheader" scope="col">
            {columns.time}
          </TableCell>
          <TableCell as="th" role="columnheader" scope="col">
            {columns.title}
          </TableCell>
          <TableCell as="th" role="columnheader" scope="col" className="archive-tokens">
            {columns.tokens}
          </TableCell>
          <TableCell as="th" role="columnheader" scope="col">
            {columns.download}
          </TableCell>
        </TableRow>
      </TableHead>
      <TableBody role="rowgroup">
        {entries.map(entry => (
          <TableRow key={entry.key} role="row" data-status={entry.status}>
            <TableCell role="cell" className="archive-time">
              <UploadTime iso={entry.video_upload_time} />
            </TableCell>
            <TableCell role="cell" className="archive-title">
              <EntryTitle entry={entry} />
            </TableCell>
            <TableCell role="cell" className="archive-tokens">
              <span className="visually-hidden">{columns.tokens} </span>
              {count(entry.used_token)}
            </TableCell>
            <TableCell role="cell" className="archive-state">
              <EntryState entry={entry} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

/** `YYYY.MM.DD` over `HH:MM:SS`, Korean time. */
function UploadTime({ iso }: { iso: string }) {
  const { date, time } = dateAndTime(iso)
  return (
    <time dateTime={iso}>
      <span>{date}</span>
      <span className="muted">{time}</span>
    </time>
  )
}
