import { createHmac } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isLoopback, isPublicAddress } from './public-address.ts'

/** A webhook before it is sent. */
export interface Webhook {
  /** The same for every attempt, so that a receiver can drop repeats. */
  id: string
  url: string
  /** `whsec_` and the key of the HMAC in Base64. */
  secret: string
  body: string
}

export interface WebhookDeps {
  /** Resolves all addresses of a host. */
  resolve(host: string): Promise<readonly { address: string; family: number }[]>
  /** Whether this machine may receive webhooks without TLS, as on a laptop. */
  isLocal: boolean
  /** Epoch milliseconds. */
  now(): number
}

export const resolveHost = (host: string) => lookup(host, { all: true, order: 'verbatim' })

const TIMEOUT_MS = 10_000

/** The address leads to a network that a webhook must not reach. */
export class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress'
}

/**
 * The headers of Standard Webhooks (standardwebhooks.com), for which most languages have libraries. The
 * signature covers id, time and body, so none of them can be changed, and nothing can be replayed later.
 */
export function signatureHeaders({ id, secret, body }: Webhook, now: number): Record<string, string> {
  const seconds = Math.floor(now / 1000)
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': `v1,${signature}` }
}

/**
 * Posts a webhook once and returns the response's status. The host is resolved once, all its addresses are checked,
 * and the connection is made to one of those, so a second DNS answer cannot lead elsewhere. Redirects are not
 * followed, and the response's body is not read.
 * @throws ForbiddenAddress, and errors of the connection
 */
export async function postWebhook(deps: WebhookDeps, webhook: Webhook): Promise<number> {
  const url = new URL(webhook.url)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const [first, ...others] = await deps.resolve(host)
  if (!first) throw new ForbiddenAddress(`${host} has no address`)
  const addresses = [first, ...others].map(({ address }) => address)
  const isOwn = deps.isLocal && addresses.every(isLoopback)
  if (!isOwn && !(url.protocol === 'https:' && addresses.every(isPublicAddress)))
    throw new ForbiddenAddress(`${host} is not a public host with TLS`)
  return send(webhook, url, first, signatureHeaders(webhook, deps.now()))
}

function send(
  { body }: Webhook,
  url: URL,
  { address, family }: { address: string; family: number },
  headers: Record<string, string>,
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  const sent = request(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'user-agent': 'Jamak-Webhook/1' },
    agent: false,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    lookup: (_host, { all }, answer) => (all ? answer(null, [{ address, family }]) : answer(null, address, family)),
  })
  sent.once('error', reject)
  sent.once('response', response => {
    response.destroy()
    resolve(response.statusCode ?? 0)
  })
  sent.end(body)
  return promise
}
