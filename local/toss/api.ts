import * as z from 'zod'
import type { AwsResponse } from '#local-aws/aws/service.ts'
import { type CashReceipts, receiptCancellation, receiptRequest } from './cash-receipts.ts'
import { type PaymentRecord, paymentObject } from './payment.ts'
import { parseBody, TossRefusal } from './refusals.ts'
import type { Rules } from './rules.ts'
import type { StoredResponse, TossStore } from './store.ts'

/** How long an idempotency key repeats its first response. */
const IDEMPOTENT_MS = 15 * 24 * 60 * 60 * 1000
const MAX_KEY_LENGTH = 300

/** A request from the shop's server. */
interface ApiCall {
  method: string
  /** Path below the stand-in's address: `/v1/payments/...`, `/v1/cash-receipts...`. */
  path: string
  query: URLSearchParams
  authorization: string
  idempotencyKey: string | undefined
  body: string
}

interface ApiOptions {
  rules: Rules
  receipts: CashReceipts
  store: TossStore
  secretKey: string
  publicUrl: string
  now: () => number
  /** Delays each response, as a card network does. */
  latency?: () => Promise<void>
}

const confirmation = z.object({ paymentKey: z.string().max(200), orderId: z.string().max(64), amount: z.number() })
const cancellation = z.object({
  cancelReason: z.string().min(1).max(200),
  cancelAmount: z.int().optional(),
  refundReceiveAccount: z
    .object({ bank: z.string().max(20), accountNumber: z.string().max(20), holderName: z.string().max(60) })
    .optional(),
})

const receiptQuery = z.object({
  requestDate: z.string().default(''),
  cursor: z.coerce.number().default(0),
  limit: z.coerce.number().default(100),
})

/**
 * Toss's public API: confirm, query by payment or order, cancel, and cash receipts, with authorization and idempotency
 * keys.
 */
export function createApi({ rules, receipts, store, secretKey, publicUrl, now, latency }: ApiOptions) {
  /** Idempotency keys whose first request is still running. */
  const underWay = new Set<string>()

  const run = (call: ApiCall): object => {
    const [, , resource, ...rest] = call.path.split('/').map(decodeURIComponent)
    if (resource === 'cash-receipts') return runReceipts(call, rest)
    if (resource !== 'payments') throw new TossRefusal('NOT_FOUND')
    return paymentObject(runPayments(call, rest), publicUrl)
  }

  const runReceipts = ({ method, query, body }: ApiCall, [receiptKey, action]: string[]): object => {
    if (method === 'GET' && receiptKey === undefined) {
      const { data, ...page } = receipts.list(receiptQuery.parse(Object.fromEntries(query)))
      return { ...page, data: data.map(each => receipts.object(each, publicUrl)) }
    }
    if (method === 'POST' && receiptKey === undefined)
      return receipts.object(receipts.issue(parseBody(receiptRequest, body)), publicUrl)
    if (method === 'POST' && receiptKey !== undefined && action === 'cancel')
      return receipts.object(receipts.cancel(receiptKey, parseBody(receiptCancellation, body).amount), publicUrl)
    throw new TossRefusal('NOT_FOUND')
  }

  const runPayments = (call: ApiCall, [first = '', second]: string[]): PaymentRecord => {
    if (call.method === 'GET') return first === 'orders' ? rules.findByOrder(second ?? '') : rules.find(first)
    if (call.method === 'POST' && first === 'confirm') return rules.confirm(parseBody(confirmation, call.body))
    if (call.method === 'POST' && second === 'cancel') {
      const { cancelReason, cancelAmount, refundReceiveAccount } = parseBody(cancellation, call.body)
      const refundAccount = refundReceiveAccount !== undefined
      return rules.cancel({ paymentKey: first, reason: cancelReason, amount: cancelAmount, refundAccount })
    }
    throw new TossRefusal('NOT_FOUND')
  }

  const answer = (call: ApiCall): StoredResponse => {
    try {
      return { status: 200, body: JSON.stringify(run(call)) }
    } catch (error) {
      return findRefusal(error)
    }
  }

  const delayed = async (call: ApiCall): Promise<StoredResponse> => {
    await latency?.()
    return answer(call)
  }

  /** Repeats the first response to a key and URL for 15 days, whatever the later bodies contain. */
  const once = async (call: ApiCall, key: string): Promise<StoredResponse> => {
    if (key.length > MAX_KEY_LENGTH) return findRefusal(new TossRefusal('INVALID_IDEMPOTENCY_KEY'))
    const id = `${call.method} ${call.path} ${key}`
    const known = store.answer(id, now() - IDEMPOTENT_MS)
    if (known) return known
    if (underWay.has(id)) return findRefusal(new TossRefusal('IDEMPOTENT_REQUEST_PROCESSING'))
    underWay.add(id)
    try {
      const made = await delayed(call)
      store.keepResponse(id, made, now())
      return made
    } finally {
      underWay.delete(id)
    }
  }

  return async (call: ApiCall): Promise<AwsResponse> => {
    const faulty = authorizationFault(call.authorization, secretKey)
    const { status, body } = faulty
      ? findRefusal(faulty)
      : call.method === 'POST' && call.idempotencyKey !== undefined
        ? await once(call, call.idempotencyKey)
        : await delayed(call)
    return { status, headers: { 'content-type': 'application/json;charset=UTF-8' }, body }
  }
}

function authorizationFault(authorization: string, secretKey: string): TossRefusal | undefined {
  const encoded = /^Basic ([A-Za-z0-9+/=]+)$/.exec(authorization)?.[1]
  if (encoded === undefined) return new TossRefusal('UNAUTHORIZED_KEY')
  const [user, ...password] = Buffer.from(encoded, 'base64').toString().split(':')
  if (password.length === 0) return new TossRefusal('INCORRECT_BASIC_AUTH_FORMAT')
  return user === secretKey ? undefined : new TossRefusal('UNAUTHORIZED_KEY')
}

function findRefusal(error: unknown): StoredResponse {
  if (!(error instanceof TossRefusal)) throw error
  return { status: error.status, body: JSON.stringify({ code: error.code, message: error.message }) }
}
