import * as z from 'zod'
import type { AwsResponse } from '../aws/service.ts'
import { parseBody } from './body.ts'
import { type PaymentRecord, paymentObject } from './payment.ts'
import { TossRefusal } from './refusals.ts'
import type { Rules } from './rules.ts'
import type { StoredAnswer, TossStore } from './store.ts'

const IDEMPOTENT_MS = 15 * 24 * 60 * 60 * 1000
const LONGEST_KEY = 300

/** One call of the shop's server. */
export interface ApiCall {
  method: string
  /** Below the API's origin: `/v1/payments/...`. */
  path: string
  authorization: string
  idempotencyKey: string | undefined
  body: string
}

export interface ApiOptions {
  rules: Rules
  store: TossStore
  secretKey: string
  publicUrl: string
  now: () => number
  /** Stands for the time that a card network takes. */
  latency?: () => Promise<void>
}

const confirmation = z.object({ paymentKey: z.string(), orderId: z.string(), amount: z.number() })
const cancellation = z.object({
  cancelReason: z.string().min(1).max(200),
  cancelAmount: z.int().optional(),
  refundReceiveAccount: z.object({ bank: z.string(), accountNumber: z.string(), holderName: z.string() }).optional(),
})

/** The public API: confirm, query by payment and by order, cancel; with its authorization and its idempotency keys. */
export function createApi({ rules, store, secretKey, publicUrl, now, latency }: ApiOptions) {
  const underWay = new Set<string>()

  const run = (call: ApiCall): PaymentRecord => {
    const [, , resource, ...rest] = call.path.split('/').map(decodeURIComponent)
    if (resource !== 'payments') throw new TossRefusal('NOT_FOUND')
    const [first = '', second] = rest
    if (call.method === 'GET') return first === 'orders' ? rules.findByOrder(second ?? '') : rules.find(first)
    if (call.method === 'POST' && first === 'confirm') return rules.confirm(parseBody(confirmation, call.body))
    if (call.method === 'POST' && second === 'cancel') {
      const { cancelReason, cancelAmount, refundReceiveAccount } = parseBody(cancellation, call.body)
      const refundAccount = refundReceiveAccount !== undefined
      return rules.cancel({ paymentKey: first, reason: cancelReason, amount: cancelAmount, refundAccount })
    }
    throw new TossRefusal('NOT_FOUND')
  }

  const answer = (call: ApiCall): StoredAnswer => {
    try {
      return { status: 200, body: JSON.stringify(paymentObject(run(call), publicUrl)) }
    } catch (error) {
      return refusalOf(error)
    }
  }

  /** The same key on the same address gets the first answer for 15 days, whatever the body says. */
  const once = async (call: ApiCall, key: string): Promise<StoredAnswer> => {
    if (key.length > LONGEST_KEY) return refusalOf(new TossRefusal('INVALID_IDEMPOTENCY_KEY'))
    const id = `${call.method} ${call.path} ${key}`
    const known = store.answer(id, now() - IDEMPOTENT_MS)
    if (known) return known
    if (underWay.has(id)) return refusalOf(new TossRefusal('IDEMPOTENT_REQUEST_PROCESSING'))
    underWay.add(id)
    try {
      await latency?.()
      const made = answer(call)
      store.keepAnswer(id, made, now())
      return made
    } finally {
      underWay.delete(id)
    }
  }

  return async (call: ApiCall): Promise<AwsResponse> => {
    const faulty = authorizationFault(call.authorization, secretKey)
    const { status, body } = faulty
      ? refusalOf(faulty)
      : call.method === 'POST' && call.idempotencyKey !== undefined
        ? await once(call, call.idempotencyKey)
        : await late(latency, () => answer(call))
    return { status, headers: { 'content-type': 'application/json;charset=UTF-8' }, body }
  }
}

async function late(latency: ApiOptions['latency'], work: () => StoredAnswer): Promise<StoredAnswer> {
  await latency?.()
  return work()
}

function authorizationFault(authorization: string, secretKey: string): TossRefusal | undefined {
  const encoded = /^Basic ([A-Za-z0-9+/=]+)$/.exec(authorization)?.[1]
  if (encoded === undefined) return new TossRefusal('UNAUTHORIZED_KEY')
  const [user, ...password] = Buffer.from(encoded, 'base64').toString().split(':')
  if (password.length === 0) return new TossRefusal('INCORRECT_BASIC_AUTH_FORMAT')
  return user === secretKey ? undefined : new TossRefusal('UNAUTHORIZED_KEY')
}

function refusalOf(error: unknown): StoredAnswer {
  if (!(error instanceof TossRefusal)) throw error
  return { status: error.status, body: JSON.stringify({ code: error.code, message: error.message }) }
}
