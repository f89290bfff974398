import { Loader } from '@aws-amplify/ui-react'
import { useEffect, useRef, useState } from 'react'
import { bytes, percent, spoken } from '../shared/format.ts'
import { Button, ButtonLink } from '../shared/layout/button.tsx'
import { useHasEmail } from '../shared/queries.ts'
import { COMMON } from '../shared/texts.ts'
import { PROGRESS } from './texts.ts'
import { isUnderWay, shareOf, type Upload, type UploadState } from './uploads.ts'
import { useUploadList, useUploads } from './uploads-context.tsx'

/** Uploads in progress, with progress bar, speed and time left. */
export function UploadList() {
  const list = useUploadList()
  if (list.length === 0) return null
  return (
    <section className="uploads" aria-labelledby="uploads-title">
      <h2 id="uploads-title">{PROGRESS.heading}</h2>
      <ul>
        {list.map(upload => (
          <UploadItem key={upload.id} upload={upload} />
        ))}
      </ul>
    </section>
  )
}

function UploadItem({ upload }: { upload: Upload }) {
  const uploads = useUploads()
  const { id, name, state } = upload
  const hasEmail = useHasEmail()
  const percentage = Math.floor(shareOf(state) * 100)
  return (
    <li className="upload" data-step={state.step}>
      <div className="upload-line">
        <span className="upload-name">{name}</span>
        {isUnderWay(upload) && <span className="numbers">{percent(percentage / 100)}</span>}
      </div>
      {isUnderWay(upload) && percentage > 0 && percentage < 100 && (
        <Loader
          variation="linear"
          isDeterminate
          isPercentageTextHidden
          percentage={percentage}
          ariaLabel={PROGRESS.percentOf(name)}
        />
      )}
      <div className="upload-line">
        <span className="muted small numbers">{textOf(state, hasEmail)}</span>
        <span className="upload-actions">
          {state.step === 'done' && (
            <ButtonLink to="/user" size="small" kind="outline">
              {PROGRESS.toArchive}
            </ButtonLink>
          )}
          {state.step === 'failed' && (
            <Button size="small" kind="outline" onClick={() => uploads.retry(id)}>
              {COMMON.retry}
            </Button>
          )}
          <Button size="small" kind="plain" onClick={() => uploads.cancel(id)}>
            {isUnderWay(upload) ? PROGRESS.cancel : PROGRESS.dismiss}
          </Button>
        </span>
      </div>
      <Announcement name={name} state={state} percentage={percentage} />
    </li>
  )
}

/** Announces each quarter of the progress and each change of step to screen readers. */
function Announcement({ name, state, percentage }: { name: string; state: UploadState; percentage: number }) {
  const hasEmail = useHasEmail()
  const quarter = Math.floor(percentage / 25) * 25
  const paused = state.step === 'sending' && state.paused
  const now = `${state.step}|${quarter}|${paused}`
  const last = useRef('')
  const [text, setText] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of `now` is announced.
  useEffect(() => {
    if (last.current === now) return
    last.current = now
    setText(
      state.step === 'sending' && !paused ? `${name} ${percent(quarter / 100)}` : `${name} ${textOf(state, hasEmail)}`,
    )
  }, [now])
  return (
    <span className="visually-hidden" role="status">
      {text}
    </span>
  )
}

function textOf(state: UploadState, hasEmail: boolean): string {
  switch (state.step) {
    case 'waiting':
      return state.busy ? PROGRESS.busy : PROGRESS.waiting
    case 'extracting':
      return PROGRESS.extracting
    case 'sending':
      return state.paused ? PROGRESS.paused : sendingText(state)
    case 'done':
      return hasEmail ? PROGRESS.done : PROGRESS.doneNoEmail
    case 'failed':
      return state.message
  }
}

function sendingText({ sent, size, bytesPerSecond, secondsLeft }: Extract<UploadState, { step: 'sending' }>): string {
  const parts = [PROGRESS.sent(bytes(sent), bytes(size))]
  if (bytesPerSecond !== undefined) parts.push(PROGRESS.speed(bytes(bytesPerSecond)))
  if (secondsLeft !== undefined) parts.push(PROGRESS.left(spoken(Math.ceil(secondsLeft))))
  return parts.join(' · ')
}
