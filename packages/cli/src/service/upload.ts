import type { ReceivedOf } from '../../../../lambdas/contract/every-route.ts'
import { HEARTBEAT_EVERY_MS } from '../../../../lambdas/contract/limits.ts'
import type { Context } from '../context.ts'
import { Fault } from '../fault.ts'
import type { Client } from './client.ts'
import type { FilmSound } from './film.ts'

type Instructions = Pick<ReceivedOf<'v1Submit'>, 'post' | 'multipart'>

/**
 * Sends the sound as the instructions say, either as one form or as the parts that have not arrived yet. Meanwhile, it
 * reports to the service that the upload is in progress. `onShare` gets the share that was sent, from 0 to 1.
 */
export async function upload(
  context: Context,
  client: Client,
  { id, film, post, multipart }: Instructions & { id: string; film: FilmSound },
  onShare: (share: number) => void,
): Promise<void> {
  const beat = setInterval(() => {
    // A failed heartbeat needs no handling. Another heartbeat follows, and if the upload was closed, its next part is
    // refused.
    client.call('v1Heartbeat', { parameters: { id } }).catch(() => undefined)
  }, HEARTBEAT_EVERY_MS)
  try {
    onShare(0)
    if (post) await sendForm(context, post, film)
    else if (multipart) await sendParts(context, client, { id, film, multipart }, onShare)
    onShare(1)
  } finally {
    clearInterval(beat)
  }
}

async function sendForm(
  context: Context,
  { url, fields }: NonNullable<Instructions['post']>,
  film: FilmSound,
): Promise<void> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob(await pieces(film), { type: 'video/mp4' }), 'sound.mp4')
  await sent(context, () => context.fetch(url, { method: 'POST', body: form, signal: context.signal }))
}

async function pieces(film: FilmSound): Promise<BlobPart[]> {
  const all: BlobPart[] = []
  for await (const piece of film.content()) all.push(new Uint8Array(piece))
  return all
}

async function sendParts(
  context: Context,
  client: Client,
  { id, film, multipart }: { id: string; film: FilmSound; multipart: NonNullable<Instructions['multipart']> },
  onShare: (share: number) => void,
): Promise<void> {
  const { uploadId, partBytes, parts } = multipart
  const sign = (part: number) => client.call('v1SignParts', { parameters: { id }, body: { uploadId, parts: [part] } })
  const known = new Map((await sign(1)).received.map(({ part, size }) => [part, size]))
  let part = 0
  for await (const content of divided(film, partBytes)) {
    part += 1
    if (known.get(part) !== content.length) {
      const { urls } = await sign(part)
      const url = urls[0]?.url ?? ''
      await sent(context, () => context.fetch(url, { method: 'PUT', body: content, signal: context.signal }))
    }
    onShare(part / parts)
  }
  await client.call('v1CompleteUpload', { parameters: { id }, body: { uploadId } })
}

/** The sound in parts of this many bytes; the last is shorter. */
async function* divided(film: FilmSound, partBytes: number): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let part = new Uint8Array(partBytes)
  let filled = 0
  for await (const piece of film.content()) {
    for (let at = 0; at < piece.length; ) {
      const taken = piece.subarray(at, at + partBytes - filled)
      part.set(taken, filled)
      filled += taken.length
      at += taken.length
      if (filled < partBytes) continue
      yield part
      part = new Uint8Array(partBytes)
      filled = 0
    }
  }
  if (filled > 0) yield part.slice(0, filled)
}

const PAUSES_MS = [1000, 4000, 10_000]

/** Sends again if the connection breaks or S3 is busy. @throws Fault UPLOAD_FAILED */
async function sent({ say, wait, signal }: Context, send: () => Promise<Response>): Promise<void> {
  for (const pauseMs of [...PAUSES_MS, undefined]) {
    try {
      const response = await send()
      if (response.ok) return
      const reason = /<Code>(\w+)<\/Code>/.exec(await response.text())?.[1] ?? String(response.status)
      if (response.status < 500 || pauseMs === undefined) throw new Fault('UPLOAD_FAILED', say('uploadFailed', reason))
    } catch (cause) {
      if (signal.aborted || cause instanceof Fault) throw cause
      if (pauseMs === undefined) throw new Fault('UPLOAD_FAILED', say('uploadFailed', String(cause)), { cause })
    }
    if (pauseMs !== undefined) await wait(pauseMs, signal)
  }
}
