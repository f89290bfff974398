import { MAX_UPLOAD_BYTES, VIDEO_TYPE } from '../../lambdas/contract/limits.ts'
import type { RouteResponse } from '../../lambdas/contract/routes.ts'
import type { Api } from '../shared/api.ts'
import { codeOf, mayPass, RequestFailed } from '../shared/request-failed.ts'
import { FileRefused, StoppedElsewhere, StoreRefused } from './errors.ts'
import { PROGRESS } from './texts.ts'
import { createHeartbeat } from './transfer/heartbeat.ts'
import { type Patience, patiently } from './transfer/patience.ts'
import { reportSending } from './transfer/progress.ts'
import { findResume, forgetResume, type ResumeRecord, saveResume } from './transfer/resume.ts'
import { sendForm, sendParts } from './transfer/send.ts'
import { isStopped, type RunUpload, type Upload, type UploadState } from './uploads.ts'

export interface UploadDeps {
  api: Api
  copySound(
    file: Blob,
    options: { trackId: number; signal: AbortSignal; onProgress(share: number): void },
  ): Promise<Blob>
  wait: Patience['wait']
  /** Epoch ms. */
  now(): number
  newId(): string
  /** The group to announce, from which the user may have removed others meanwhile. */
  groupOf(upload: Upload): Upload['group']
  /** Called when the submission is accepted and when the last byte has arrived: both change balance and archive. */
  onChange(): void
  /** Captures a frame of the video and stores it with its entry. Errors stay within: a picture is not worth an upload. */
  storePicture(upload: Upload, key: string): void
  /** Called when the user stops a submitted upload. Tokens may be held even if no response has come. */
  onAbandon(submission: Submission): void
}

const TRIES = 8
const BUSY_WAIT_MS = 15_000
/** Attempts to restart an upload the server closed (e.g. while the laptop slept). */
const ATTEMPTS = 3

/** A submission as sent; `key` is absent until the server has responded. */
export type Submission = Pick<ResumeRecord, 'id' | 'request' | 'key'>
type Submitted = RouteResponse<'submitVideo'>

/**
 * Uploads one file: copies its sound out, submits it (which holds the tokens), and sends it in one piece or in parts.
 * An upload from an earlier visit resumes its own submission. However the upload is stopped, its tokens are refunded.
 */
export function createUploadRunner(deps: UploadDeps): RunUpload {
  return async (upload, report, signal) => {
    const { now } = deps
    try {
      const body = await prepareBody(upload, deps, report, signal)
      let record = findOrCreateRecord(upload, body, deps)
      for (let attempt = 1; ; attempt += 1) {
        const { closed } = await submitAndSend({ upload, record, body }, deps, report, signal)
        if (closed === undefined) return
        const { group } = record.request
        forgetResume(record.id, now())
        if (attempt >= ATTEMPTS) throw new RequestFailed('UPLOAD_CLOSED', { message: PROGRESS.closed })
        const again = { ...upload, id: deps.newId(), group: group && { ...group, instead: closed } }
        record = createRecord(again, body, deps)
      }
    } catch (error) {
      if (isStopped(signal)) abandon(upload.fingerprint, deps)
      throw error
    }
  }
}

/** Cancels every submitted, unfinished upload of a file. */
export function abandon(fingerprint: string, { now, onAbandon }: Pick<UploadDeps, 'now' | 'onAbandon'>): void {
  for (let record = findResume(fingerprint, now()); record; record = findResume(fingerprint, now())) {
    forgetResume(record.id, now())
    onAbandon(record)
  }
}

/**
 * Resumes the submission of an earlier visit if the bytes are the same; otherwise cancels that one and creates a new
 * one.
 */
function findOrCreateRecord(upload: Upload, body: Blob, deps: UploadDeps): ResumeRecord {
  const unfinished = findResume(upload.fingerprint, deps.now())
  if (unfinished?.request.size === body.size && isSameTrack(unfinished, upload)) return unfinished
  if (unfinished) abandon(upload.fingerprint, deps)
  const group = deps.groupOf(upload)
  // A single submission is no group, whose email would wait for further members.
  return createRecord({ ...upload, group: group && group.size > 1 ? group : undefined }, body, deps)
}

/** Compares tracks, because the converted tracks of a file have the same size. A file that was kept as its sound has no track id. */
function isSameTrack(unfinished: ResumeRecord, { trackId }: Upload): boolean {
  return unfinished.trackId === undefined || trackId === undefined || unfinished.trackId === trackId
}

function createRecord(upload: Upload, body: Blob, { now }: UploadDeps): ResumeRecord {
  const {
    id,
    fingerprint,
    trackId,
    name: filename,
    durationSeconds,
    soundMs,
    register,
    profile,
    glossary,
    script,
    group,
  } = upload
  const options = { register, profile, glossary, ...(script && { script }), ...(group && { group }) }
  const request = { filename, size: body.size, type: VIDEO_TYPE, durationSeconds, soundMs, ...options }
  return { id, fingerprint, trackId, request, startedAt: now() }
}

/** Submits and sends. Returns the key of the entry as `closed` if the server has closed and refunded it meanwhile. */
async function submitAndSend(
  { upload, record, body }: { upload: Upload; record: ResumeRecord; body: Blob },
  deps: UploadDeps,
  report: (state: UploadState) => void,
  signal: AbortSignal,
): Promise<{ closed?: string }> {
  const { wait, now, onChange, storePicture } = deps
  signal.throwIfAborted()
  const { onAccepted, onProgress, onPause } = reportSending(body.size, report, now)
  const patience: Patience = { tries: TRIES, signal, wait, onPause }
  saveResume(record)
  const submitted = await submit(record, deps, report, patience)
  const { key, status } = submitted.entry
  saveResume({ ...record, key })
  onChange()
  if (status === 'failed') return { closed: key }
  onAccepted(key)
  storePicture(upload, key)
  try {
    await send(submitted, body, { ...deps, patience, onProgress })
  } catch (error) {
    const code = codeOf(error)
    if (code === 'UPLOAD_CLOSED') return { closed: key }
    if (code !== 'NO_VIDEO' && code !== 'NOT_FOUND') throw error
    forgetResume(record.id, now())
    throw new StoppedElsewhere(error)
  }
  forgetResume(record.id, now())
  report({ step: 'done', key })
  onChange()
  return {}
}

/**
 * Sends the missing bytes of an accepted submission.
 * @throws RequestFailed UPLOAD_CLOSED or NO_VIDEO if the server no longer awaits them.
 */
async function send(
  { entry: { key }, post, multipart }: Submitted,
  body: Blob,
  deps: { api: Api; now(): number; patience: Patience; onProgress(sent: number): void },
): Promise<void> {
  const sending = new AbortController()
  const stop = () => sending.abort(deps.patience.signal.reason)
  deps.patience.signal.addEventListener('abort', stop, { once: true })
  if (deps.patience.signal.aborted) stop()
  const { signal } = sending
  const patience = { ...deps.patience, signal }
  const heartbeat = createHeartbeat(key, { ...deps, onClosed: error => sending.abort(error) })
  const onProgress = (sent: number) => {
    if (signal.aborted) return
    heartbeat.onProgress(sent)
    deps.onProgress(sent)
  }
  try {
    if (multipart) await sendParts(body, { key, ...multipart }, { api: deps.api, patience, onProgress })
    else if (post) await patiently(() => sendForm(post, body, { signal, onProgress }), patience)
    if (post) await heartbeat.confirmAwaited()
  } catch (error) {
    // S3 refuses parts of an upload that the server has closed.
    if (error instanceof StoreRefused) await heartbeat.send()
    sending.abort(error)
    throw signal.reason
  } finally {
    deps.patience.signal.removeEventListener('abort', stop)
  }
  signal.throwIfAborted()
}

/** Copies the sound out of the file. A file that was kept during a payment is the sound already. */
async function prepareBody(
  { file, trackId }: Upload,
  { copySound }: UploadDeps,
  report: (state: UploadState) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const onProgress = (share: number) => report({ step: 'extracting', share })
  if (trackId !== undefined) onProgress(0)
  const body = trackId === undefined ? file : await copySound(file, { trackId, signal, onProgress })
  if (body.size > MAX_UPLOAD_BYTES) throw new FileRefused('TOO_LARGE')
  return body
}

/** Submits the upload; waits and retries while the user has too many open videos. */
async function submit(
  { id, request: body }: ResumeRecord,
  { api, wait, now }: UploadDeps,
  report: (state: UploadState) => void,
  patience: Patience,
): Promise<Submitted> {
  const { signal } = patience
  const ask = () => api('submitVideo', { body, idempotencyKey: id, signal })
  for (;;) {
    try {
      return await patiently(ask, patience)
    } catch (error) {
      // After a refusal no tokens are held; after a broken or invalid response they may be.
      if (error instanceof RequestFailed && error.status >= 400 && !mayPass(error)) forgetResume(id, now())
      if (codeOf(error) !== 'TOO_MANY_OPEN') throw error
      report({ step: 'waiting', busy: true })
      await wait(BUSY_WAIT_MS, signal)
    }
  }
}
