import type { Api } from '../../shared/api.ts'
import { ConnectionLost, StoreRefused } from '../errors.ts'
import { type Patience, patiently } from './patience.ts'

/** A multipart upload opened by the server. */
interface PartsUpload {
  key: string
  uploadId: string
  partBytes: number
  parts: number
}

interface PartsOptions {
  api: Api
  patience: Patience
  /** Called with the number of bytes stored. */
  onProgress(sent: number): void
}

const AT_ONCE = 3
/** Number of part addresses to request in one call; each is valid for an hour. */
const SIGNED_AT_ONCE = 12

/**
 * Sends the missing parts, three at a time with a retry for each, then completes the upload. Called again after a
 * reload, it resumes.
 */
export async function sendParts(file: Blob, upload: PartsUpload, options: PartsOptions): Promise<void> {
  const { api, patience } = options
  const parameters = { key: upload.key }
  const sent = new Map<number, number>()
  const report = () => options.onProgress([...sent.values()].reduce((sum, each) => sum + each, 0))
  const sizeOf = (part: number) => Math.min(upload.partBytes, file.size - (part - 1) * upload.partBytes)
  const all = Array.from({ length: upload.parts }, (_, index) => index + 1)
  const sign = (parts: number[], own: Patience) =>
    patiently(
      () => api('signParts', { parameters, body: { uploadId: upload.uploadId, parts }, signal: patience.signal }),
      own,
    )

  const first = await sign(all.slice(0, SIGNED_AT_ONCE), patience)
  for (const { part, size } of first.received) if (size === sizeOf(part)) sent.set(part, size)
  report()

  const urls = new Map(first.urls.map(each => [each.part, each.url]))
  const missing = all.filter(part => !sent.has(part))

  const urlOf = async (part: number, own: Patience): Promise<string> => {
    const known = urls.get(part)
    if (known) return known
    const at = missing.indexOf(part)
    for (const each of (await sign(missing.slice(at, at + SIGNED_AT_ONCE), own)).urls) urls.set(each.part, each.url)
    const url = urls.get(part)
    if (!url) throw new Error(`no address for part ${part}`)
    return url
  }

  /** Parts being sent, and whether each waits for the network. The upload is paused while all of them wait. */
  const underWay = new Map<number, boolean>()
  const reportPause = () => patience.onPause(underWay.size > 0 && ![...underWay.values()].includes(false))

  const sendPart = async (part: number): Promise<void> => {
    const start = (part - 1) * upload.partBytes
    const piece = file.slice(start, start + sizeOf(part))
    const onPause = (paused: boolean) => {
      underWay.set(part, paused)
      reportPause()
    }
    const own = { ...patience, onPause }
    onPause(false)
    await patiently(async () => {
      const url = await urlOf(part, own)
      // The URL may have expired by the next attempt.
      urls.delete(part)
      await send('PUT', url, piece, {
        signal: patience.signal,
        onProgress: bytes => {
          sent.set(part, Math.min(bytes, piece.size))
          report()
        },
      })
      sent.set(part, piece.size)
      report()
    }, own)
    underWay.delete(part)
  }

  const queue = [...missing]
  const worker = async () => {
    for (let part = queue.shift(); part !== undefined; part = queue.shift()) await sendPart(part)
    reportPause()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  await patiently(
    () => api('completeUpload', { parameters, body: { uploadId: upload.uploadId }, signal: patience.signal }),
    patience,
  )
}

interface SendOptions {
  signal: AbortSignal
  /** Called with the number of bytes of the body sent. */
  onProgress(sent: number): void
}

/** Sends one request through `XMLHttpRequest`: `fetch` does not report upload progress. */
function send(
  method: 'POST' | 'PUT',
  url: string,
  body: FormData | Blob,
  { signal, onProgress }: SendOptions,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    request.open(method, url)
    request.upload.onprogress = event => onProgress(event.loaded)
    request.onload = () => (request.status < 300 ? resolve() : reject(new StoreRefused(request.status)))
    request.onerror = () => reject(new ConnectionLost())
    request.onabort = () => reject(signal.reason)
    request.onloadend = () => signal.removeEventListener('abort', abort)
    signal.addEventListener('abort', abort)
    if (signal.aborted) return reject(signal.reason)
    request.send(body)
  })
}

/** Sends a file as one presigned form. S3 requires the fields first and the file last. */
export function sendForm(
  post: { url: string; fields: Record<string, string> },
  file: Blob,
  options: SendOptions,
): Promise<void> {
  const form = new FormData()
  for (const [name, value] of Object.entries(post.fields)) form.append(name, value)
  form.append('file', file)
  return send('POST', post.url, form, options)
}
