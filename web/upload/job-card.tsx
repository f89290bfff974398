import { useState } from 'react'
import { Link } from 'react-router'
import { clockTime } from '../../lambdas/contract/time.ts'
import { CancelDialog } from '../shared/entry/cancel-dialog.tsx'
import { Failure } from '../shared/entry/failure.tsx'
import { RetryButton } from '../shared/entry/retry-button.tsx'
import { ENTRY } from '../shared/entry/texts.ts'
import { Thumbnail } from '../shared/entry/thumbnail.tsx'
import { Button, ButtonLink } from '../shared/layout/button.tsx'
import { showToast } from '../shared/layout/toasts.tsx'
import { DownloadButton } from '../shared/subtitle-file.tsx'
import { COMMON } from '../shared/texts.ts'
import { JobNow } from './job-now.tsx'
import { currentStep, currentUpload, type Job } from './jobs.ts'
import { JOB, PROGRESS } from './texts.ts'
import { useUploads } from './uploads-context.tsx'
import { useFrame } from './use-frame.ts'

/** Id of the element of a job's or a group's card. */
export const cardId = (id: string): string => `job-${id}`

interface JobCardProps {
  job: Job
  /** Number of the user's videos before it in the queue. */
  ahead?: number | undefined
  /** Whether the card is inside that of its group, which says where the subtitles will be announced. */
  inGroup?: boolean
}

/** A video on its way to a subtitle: picture, four steps and the time left; then its first cues and its buttons. */
export function JobCard({ job, ahead, inGroup = false }: JobCardProps) {
  const { name, upload, entry } = job
  const frame = useFrame(upload?.file, upload?.frame)
  const current = currentUpload(job)
  const seconds = upload?.durationSeconds ?? entry?.duration_seconds ?? 0
  return (
    <li id={cardId(job.id)} className="job" data-open={currentStep(job) !== undefined || undefined}>
      <Thumbnail large src={entry?.thumbnail ?? frame} />
      <div className="job-body">
        <p className="job-name" title={name}>
          {entry?.status === 'done' ? <Link to={`/user/${entry.key}`}>{name}</Link> : <span>{name}</span>}
          <span className="muted small numbers">{ENTRY.length(clockTime(seconds))}</span>
        </p>
        <JobNow job={job} ahead={ahead} inGroup={inGroup} />
        {!current && entry?.status === 'done' && (
          <>
            <p className="job-text job-done small">{JOB.done}</p>
            <ul className="job-cues" aria-label={JOB.firstCues}>
              {(entry.first_cues ?? []).map((cue, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two cues may have the same text.
                <li key={i}>{cue}</li>
              ))}
            </ul>
          </>
        )}
        {!current && entry?.status === 'failed' && <Failure entry={entry} />}
      </div>
      <JobActions job={job} />
    </li>
  )
}

function JobActions({ job }: { job: Job }) {
  const uploads = useUploads()
  const [asking, setAsking] = useState(false)
  const { name, entry } = job
  const upload = currentUpload(job)
  if (upload && upload.state.step !== 'done') {
    const isFailed = upload.state.step === 'failed'
    return (
      <div className="row job-actions">
        {isFailed && (
          <Button size="small" kind="soft" onClick={() => uploads.retry(upload.id)}>
            {COMMON.retry}
          </Button>
        )}
        <Button size="small" kind="outline" onClick={() => uploads.cancel(upload.id)}>
          {isFailed ? PROGRESS.dismiss : PROGRESS.cancel}
          <span className="visually-hidden"> {name}</span>
        </Button>
      </div>
    )
  }
  if (!entry) return null
  if (entry.status === 'done')
    return (
      <div className="row job-actions">
        <DownloadButton entryKey={entry.key} name={name} />
        <ButtonLink to={`/user/${entry.key}`} kind="outline" size="small">
          {ENTRY.edit}
        </ButtonLink>
      </div>
    )
  if (entry.status === 'failed')
    return (
      <div className="row job-actions">
        <RetryButton entry={entry} />
      </div>
    )
  return (
    <div className="row job-actions">
      <Button size="small" kind="outline" onClick={() => setAsking(true)}>
        {ENTRY.cancel}
        <span className="visually-hidden"> {name}</span>
      </Button>
      {asking && (
        <CancelDialog
          entry={entry}
          onCanceled={text => showToast({ kind: 'done', text })}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}
