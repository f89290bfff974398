import { Link } from 'react-router'
import { countDoubts } from '../../../lambdas/contract/archive-entry.ts'
import type { SeriesView } from '../../../lambdas/contract/group.ts'
import { clockTime } from '../../../lambdas/contract/time.ts'
import { nameOf } from '../../../lambdas/contract/title.ts'
import type { EntryView } from '../../../lambdas/contract/views.ts'
import { Thumbnail } from '../../shared/entry/thumbnail.tsx'
import { count } from '../../shared/format.ts'
import { Time } from '../../shared/layout/time.tsx'
import { SUBTITLE_FILE } from '../../shared/member-texts.ts'
import { CHECK, doubtsText } from '../../shared/subtitle-file.tsx'
import { Name } from '../archive-table.tsx'
import { EntryState } from '../entry-actions.tsx'
import { SeriesLink } from '../series-link.tsx'
import { ARCHIVE } from '../texts.ts'
import type { Selection } from './chosen-tools.tsx'

interface CompactListProps extends Selection {
  entries: readonly EntryView[]
  series?: readonly SeriesView[] | undefined
}

/** The archive for many videos: one line each, the sentences to check, and a selection that persists across pages. */
export function CompactList({ entries, series, chosen, onChosen }: CompactListProps) {
  const finished = entries.filter(({ is_srt }) => is_srt)
  const listed = finished.filter(({ key }) => chosen.has(key)).length
  const isAll = finished.length > 0 && listed === finished.length
  const choose = (changed: readonly EntryView[], isChosen: boolean) => {
    const next = new Map(chosen)
    for (const entry of changed)
      if (isChosen) next.set(entry.key, entry)
      else next.delete(entry.key)
    onChosen(next)
  }
  const { listColumns: columns } = ARCHIVE
  return (
    // The roles are explicit because browsers drop a table's semantics when the style sheet changes its `display`.
    // biome-ignore-start lint/a11y/noRedundantRoles: as above.
    <table className="table archive-list" role="table">
      <thead role="rowgroup">
        <tr role="row">
          <td role="cell">
            <label>
              <input
                type="checkbox"
                ref={box => {
                  if (box) box.indeterminate = listed > 0 && !isAll
                }}
                checked={isAll}
                disabled={finished.length === 0}
                onChange={() => choose(finished, !isAll)}
              />
              <span>{ARCHIVE.chooseAll}</span>
            </label>
          </td>
          {[columns.title, columns.check, columns.length, columns.time, columns.subtitle].map(column => (
            <th key={column} role="columnheader" scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {entries.map(entry => (
          <tr key={entry.key} role="row" data-status={entry.status}>
            <td role="cell" className="list-choice">
              {entry.is_srt && (
                <input
                  type="checkbox"
                  aria-label={ARCHIVE.choose(nameOf(entry))}
                  checked={chosen.has(entry.key)}
                  onChange={event => choose([entry], event.target.checked)}
                />
              )}
            </td>
            <td role="cell" className="list-title">
              <div className="list-video">
                <Thumbnail src={entry.thumbnail} />
                <p className="list-name">
                  <Name entry={entry} text={nameOf(entry)} />
                  <SeriesLink entry={entry} series={series} />
                </p>
              </div>
            </td>
            <td role="cell" className="list-check small">
              <CheckState entry={entry} />
            </td>
            <td role="cell" className="list-length numbers small">
              {clockTime(entry.duration_seconds)}
            </td>
            <td role="cell" className="list-time numbers small">
              <Time iso={entry.video_upload_time} />
            </td>
            <td role="cell" className="list-state">
              <EntryState entry={entry} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: as above.
  )
}

/** The number of open comments, or else of sentences to check, linked to the first of them. */
function CheckState({ entry }: { entry: EntryView }) {
  if (!entry.is_srt) return null
  const { open_comments = 0 } = entry
  if (open_comments > 0)
    return <Link to={`/user/${entry.key}${CHECK}`}>{SUBTITLE_FILE.comments(count(open_comments))}</Link>
  if (entry.reviewed_at !== undefined) return SUBTITLE_FILE.reviewed
  const doubts = countDoubts(entry)
  if (doubts === 0) return SUBTITLE_FILE.noDoubts
  return <Link to={`/user/${entry.key}${CHECK}`}>{doubtsText(doubts)}</Link>
}
