import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { afterAll, vi } from 'vitest'
import { ApiError } from '../../lambdas/contract/errors.ts'
import type { Package } from '../../lambdas/contract/pricing.ts'
import type { TaxDocumentWish } from '../../lambdas/contract/tax-document.ts'
import { confirmPayment } from '../../lambdas/payment/confirm-payment.ts'
import { createPayment } from '../../lambdas/payment/orders.ts'
import type { PaymentDeps } from '../../lambdas/payment/payment-deps.ts'
import { createTossClient } from '../../lambdas/payment/toss/toss-client.ts'
import { readOrder } from '../../lambdas/records/payments.ts'
import { readUser } from '../../lambdas/records/users.ts'
import { SECRET_KEY, type ServedToss, serveToss } from '../local/toss/serve.ts'
import { openTables, type TestTables } from '../support/tables.ts'
import { NOW, newUser } from '../support/users.ts'

export interface OpenDeps extends AsyncDisposable {
  test: TestTables
  toss: ServedToss
  deps: PaymentDeps
  /** Emails sent, in order. */
  emails: { to: string; subject: string; text: string }[]
  /** Clock of the dependencies and of Toss. */
  clock: { ms: number }
  /** Delays Toss's responses by `latency`; tests change it. */
  network: { latency: () => Promise<void>; fetch: typeof fetch }
  person(): Promise<string>
  /** An order, and its payment as the user leaves the payment window. */
  ordered(uid: string, options?: Ordered): Promise<{ uid: string; orderId: string; amount: number; paymentKey: string }>
  /** An order paid and confirmed. */
  paid(uid: string, options?: Ordered): Promise<{ uid: string; orderId: string; amount: number; paymentKey: string }>
  cancel(paymentKey: string, amount?: number): Promise<void>
  token(uid: string): Promise<number | undefined>
  order(orderId: string): ReturnType<typeof readOrder>
}

export interface Ordered {
  package?: Package['id']
  method?: string
  choice?: 'approve' | 'reject'
  taxDocument?: TaxDocumentWish
  /** Kind of cash receipt that the shopper asks for in Toss's window. */
  ownReceipt?: string
}

/** Payment dependencies on the local database and the local Toss. */
export async function openDeps(): Promise<OpenDeps> {
  // Many of these tests are about refusals; their log lines are left out.
  for (const level of ['warn', 'error'] as const) vi.spyOn(console, level).mockImplementation(() => {})
  const test = await openTables()
  const clock = { ms: NOW }
  const network: OpenDeps['network'] = { latency: async () => {}, fetch }
  const toss = await serveToss({ now: () => clock.ms, latency: () => network.latency() })
  const emails: OpenDeps['emails'] = []
  const deps: PaymentDeps = {
    tables: test.tables,
    toss: createTossClient({
      apiUrl: toss.url,
      secretKey: async () => SECRET_KEY,
      fetch: (...call) => network.fetch(...call),
      now: Date.now,
      sleep: ms => setTimeout(ms / 30),
    }),
    sendEmail: async email => void emails.push(email),
    siteUrl: 'https://jamak.example',
    operatorEmail: 'operator@jamak.example',
    now: () => clock.ms,
    randomText: () => randomBytes(12).toString('base64url'),
  }

  const ordered: OpenDeps['ordered'] = async (uid, options = {}) => {
    const { package: id = 'tokens-430', method, choice = 'approve', taxDocument, ownReceipt } = options
    const body = { package: id, taxDocument }
    const { orderId, amount, orderName } = await createPayment(deps, { uid, id: randomUUID(), body })
    const paymentKey = await toss.begin({ orderId, amount, orderName, method })
    await toss.choose(paymentKey, choice, ownReceipt)
    return { uid, orderId, amount, paymentKey }
  }

  return {
    test,
    toss,
    deps,
    emails,
    clock,
    network,
    ordered,
    person: async () => (await newUser(test.tables)).uid,
    async paid(uid, options) {
      const request = await ordered(uid, options)
      await confirmPayment(deps, request)
      return request
    },
    async cancel(paymentKey, cancelAmount) {
      const refundReceiveAccount = { bank: '20', accountNumber: '1', holderName: '김민지' }
      const body = JSON.stringify({ cancelReason: '고객 변심', cancelAmount, refundReceiveAccount })
      const answer = await toss.api(`/v1/payments/${paymentKey}/cancel`, { method: 'POST', body })
      if (answer.status !== 200) throw new Error(String(answer.body.code))
    },
    token: async uid => (await readUser(test.tables, uid))?.token,
    order: orderId => readOrder(test.tables, orderId),
    async [Symbol.asyncDispose]() {
      await toss[Symbol.asyncDispose]()
      await test.close()
    },
  }
}

/** Payments for the tests of one file. Call it at the top of the file. */
export async function setUpPayments(): Promise<OpenDeps> {
  const open = await openDeps()
  afterAll(() => open[Symbol.asyncDispose]())
  return open
}

/** Code that a call is refused with, or `undefined` if it succeeds. */
export async function refusal(call: Promise<unknown>): Promise<string | undefined> {
  try {
    await call
    return undefined
  } catch (error) {
    if (error instanceof ApiError) return error.code
    throw error
  }
}
