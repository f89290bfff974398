import { ConnectionLost, StoreRefused } from './errors.ts'

export interface SendOptions {
  signal: AbortSignal
  /** Bytes of the body that have gone out. */
  onProgress(sent: number): void
}

/** A request with progress, which `fetch` can't tell. */
export function send(
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

/** The presigned form in one piece: its fields first, the file last (Amazon S3, browser-based uploads). */
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
