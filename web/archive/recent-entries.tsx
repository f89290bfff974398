import { Link } from 'react-router'
import { nameOf } from '../../lambdas/contract/title.ts'
import type { EntryView } from '../../lambdas/contract/views.ts'
import { isStage } from './entry-actions.tsx'
import { useNewestEntries } from './newest-entries.ts'
import { NotifyOffer } from './notices.tsx'
import { ARCHIVE } from './texts.ts'
import { leftText } from './time-left.ts'

const SHOWN = 3

/** The newest videos with their status, below the upload form. Renders nothing before the first upload. */
export function RecentEntries() {
  const { data } = useNewestEntries()
  const entries = data?.entries.slice(0, SHOWN) ?? []
  if (entries.length === 0) return null
  return (
    <section className="recent" aria-labelledby="recent-title">
      <div className="recent-head">
        <h2 id="recent-title">{ARCHIVE.recent}</h2>
        <Link to="/user">{ARCHIVE.recentAll}</Link>
      </div>
      <NotifyOffer entries={entries} />
      <ul>
        {entries.map(entry => (
          <li key={entry.key}>
            <Link className="recent-name" to={entry.is_srt ? `/user/${entry.key}` : '/user'}>
              {nameOf(entry)}
            </Link>
            <span className="muted small numbers" data-status={entry.status}>
              {stateText(entry)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function stateText({ status, failure, left }: EntryView): string {
  if (isStage(status)) return left ? `${ARCHIVE.stages[status]} · ${leftText(left)}` : ARCHIVE.stages[status]
  if (status === 'done') return ARCHIVE.recentDone
  return failure === 'CANCELED' ? ARCHIVE.recentCanceled : ARCHIVE.recentFailed
}
