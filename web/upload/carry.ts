import { MAX_UPLOAD_BYTES, VIDEO_TYPE } from '../../lambdas/contract/limits.ts'
import type { RouteResponse } from '../../lambdas/contract/routes.ts'
import type { Api } from '../shared/api.ts'
import { codeOf, mayPass, RequestFailed } from '../shared/request-failed.ts'
import { PROGRESS } from '../shared/texts/upload.ts'
import { FileRefused, StoppedElsewhere, StoreRefused } from './errors.ts'
import { createFeeder } from './transfer/feed.ts'
import { type Patience, patiently } from './transfer/patience.ts'
import { reportSending } from './transfer/progress.ts'
import { findResume, forgetResume, type ResumeRecord, saveResume } from './transfer/resume.ts'
import { sendForm, sendParts } from './transfer/send.ts'
import { type Carry, isStopped, type Upload, type UploadState } from './uploads.ts'

/** What carrying an upload needs from the page. */
export interface CarryRoom {
  api: Api
  copySound(file: Blob, options: { signal: AbortSignal; onProgress(share: number): void }): Promise<Blob>
  wait: Patience['wait']
  /** Epoch ms. */
  now(): number
  newId(): string
  /** Called when the server has accepted the submission and when the last byte has arrived: balance and archive changed. */
  onChange(): void
  /** Called when the user stops an upload that was submitted: tokens may be held for it, whether the answer came or not. */
  onAbandon(submission: Submission): void
}

const TRIES = 8
const BUSY_WAIT_MS = 15_000
/** How often an upload begins again that the server had closed, for instance while the computer slept. */
const BEGINNINGS = 3

/** A submission as it was sent; `key` is absent until its answer has come. */
export type Submission = Pick<ResumeRecord, 'id' | 'request' | 'key'>
type Submitted = RouteResponse<'submitVideo'>

/**
 * Carries one file: copies its sound out, submits it, which holds the tokens, and sends it in one piece or in parts.
 * An upload that an earlier visit began goes on with its own submission. However it is stopped, its tokens come back.
 */
export function createCarry(room: CarryRoom): Carry {
  return async (upload, report, signal) => {
    const { now } = room
    try {
      const body = await bodyOf(upload, room, report, signal)
      let record = recordOf(upload, body, room)
      for (let beginning = 1; ; beginning += 1) {
        if (await carryOnce(record, body, room, report, signal)) return
        forgetResume(record.id, now())
        if (beginning >= BEGINNINGS) throw new RequestFailed('UPLOAD_CLOSED', { message: PROGRESS.closed })
        record = { ...newRecord(upload, body, room), id: room.newId() }
      }
    } catch (error) {
      if (isStopped(signal)) abandon(upload.fingerprint, room)
      throw error
    }
  }
}

/** Gives up every upload of a file that was submitted and not finished. */
export function abandon(fingerprint: string, { now, onAbandon }: Pick<CarryRoom, 'now' | 'onAbandon'>): void {
  for (let record = findResume(fingerprint, now()); record; record = findResume(fingerprint, now())) {
    forgetResume(record.id, now())
    onAbandon(record)
  }
}

/** The submission that an earlier visit began, if it is of the same bytes; its tokens come back if not. */
function recordOf(upload: Upload, body: Blob, room: CarryRoom): ResumeRecord {
  const unfinished = findResume(upload.fingerprint, room.now())
  if (unfinished?.request.size === body.size) return unfinished
  if (unfinished) abandon(upload.fingerprint, room)
  return newRecord(upload, body, room)
}

function newRecord(upload: Upload, body: Blob, { now }: CarryRoom): ResumeRecord {
  const { id, fingerprint, name: filename, durationSeconds, register, profile, glossary } = upload
  const request = { filename, size: body.size, type: VIDEO_TYPE, durationSeconds, register, profile, glossary }
  return { id, fingerprint, request, startedAt: now() }
}

/** Submits and sends; `false` if the server has closed and refunded the upload in the meantime. */
async function carryOnce(
  record: ResumeRecord,
  body: Blob,
  room: CarryRoom,
  report: (state: UploadState) => void,
  signal: AbortSignal,
): Promise<boolean> {
  const { wait, now, onChange } = room
  signal.throwIfAborted()
  const { onProgress, onPause } = reportSending(body.size, report, now)
  const patience: Patience = { tries: TRIES, signal, wait, onPause }
  saveResume(record)
  const submitted = await submit(record, room, report, patience)
  const { key, status } = submitted.entry
  saveResume({ ...record, key })
  onChange()
  if (status === 'failed') return false
  try {
    await send(submitted, body, { ...room, patience, onProgress })
  } catch (error) {
    const code = codeOf(error)
    if (code === 'UPLOAD_CLOSED') return false
    if (code !== 'NO_VIDEO' && code !== 'NOT_FOUND') throw error
    forgetResume(record.id, now())
    throw new StoppedElsewhere(error)
  }
  forgetResume(record.id, now())
  report({ step: 'done', key })
  onChange()
  return true
}

/**
 * Sends what the server still awaits of an accepted submission.
 * @throws RequestFailed UPLOAD_CLOSED or NO_VIDEO where the server no longer awaits it.
 */
async function send(
  { entry: { key }, post, multipart }: Submitted,
  body: Blob,
  room: { api: Api; now(): number; patience: Patience; onProgress(sent: number): void },
): Promise<void> {
  const sending = new AbortController()
  const stop = () => sending.abort(room.patience.signal.reason)
  room.patience.signal.addEventListener('abort', stop, { once: true })
  if (room.patience.signal.aborted) stop()
  const { signal } = sending
  const patience = { ...room.patience, signal }
  const feeder = createFeeder(key, { ...room, onClosed: error => sending.abort(error) })
  const onProgress = (sent: number) => {
    if (signal.aborted) return
    feeder.onProgress(sent)
    room.onProgress(sent)
  }
  try {
    if (multipart) await sendParts(body, { key, ...multipart }, { api: room.api, patience, onProgress })
    else if (post) await patiently(() => sendForm(post, body, { signal, onProgress }), patience)
    if (post) await feeder.makeSure()
  } catch (error) {
    // The store refuses parts of an upload that the server has closed.
    if (error instanceof StoreRefused) await feeder.tell()
    sending.abort(error)
    throw signal.reason
  } finally {
    room.patience.signal.removeEventListener('abort', stop)
  }
  signal.throwIfAborted()
}

/** The bytes to send: the sound alone if it can be copied out, or else the whole file. */
async function bodyOf(
  { file, soundOnly }: Upload,
  { copySound }: CarryRoom,
  report: (state: UploadState) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const body = soundOnly ? await soundOf() : file
  if (body.size > MAX_UPLOAD_BYTES) throw new FileRefused('TOO_LARGE')
  return body

  async function soundOf(): Promise<Blob> {
    report({ step: 'extracting', share: 0 })
    try {
      return await copySound(file, { signal, onProgress: share => report({ step: 'extracting', share }) })
    } catch (error) {
      if (signal.aborted) throw error
      console.warn(error)
      return file
    }
  }
}

/** Submits the upload; while the server takes no further video, waits and asks again. */
async function submit(
  { id, request: body }: ResumeRecord,
  { api, wait, now }: CarryRoom,
  report: (state: UploadState) => void,
  patience: Patience,
): Promise<Submitted> {
  const { signal } = patience
  const ask = () => api('submitVideo', { body, idempotencyKey: id, signal })
  for (;;) {
    try {
      return await patiently(ask, patience)
    } catch (error) {
      // Refused: nothing is held.
      if (error instanceof RequestFailed && !mayPass(error)) forgetResume(id, now())
      if (codeOf(error) !== 'TOO_MANY_OPEN') throw error
      report({ step: 'waiting', busy: true })
      await wait(BUSY_WAIT_MS, signal)
    }
  }
}
