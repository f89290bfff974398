import { Table, TableBody, TableCell, TableHead, TableRow } from '@aws-amplify/ui-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { NONE, refundText } from '../../lambdas/contract/archive-entry.ts'
import { clockTime, dateAndTime } from '../../lambdas/contract/time.ts'
import { cutName, nameOf } from '../../lambdas/contract/title.ts'
import type { EntryView } from '../../lambdas/contract/views.ts'
import { count } from '../shared/format.ts'
import { Button } from '../shared/layout/button.tsx'
import { Dialog } from '../shared/layout/dialog.tsx'
import { CertificateBadge } from '../shared/subtitle-file.tsx'
import { COMMON } from '../shared/texts.ts'
import { EntryState } from './entry-actions.tsx'
import { ARCHIVE } from './texts.ts'

/**
 * A table on wide screens, cards on phones. The roles are explicit because browsers drop a table's semantics when the
 * stylesheet changes its `display`.
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

/** Korean time, `YYYY.MM.DD` above `HH:MM:SS`. */
function UploadTime({ iso }: { iso: string }) {
  const { date, time } = dateAndTime(iso)
  return (
    <time dateTime={iso}>
      <span>{date}</span>
      <span className="muted">{time}</span>
    </time>
  )
}

/** The name, cut after 25 characters with a '...' button that shows all of it. A YouTube video's name links to the video. */
function EntryTitle({ entry }: { entry: EntryView }) {
  const name = nameOf(entry)
  const cut = cutName(name)
  const [whole, setWhole] = useState(false)
  return (
    <>
      <div className="entry-name">
        <Name entry={entry} text={cut ?? name} />
        {cut !== undefined && (
          <button
            type="button"
            className="cut-button"
            aria-label={ARCHIVE.showFullTitle(cut)}
            onClick={() => setWhole(true)}
          >
            ...
          </button>
        )}
      </div>
      <p className="entry-facts muted small numbers">
        <span>{clockTime(entry.duration_seconds)}</span>
        {entry.type === 'youtube' && <span>{ARCHIVE.youtube}</span>}
        <CertificateBadge entry={entry} />
        {entry.reviewed_at !== undefined && <span>{ARCHIVE.reviewed}</span>}
      </p>
      {entry.status === 'failed' && <Failure entry={entry} />}
      {whole && (
        <Dialog title={ARCHIVE.fullTitle} onClose={() => setWhole(false)}>
          <p className="full-title">{name}</p>
          <div className="dialog-actions">
            <Button onClick={() => setWhole(false)}>{COMMON.close}</Button>
          </div>
        </Dialog>
      )}
    </>
  )
}

function Name({ entry, text }: { entry: EntryView; text: string }) {
  if (entry.type !== 'youtube' || entry.url === NONE) return <span>{text}</span>
  return (
    <a href={entry.url} target="_blank" rel="noreferrer">
      {text}
    </a>
  )
}

function Failure({ entry }: { entry: EntryView }) {
  return (
    <p className="entry-failure small">
      <span>{entry.failureText}</span>
      {entry.refunded !== undefined && entry.refunded > 0 && (
        <span className="muted"> {refundText(entry.refunded, entry.failure)}</span>
      )}
      {entry.type === 'youtube' && (
        <>
          {' '}
          <Link to="/?way=file">{ARCHIVE.useFile}</Link>
        </>
      )}{' '}
      <Link to="/help">{COMMON.help}</Link>
    </p>
  )
}
