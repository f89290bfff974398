import { Link } from 'react-router'
import { useArchivePage } from '../../shared/entry/newest-entries.ts'
import { groupAddress } from '../../shared/entry/series.ts'
import { useHasEmail } from '../../shared/queries.ts'
import { ZipButton } from '../../shared/zip/zip-button.tsx'
import { cardId, JobCard } from '../job-card.tsx'
import { JobText } from '../job-now.tsx'
import { countAhead, countByState, currentUpload, type Job, joinJobs } from '../jobs.ts'
import { sentText } from '../sent-text.ts'
import { JOB } from '../texts.ts'
import type { Upload } from '../uploads.ts'

const NONE_UNFINISHED: ReadonlySet<string> = new Set()

/** Whether nothing of a job is still to be uploaded. */
const isSent = (job: Job) => (currentUpload(job)?.state.step ?? 'done') === 'done'

const isVideo = ({ upload, entry }: Job) => upload !== undefined || entry?.type === 'video'

/** Groups up to this size show their members' cards at first. */
const OPEN_UP_TO = 5

/** Videos submitted together: one progress for all, a ZIP of what is done, and a card for each behind a button. */
export function GroupCard({ id, uploads }: { id: string; uploads: readonly Upload[] }) {
  const { data } = useArchivePage(1, '', { group: id })
  const hasEmail = useHasEmail()
  const entries = data?.entries ?? []
  const series = data?.series?.find(each => each.id === id)
  const jobs = joinJobs(uploads, entries, NONE_UNFINISHED).filter(({ entry }) => entry?.failure !== 'CANCELED')
  if (jobs.length === 0) return null
  const { done, failed, working, waiting } = countByState(jobs)
  const parts = [
    JOB.group(jobs.length, done),
    working > 0 && JOB.working(working),
    waiting > 0 && JOB.waiting(waiting),
  ].filter(part => part !== false)
  return (
    <li id={cardId(id)} className="job-group">
      <div className="stack job-group-head">
        <p className="job-name">{series?.name ?? JOB.groupTitle}</p>
        <p className="job-text small" role="status">
          <span>
            {parts.join(', ')}
            {failed > 0 && ', '}
            {failed > 0 && <span className="failure-reason">{JOB.failed(failed)}</span>}
          </span>
        </p>
        <progress max={jobs.length} value={done} aria-label={series?.name ?? JOB.groupTitle} />
        {working + waiting > 0 && jobs.every(isSent) && (
          <p className="job-text small">
            <span>
              <JobText text={sentText({ isUpload: jobs.some(isVideo), isGrouped: true, hasEmail })} />
            </span>
          </p>
        )}
      </div>
      <div className="row job-actions">
        <ZipButton entries={entries} />
        <Link className="link-button small" to={groupAddress(id)}>
          {JOB.groupInArchive}
        </Link>
      </div>
      <details open={jobs.length <= OPEN_UP_TO}>
        <summary>{JOB.showGroup}</summary>
        <ul className="stack">
          {jobs.map(job => (
            <JobCard key={job.id} job={job} ahead={countAhead(job, entries)} inGroup />
          ))}
        </ul>
      </details>
    </li>
  )
}
