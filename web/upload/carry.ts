import type { RouteResponse } from '../../lambdas/contract/routes.ts'
import { MAX_UPLOAD_BYTES, VIDEO_TYPE } from '../../lambdas/contract/video-limits.ts'
import type { Api } from '../shared/api.ts'
import { codeOf } from '../shared/request-failed.ts'
import { FileRefused } from './errors.ts'
import { Pace } from './transfer/pace.ts'
import { type Patience, patiently } from './transfer/patience.ts'
import { findResume, forgetResume, type ResumeRecord, saveResume } from './transfer/resume.ts'
import { type PartsUpload, sendForm, sendParts } from './transfer/send.ts'
import { type Carry, isStopped, type Upload, type UploadState } from './uploads.ts'

export interface CarryDependencies {
  api: Api
  copySound(file: Blob, options: { signal: AbortSignal; onProgress(share: number): void }): Promise<Blob>
  wait: Patience['wait']
  now(): number
  /** Called when the server has accepted, and when the last byte is there: balance and archive have changed. */
  onChange(): void
  /** Called when somebody stopped what the server had accepted: tokens are held for it. */
  onAbandon(key: string): void
}

const TRIES = 8
const BUSY_WAIT_MS = 15_000

/** The way of one file: its sound copied out, the submission that holds the tokens, the bytes in one piece or in parts. */
export function createCarry(dependencies: CarryDependencies): Carry {
  return async (upload, tell, signal) => {
    const { now, onChange, api, wait } = dependencies
    const body = await bodyOf(upload, dependencies, tell, signal)
    const sending = progressTeller(body.size, tell, now)
    const patience: Patience = { tries: TRIES, signal, wait, onPause: sending.pause }
    const unfinished = findResume({ fingerprint: upload.fingerprint, size: body.size }, now())
    if (unfinished) {
      const resumed = await resume(unfinished, body, { api, patience, onProgress: sending.progress })
      forgetResume(unfinished.key, now())
      if (resumed) return finish(unfinished.key)
    }
    const submission = await submit(upload, body, dependencies, tell, patience)
    onChange()
    const { entry, post, multipart } = submission
    try {
      if (multipart) {
        const parts = { key: entry.key, ...multipart }
        const { fingerprint, name } = upload
        saveResume({ fingerprint, name, size: body.size, startedAt: now(), ...parts })
        await sendParts(body, parts, { api, patience, onProgress: sending.progress })
        forgetResume(entry.key, now())
      } else if (post) {
        await patiently(() => sendForm(post, body, { signal, onProgress: sending.progress }), patience)
      }
    } catch (error) {
      if (isStopped(signal)) {
        forgetResume(entry.key, now())
        dependencies.onAbandon(entry.key)
      }
      throw error
    }
    finish(entry.key)

    function finish(key: string): void {
      tell({ step: 'done', key })
      onChange()
    }
  }
}

async function bodyOf(
  { file, soundOnly }: Upload,
  { copySound }: CarryDependencies,
  tell: (state: UploadState) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const body = soundOnly ? await soundOf() : file
  if (body.size > MAX_UPLOAD_BYTES) throw new FileRefused('TOO_LARGE')
  return body

  async function soundOf(): Promise<Blob> {
    tell({ step: 'extracting', share: 0 })
    try {
      return await copySound(file, { signal, onProgress: share => tell({ step: 'extracting', share }) })
    } catch (error) {
      if (signal.aborted) throw error
      console.warn(error)
      return file
    }
  }
}

async function submit(
  { id, name, durationSeconds, register }: Upload,
  body: Blob,
  { api, wait }: CarryDependencies,
  tell: (state: UploadState) => void,
  patience: Patience,
): Promise<RouteResponse<'submitVideo'>> {
  const request = {
    body: { filename: name, size: body.size, type: VIDEO_TYPE, durationSeconds, register },
    idempotencyKey: id,
    signal: patience.signal,
  }
  for (;;) {
    try {
      return await patiently(() => api('submitVideo', request), patience)
    } catch (error) {
      if (codeOf(error) !== 'TOO_MANY_OPEN') throw error
      tell({ step: 'waiting', busy: true })
      await wait(BUSY_WAIT_MS, patience.signal)
    }
  }
}

/** Goes on with what an earlier visit began; `false` where the server has closed it meanwhile. */
async function resume(
  unfinished: ResumeRecord,
  body: Blob,
  options: { api: Api; patience: Patience; onProgress(sent: number): void },
): Promise<boolean> {
  const { key, uploadId, partBytes, parts }: PartsUpload = unfinished
  try {
    await sendParts(body, { key, uploadId, partBytes, parts }, options)
    return true
  } catch (error) {
    const code = codeOf(error)
    if (code === 'UPLOAD_CLOSED' || code === 'NO_VIDEO' || code === 'NOT_FOUND') return false
    throw error
  }
}

function progressTeller(size: number, tell: (state: UploadState) => void, now: () => number) {
  const pace = new Pace()
  let last = { sent: 0, size, paused: false }
  return {
    progress(sent: number) {
      last = { ...last, sent: Math.min(sent, size) }
      tell({ step: 'sending', ...last, ...pace.tell({ at: now(), sent: last.sent }, size) })
    },
    pause(paused: boolean) {
      if (paused === last.paused) return
      last = { ...last, paused }
      tell({ step: 'sending', ...last })
    },
  }
}
