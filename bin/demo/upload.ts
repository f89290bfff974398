import { openAsBlob } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { MAX_DURATION_SECONDS } from '../../lambdas/contract/limits.ts'
import type { RouteResponse } from '../../lambdas/contract/routes.ts'
import type { EntryView } from '../../lambdas/contract/views.ts'
import { probeMedia } from '../../lambdas/source/probe.ts'
import type { ApiClient } from './api-client.ts'

/** Submits a file as the page does: announces it, then sends the presigned form or the parts. `onShare` gets 0 to 1. */
export async function uploadVideo(
  api: ApiClient,
  file: string,
  profile: string,
  onShare: (share: number) => void,
): Promise<EntryView> {
  const { size } = await stat(file)
  const filename = basename(file)
  const durationSeconds = await readDuration(file)
  const body = { filename, size, type: 'video/mp4', durationSeconds, register: 'polite', profile }
  const { entry, post, multipart } = await api('submitVideo', { body })
  onShare(0)
  const blob = await openAsBlob(file, { type: 'video/mp4' })
  if (post) await sendForm(post, blob)
  else if (multipart) await sendParts(api, entry.key, multipart, blob, onShare)
  onShare(1)
  return entry
}

/** Why a file cannot be sent, before any service is started; undefined if it can. */
export async function findFault(file: string): Promise<string | undefined> {
  const found = await stat(file).catch(() => undefined)
  if (!found) return `File not found: ${file}`
  if (!found.isFile()) return `Not a file: ${file}`
  return readDuration(file).then(
    () => undefined,
    () => `The length of the video cannot be read: ${file}`,
  )
}

async function readDuration(file: string): Promise<number> {
  const blob = await openAsBlob(file)
  const read = async (start: number, end: number) => new Uint8Array(await blob.slice(start, end).arrayBuffer())
  const { durationMs } = await probeMedia({ size: blob.size, read }, MAX_DURATION_SECONDS)
  return durationMs / 1000
}

type Submitted = RouteResponse<'submitVideo'>

async function sendForm({ url, fields }: NonNullable<Submitted['post']>, blob: Blob): Promise<void> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', blob, 'video.mp4')
  const answer = await fetch(url, { method: 'POST', body: form })
  if (!answer.ok) throw new Error(`Upload failed: ${await answer.text()}`)
}

async function sendParts(
  api: ApiClient,
  key: string,
  { uploadId, partBytes, parts }: NonNullable<Submitted['multipart']>,
  blob: Blob,
  onShare: (share: number) => void,
): Promise<void> {
  for (let part = 1; part <= parts; part += 1) {
    const { urls } = await api('signParts', { parameters: { key }, body: { uploadId, parts: [part] } })
    const body = blob.slice((part - 1) * partBytes, part * partBytes)
    const answer = await fetch(urls[0]?.url ?? '', { method: 'PUT', body })
    if (!answer.ok) throw new Error(`Upload failed: ${await answer.text()}`)
    onShare(part / parts)
  }
  await api('completeUpload', { parameters: { key }, body: { uploadId } })
}
