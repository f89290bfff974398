import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { NONE } from '../../lambdas/contract/archive-entry.ts'
import type { SeriesView } from '../../lambdas/contract/group.ts'
import { clockTime } from '../../lambdas/contract/time.ts'
import { cutName, nameOf } from '../../lambdas/contract/title.ts'
import type { EntryView } from '../../lambdas/contract/views.ts'
import { Thumbnail } from '../shared/entry/thumbnail.tsx'
import { count } from '../shared/format.ts'
import { Dialog } from '../shared/layout/dialog.tsx'
import { Time } from '../shared/layout/time.tsx'
import { SUBTITLE_FILE } from '../shared/member-texts.ts'
import { CertificateBadge } from '../shared/subtitle-file.tsx'
import { EntryState } from './entry-actions.tsx'
import { SeriesLink } from './series-link.tsx'
import { ARCHIVE } from './texts.ts'

interface ArchiveTableProps {
  entries: readonly EntryView[]
  series?: readonly SeriesView[] | undefined
}

/**
 * A table on wide screens, cards on phones. The roles are explicit because browsers drop a table's semantics when the
 * stylesheet changes its `display`.
 */
export function ArchiveTable({ entries, series }: ArchiveTableProps) {
  const { columns } = ARCHIVE
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: as above.
    <table className="table archive" role="table">
      <thead role="rowgroup">
        <tr role="row">
          {(['time', 'title', 'tokens', 'download'] as const).map(column => (
            <th key={column} role="columnheader" scope="col" className={`archive-${column}`}>
              {columns[column]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {entries.map(entry => (
          <tr key={entry.key} role="row" data-status={entry.status}>
            <td role="cell" className="archive-time">
              <Time iso={entry.video_upload_time} />
            </td>
            <td role="cell" className="archive-title">
              <EntryTitle entry={entry} series={series} />
            </td>
            <td role="cell" className="archive-tokens">
              <span className="archive-unit">{columns.tokens} </span>
              {count(entry.used_token)}
              <span className="archive-unit">{ARCHIVE.unit}</span>
            </td>
            <td role="cell" className="archive-download">
              <EntryState entry={entry} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: as above.
  )
}

/** The name, cut after 25 characters with a '...' button that shows all of it; picture, first cue and facts. */
function EntryTitle({ entry, series }: Pick<ArchiveTableProps, 'series'> & { entry: EntryView }) {
  const name = nameOf(entry)
  const cut = cutName(name)
  const [whole, setWhole] = useState(false)
  return (
    <div className="entry">
      <Thumbnail src={entry.thumbnail} />
      <div className="entry-text">
        <div className="entry-name">
          <Name entry={entry} text={cut === undefined ? name : <CutName name={name} cut={cut} />} />
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
        {entry.first_cues?.[0] !== undefined && <p className="entry-cue muted small">{entry.first_cues[0]}</p>}
        <p className="entry-facts muted small numbers">
          <span>{clockTime(entry.duration_seconds)}</span>
          {entry.type === 'youtube' && entry.url !== NONE && (
            <a href={entry.url} target="_blank" rel="noreferrer">
              <span className="visually-hidden">{name} </span>
              {ARCHIVE.source}
            </a>
          )}
          <CertificateBadge entry={entry} isShort />
          <SeriesLink entry={entry} series={series} />
          {entry.reviewed_at !== undefined && <span>{SUBTITLE_FILE.reviewed}</span>}
        </p>
      </div>
      {whole && (
        <Dialog title={ARCHIVE.fullTitle} onClose={() => setWhole(false)} actions={null}>
          <p className="full-title">{name}</p>
        </Dialog>
      )}
    </div>
  )
}

/** A cut name, without the remains of a word that the cut goes through: only screen readers get those. */
function CutName({ name, cut }: { name: string; cut: string }) {
  const isWhole = /\s/.test(name.charAt(cut.length))
  const remains = isWhole ? '' : (/\s\S{1,10}$/u.exec(cut)?.[0] ?? '')
  return (
    <>
      {cut.slice(0, cut.length - remains.length)}
      <span className="visually-hidden">{remains}</span>
    </>
  )
}

/** Opens the subtitle, once there is one. */
export function Name({ entry, text }: { entry: EntryView; text: ReactNode }) {
  return entry.is_srt ? <Link to={`/user/${entry.key}`}>{text}</Link> : <span>{text}</span>
}
