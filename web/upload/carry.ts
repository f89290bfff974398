import { MAX_UPLOAD_BYTES, VIDEO_TYPE } from '../../lambdas/contract/limits.ts'
import type { RouteResponse } from '../../lambdas/contract/routes.ts'
import type { Api } from '../shared/api.ts'
import { codeOf } from '../shared/request-failed.ts'
import { FileRefused } from './errors.ts'
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
  /** Called when the server has accepted the submission and when the last byte has arrived: balance and archive changed. */
  onChange(): void
  /** Called when the user stops an upload that the server has accepted: tokens are held for it. */
  onAbandon(key: string): void
}

const TRIES = 8
const BUSY_WAIT_MS = 15_000

/** Carries one file: copies its sound out, submits it, which holds the tokens, and sends it in one piece or in parts. */
export function createCarry(room: CarryRoom): Carry {
  return async (upload, report, signal) => {
    const { now, onChange, api, wait } = room
    const body = await bodyOf(upload, room, report, signal)
    const { onProgress, onPause } = reportSending(body.size, report, now)
    const patience: Patience = { tries: TRIES, signal, wait, onPause }
    const finish = (key: string) => {
      report({ step: 'done', key })
      onChange()
    }

    const unfinished = findResume({ fingerprint: upload.fingerprint, size: body.size }, now())
    if (unfinished) {
      const isResumed = await resume(unfinished, body, { api, patience, onProgress })
      forgetResume(unfinished.key, now())
      if (isResumed) return finish(unfinished.key)
    }

    const { entry, post, multipart } = await submit(upload, body, room, report, patience)
    onChange()
    try {
      if (multipart) {
        const parts = { key: entry.key, ...multipart }
        const { fingerprint, name } = upload
        saveResume({ fingerprint, name, size: body.size, startedAt: now(), ...parts })
        await sendParts(body, parts, { api, patience, onProgress })
        forgetResume(entry.key, now())
      } else if (post) {
        await patiently(() => sendForm(post, body, { signal, onProgress }), patience)
      }
    } catch (error) {
      if (isStopped(signal)) {
        forgetResume(entry.key, now())
        room.onAbandon(entry.key)
      }
      throw error
    }
    finish(entry.key)
  }
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
  { id, name: filename, durationSeconds, register, profile }: Upload,
  body: Blob,
  { api, wait }: CarryRoom,
  report: (state: UploadState) => void,
  patience: Patience,
): Promise<RouteResponse<'submitVideo'>> {
  const request = {
    body: { filename, size: body.size, type: VIDEO_TYPE, durationSeconds, register, profile },
    idempotencyKey: id,
    signal: patience.signal,
  }
  for (;;) {
    try {
      return await patiently(() => api('submitVideo', request), patience)
    } catch (error) {
      if (codeOf(error) !== 'TOO_MANY_OPEN') throw error
      report({ step: 'waiting', busy: true })
      await wait(BUSY_WAIT_MS, patience.signal)
    }
  }
}

/** Continues an upload that an earlier visit began; `false` if the server has closed it in the meantime. */
async function resume(
  { key, uploadId, partBytes, parts }: ResumeRecord,
  body: Blob,
  options: { api: Api; patience: Patience; onProgress(sent: number): void },
): Promise<boolean> {
  try {
    await sendParts(body, { key, uploadId, partBytes, parts }, options)
    return true
  } catch (error) {
    const code = codeOf(error)
    if (code === 'UPLOAD_CLOSED' || code === 'NO_VIDEO' || code === 'NOT_FOUND') return false
    throw error
  }
}
