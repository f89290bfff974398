import { once } from 'node:events'
import { type IncomingHttpHeaders, request } from 'node:http'
import { buffer } from 'node:stream/consumers'

export interface RawReply {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

/** Sends a path exactly as written; `fetch` would normalize it. */
export async function rawRequest(origin: string, path: string, method = 'GET', headers = {}): Promise<RawReply> {
  const { hostname, port } = new URL(origin)
  const sent = request({ hostname, port, path, method, headers, agent: false })
  sent.end()
  const [answer] = await once(sent, 'response')
  return { status: answer.statusCode, headers: answer.headers, body: (await buffer(answer)).toString() }
}
