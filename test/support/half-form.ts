import { request } from 'node:http'

/** Sends half of a presigned form and keeps the connection open, like a slow browser. */
export async function sendHalfForm(post: { url: string; fields: Record<string, string> }, file: Buffer): Promise<void> {
  const form = new FormData()
  for (const [name, value] of Object.entries(post.fields)) form.append(name, value)
  form.append('file', new Blob([new Uint8Array(file)]), 'file.mp4')
  const whole = new Response(form)
  const body = Buffer.from(await whole.arrayBuffer())
  const headers = { 'content-type': whole.headers.get('content-type') ?? '', 'content-length': body.length }
  const sent = request(post.url, { method: 'POST', headers })
  // The connection breaks when the service is killed.
  sent.on('error', () => {})
  await new Promise(resolve => sent.write(body.subarray(0, body.length / 2), resolve))
}
