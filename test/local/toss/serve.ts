import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createToss, type TossOptions } from '../../../local/toss/index.ts'
import { listen } from '../../../packages/local-aws/test/support/endpoint.ts'
import { type Shopper, shopperAt } from './shopper.ts'

export const SECRET_KEY = 'test_gsk_local'
export const CLIENT_KEY = 'test_gck_local'

/** A webhook as the shop received it. */
export interface Notice {
  eventType?: string
  createdAt?: string
  secret?: string
  status?: string
  orderId?: string
  data?: { orderId: string; paymentKey: string; status: string }
}

export interface ServedToss extends Shopper, AsyncDisposable {
  /** URL of the stand-in, with its path. */
  url: string
  notices: Notice[]
  /** Statuses of the shop's responses to the next webhooks, in order; 200 after them. */
  shopAnswers: number[]
  api(path: string, init?: RequestInit): Promise<{ status: number; body: Record<string, unknown> }>
  restart(): void
}

export const CONFIRM = '/v1/payments/confirm'

/** Serves the stand-in on a free port, with a shop that collects its webhooks. */
export async function serveToss(
  options: Partial<Pick<TossOptions, 'now' | 'latency' | 'webhookRetryMs' | 'webhookUrl'>> = {},
): Promise<ServedToss> {
  const folder = mkdtempSync(join(tmpdir(), 'toss-'))
  const notices: Notice[] = []
  const shopAnswers: number[] = []
  const server = createServer(async (req, res) => {
    if (await toss.handle(req, res)) return
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk)
    notices.push(JSON.parse(Buffer.concat(chunks).toString()))
    res.writeHead(shopAnswers.shift() ?? 200).end()
  })
  const origin = await listen(server)
  const url = `${origin}/toss`
  const make = () =>
    createToss({
      folder,
      publicUrl: url,
      secretKey: SECRET_KEY,
      clientKey: CLIENT_KEY,
      webhookUrl: `${origin}/shop`,
      webhookRetryMs: [5, 10, 20],
      ...options,
    })
  let toss = make()
  return {
    url,
    notices,
    shopAnswers,
    async api(path, init = {}) {
      const authorization = `Basic ${Buffer.from(`${SECRET_KEY}:`).toString('base64')}`
      const answer = await fetch(`${url}${path}`, { ...init, headers: { authorization, ...init.headers } })
      return { status: answer.status, body: await answer.json() }
    },
    ...shopperAt(url, CLIENT_KEY),
    restart() {
      toss.close()
      toss = make()
    },
    async [Symbol.asyncDispose]() {
      toss.close()
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
