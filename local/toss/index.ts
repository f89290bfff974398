import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AwsResponse } from '#local-aws/aws/service.ts'
import { readBody, readHeaders, respond } from '#local-aws/aws/wire.ts'
import { printDefect } from '#local-aws/machine/terminal.ts'
import { createApi } from './api.ts'
import { createCashReceipts } from './cash-receipts.ts'
import { TossRefusal } from './refusals.ts'
import { createRules } from './rules.ts'
import { createSite } from './site.ts'
import { openStore } from './store.ts'
import { createWebhooks } from './webhooks.ts'

export interface TossOptions {
  /** Folder of the stand-in's database. */
  folder: string
  /** URL for browsers and the shop's server, with its path: `http://127.0.0.1:4001/toss`. */
  publicUrl: string
  secretKey: string
  clientKey: string
  /** The shop's webhook URL. */
  webhookUrl: string
  /** Epoch milliseconds. Default: the machine's clock. */
  now?: () => number
  /** Delays between the sends of a webhook, in milliseconds. */
  webhookRetryMs?: number[]
  /** Delays each response of the API, as a card network does. */
  latency?: () => Promise<void>
}

interface LocalToss {
  /** Handles requests under the path of `publicUrl`. Returns false for all others, without responding. */
  handle(req: IncomingMessage, res: ServerResponse): Promise<boolean>
  close(): void
}

/**
 * Whether these are keys of Toss's own test environment, with which the service uses Toss itself and no money moves.
 */
export function areTossTestKeys(clientKey = '', secretKey = ''): boolean {
  return /^test_g?ck_[A-Za-z0-9]{20,}$/.test(clientKey) && /^test_g?sk_[A-Za-z0-9]{20,}$/.test(secretKey)
}

const MAX_BODY_BYTES = 64 * 1024

/**
 * Stands in for Toss Payments on this machine: the widget's script, frames and payment window, the API (confirm, query,
 * cancel, cash receipts) with its errors and idempotency keys, and unsigned webhooks with retries. No money moves.
 */
export function createToss(options: TossOptions): LocalToss {
  const { folder, publicUrl, secretKey, clientKey, webhookUrl, now = Date.now } = options
  const { pathname, origin } = new URL(publicUrl)
  const root = pathname.replace(/\/$/, '')
  const store = openStore(folder)
  const webhooks = createWebhooks({ store, url: webhookUrl, publicUrl, now, retryMs: options.webhookRetryMs })
  const rules = createRules({ store, now, onChange: webhooks.notify })
  const api = createApi({
    rules,
    receipts: createCashReceipts({ store, now }),
    store,
    secretKey,
    publicUrl,
    now,
    latency: options.latency,
  })
  const site = createSite({ rules, store, clientKey, publicUrl })

  const answer = async (req: IncomingMessage, url: URL): Promise<AwsResponse> => {
    const method = req.method ?? 'GET'
    const path = url.pathname.slice(root.length)
    const headers = readHeaders(req)
    const body = (await readBody(req, MAX_BODY_BYTES)).toString()
    const idempotencyKey = headers['idempotency-key']
    if (path.startsWith('/v1/payments') || path.startsWith('/v1/cash-receipts'))
      return api({
        method,
        path,
        query: url.searchParams,
        authorization: headers.authorization ?? '',
        idempotencyKey,
        body,
      })
    // Only the stand-in's own pages may post, so that another site cannot pay or cancel.
    if (method === 'POST' && headers.origin !== origin) throw new TossRefusal('INVALID_REQUEST')
    const page = await site({ method, path, query: url.searchParams, body })
    if (!page) throw new TossRefusal('NOT_FOUND')
    return page
  }

  return {
    async handle(req, res) {
      const url = new URL(req.url ?? '/', origin)
      if (url.pathname !== root && !url.pathname.startsWith(`${root}/`)) return false
      try {
        respond(res, await answer(req, url))
      } catch (error) {
        respond(res, failure(error))
      }
      return true
    },
    close() {
      webhooks.close()
      store.close()
    },
  }
}

function failure(error: unknown): AwsResponse {
  const known = error instanceof TossRefusal
  if (!known) printDefect('Toss', error)
  const { status, code, message } = known
    ? error
    : { status: 500, code: 'FAILED_INTERNAL_SYSTEM_PROCESSING', message: '내부 시스템 처리 작업이 실패했습니다.' }
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify({ code, message }),
  }
}
