import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { STAGE_TEXTS, stageText } from '../../lambdas/contract/archive-entry.ts'
import { clockTime } from '../../lambdas/contract/time.ts'
import { CancelDialog } from '../shared/entry/cancel-dialog.tsx'
import { Failure } from '../shared/entry/failure.tsx'
import { RetryButton } from '../shared/entry/retry-button.tsx'
import { Steps } from '../shared/entry/steps.tsx'
import { ENTRY } from '../shared/entry/texts.ts'
import { Thumbnail } from '../shared/entry/thumbnail.tsx'
import { leftText } from '../shared/entry/time-left.ts'
import { bytes, percent, spoken } from '../shared/format.ts'
import { Button, ButtonLink } from '../shared/layout/button.tsx'
import { Sentences } from '../shared/layout/states.tsx'
import { showToast } from '../shared/layout/toasts.tsx'
import { useHasEmail } from '../shared/queries.ts'
import { DownloadButton } from '../shared/subtitle-file.tsx'
import { COMMON } from '../shared/texts.ts'
import { currentStep, currentUpload, type Job } from './jobs.ts'
import { sentText } from './sent-text.ts'
import { JOB, PROGRESS } from './texts.ts'
import type { UploadState } from './uploads.ts'
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
          <span className="muted small numbers">{clockTime(seconds)}</span>
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

/** The four steps, what happens now, and the time left. */
function JobNow({ job, ahead, inGroup }: { job: Job; ahead: number | undefined; inGroup: boolean }) {
  const hasEmail = useHasEmail()
  const current = currentStep(job)
  const state = currentUpload(job)?.state
  const text = ahead !== undefined && !currentUpload(job) ? PROGRESS.queued(ahead) : textOf(job, { hasEmail, inGroup })
  const left = leftOf(job)
  const share = current?.share ?? 0
  // In a group, the name of the current step says enough.
  const isNamed = inGroup && !currentUpload(job) && current !== undefined && !current.isWaiting && !job.entry?.stale
  return (
    <>
      {current && <Steps type={job.entry?.type} now={current} label={PROGRESS.percentOf(job.name)} />}
      {((text !== undefined && !isNamed) || left !== undefined) && (
        <p className="job-text small" data-failed={state?.step === 'failed' || undefined}>
          {!isNamed && text !== undefined && (
            <span>
              <Sentences text={text} />
            </span>
          )}
          {left !== undefined && <strong className="numbers">{left}</strong>}
        </p>
      )}
      <Announcement name={job.name} text={text ?? JOB.done} state={state} share={share} />
    </>
  )
}

/** Announces each quarter of the upload and each change of step to screen readers. */
function Announcement(props: { name: string; text: string; state: UploadState | undefined; share: number }) {
  const { name, text, state, share } = props
  const isSending = state?.step === 'sending' && !state.paused
  const now = isSending ? `${name} ${percent(Math.floor(share * 4) / 4)}` : `${name} ${text}`
  const last = useRef<string>(undefined)
  const [announced, setAnnounced] = useState('')
  useEffect(() => {
    // The first text is on the screen that was just opened.
    if (last.current !== undefined && last.current !== now) setAnnounced(now)
    last.current = now
  }, [now])
  return (
    <span className="visually-hidden" role="status">
      {announced}
    </span>
  )
}

function textOf(job: Job, { hasEmail, inGroup }: { hasEmail: boolean; inGroup: boolean }): string | undefined {
  const isGrouped = (job.entry?.group ?? job.upload?.group) !== undefined
  const state = currentUpload(job)?.state
  switch (state?.step) {
    case 'waiting':
      return state.busy ? PROGRESS.busy : PROGRESS.waiting
    case 'extracting':
      return PROGRESS.extracting
    case 'sending':
      if (state.paused) return PROGRESS.paused
      return state.sent < state.size ? PROGRESS.sent(bytes(state.sent), bytes(state.size)) : PROGRESS.finishing
    case 'done':
      return inGroup ? STAGE_TEXTS.queued : sentText({ isUpload: true, isGrouped, hasEmail })
    case 'failed':
      return state.message
  }
  const { entry } = job
  if (!entry || entry.status === 'done' || entry.status === 'failed') return undefined
  if (entry.stale) return ENTRY.stale
  if (inGroup || entry.status === 'uploading') return stageText(entry.type, entry.status)
  const isBeyond = entry.status === 'translating' || entry.status === 'writing'
  const stage = isBeyond ? stageText(entry.type, entry.status) : undefined
  return sentText({ isUpload: entry.type === 'video', isLink: entry.type === 'youtube', isGrouped, hasEmail, stage })
}

function leftOf(job: Job): string | undefined {
  const state = currentUpload(job)?.state
  if (state?.step === 'sending' && !state.paused && state.sent < state.size) {
    return state.secondsLeft === undefined
      ? undefined
      : PROGRESS.left(spoken(Math.max(1, Math.ceil(state.secondsLeft))))
  }
  return state === undefined && job.entry?.left ? leftText(job.entry.left) : undefined
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
