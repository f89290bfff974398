import { Link } from 'react-router'
import { useArchivePage } from '../../shared/entry/newest-entries.ts'
import { ZipButton } from '../../shared/zip/zip-button.tsx'
import { JobCard } from '../job-card.tsx'
import { countAhead, countByState, joinJobs } from '../jobs.ts'
import { JOB } from '../texts.ts'
import type { Upload } from '../uploads.ts'

const NONE_UNFINISHED: ReadonlySet<string> = new Set()

/** Groups up to this size show their members' cards at first. */
const OPEN_UP_TO = 5

/** Videos submitted together: one progress for all, a ZIP of what is done, and a card for each behind a button. */
export function GroupCard({ id, uploads }: { id: string; uploads: readonly Upload[] }) {
  const { data } = useArchivePage(1, '', { group: id })
  const entries = data?.entries ?? []
  const jobs = joinJobs(uploads, entries, NONE_UNFINISHED).filter(({ entry }) => entry?.failure !== 'CANCELED')
  if (jobs.length === 0) return null
  const { done, failed, working, waiting } = countByState(jobs)
  const parts = [
    JOB.group(jobs.length, done),
    working > 0 && JOB.working(working),
    waiting > 0 && JOB.waiting(waiting),
    failed > 0 && JOB.failed(failed),
  ].filter(part => part !== false)
  return (
    <li className="job-group">
      <div className="job-group-head">
        <p className="job-name">{JOB.groupTitle}</p>
        <p className="job-text small" role="status">
          {parts.join(' · ')}
        </p>
        <progress max={jobs.length} value={done + failed} aria-label={JOB.groupTitle} />
      </div>
      <div className="job-actions">
        <ZipButton entries={entries} />
        <Link className="link-button" to={`/user?group=${id}`}>
          {JOB.groupInArchive}
        </Link>
      </div>
      <details open={jobs.length <= OPEN_UP_TO}>
        <summary>{JOB.showGroup}</summary>
        <ul>
          {jobs.map(job => (
            <JobCard key={job.id} job={job} ahead={countAhead(job, entries)} />
          ))}
        </ul>
      </details>
    </li>
  )
}
