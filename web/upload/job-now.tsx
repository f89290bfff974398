import { useEffect, useRef, useState } from 'react'
import { STAGE_TEXTS, stageText } from '../../lambdas/contract/archive-entry.ts'
import { FailureText } from '../shared/entry/failure.tsx'
import { Steps } from '../shared/entry/steps.tsx'
import { ENTRY } from '../shared/entry/texts.ts'
import { leftText } from '../shared/entry/time-left.ts'
import { bytes, percent, spoken } from '../shared/format.ts'
import { Sentences } from '../shared/layout/states.tsx'
import { useHasEmail } from '../shared/queries.ts'
import { currentStep, currentUpload, type Job } from './jobs.ts'
import { sentText } from './sent-text.ts'
import { JOB, PROGRESS } from './texts.ts'
import type { UploadState } from './uploads.ts'

/** The four steps, what happens now, and the time left. */
export function JobNow({ job, ahead, inGroup }: { job: Job; ahead: number | undefined; inGroup: boolean }) {
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
      {state?.step === 'failed' && <FailureText text={state.message} />}
      {state?.step !== 'failed' && ((text !== undefined && !isNamed) || left !== undefined) && (
        <p className="job-text small">
          {!isNamed && text !== undefined && (
            <span>
              <JobText text={text} />
            </span>
          )}
          {left !== undefined && <strong className="numbers">{left}</strong>}
        </p>
      )}
      <Announcement name={job.name} text={text ?? JOB.done} state={state} share={share} />
    </>
  )
}

/** The state in bold, which ends at ‘ · ’ or at the first exclamation mark, then the sentences after it. */
export function JobText({ text }: { text: string }) {
  const [state = '', sentences] = text.replace('! ', '! · ').split(' · ')
  if (sentences === undefined) return <Sentences text={text} />
  return (
    <>
      <strong>{state}</strong> <Sentences text={sentences} />
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
