import type { ApiClient } from '../../bin/demo/api-client.ts'
import type { EntryView } from '../../lambdas/contract/views.ts'

/** A multipart upload in progress. */
export interface PartsUpload {
  entry: EntryView
  uploadId: string
  partBytes: number
  parts: number
}

/** Announces a file that is too large for one form. */
export async function beginParts(api: ApiClient, bytes: Buffer, filename = 'long talk.mp4'): Promise<PartsUpload> {
  const body = { filename, size: bytes.length, type: 'video/mp4', durationSeconds: 30 }
  const { entry, multipart } = await api('submitVideo', { body })
  if (!multipart) throw new Error('the server asked for one form')
  return { entry, ...multipart }
}

/** Presigned URLs of parts, and the parts that are already stored. */
export const signParts = (api: ApiClient, { entry, uploadId }: PartsUpload, parts: number[]) =>
  api('signParts', { parameters: { key: entry.key }, body: { uploadId, parts } })

/** Signs and sends these parts. */
export async function sendParts(api: ApiClient, upload: PartsUpload, bytes: Buffer, parts: number[]): Promise<void> {
  const { urls } = await signParts(api, upload, parts)
  for (const { part, url } of urls) {
    const answer = await putPart(url, partOf(upload, bytes, part))
    if (!answer.ok) throw new Error(await answer.text())
  }
}

const partOf = ({ partBytes }: PartsUpload, bytes: Buffer, part: number): Buffer =>
  bytes.subarray((part - 1) * partBytes, part * partBytes)

export const putPart = (url: string, part: Buffer): Promise<Response> =>
  fetch(url, { method: 'PUT', body: new Uint8Array(part) })

export const completeParts = (api: ApiClient, { entry, uploadId }: PartsUpload) =>
  api('completeUpload', { parameters: { key: entry.key }, body: { uploadId } })
