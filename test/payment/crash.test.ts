import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { sendAllOwed } from '../../lambdas/email/send-owed.ts'
import { confirmPayment } from '../../lambdas/payment/confirm-payment.ts'
import type { PaymentDeps } from '../../lambdas/payment/payment-deps.ts'
import { ORDER_PATIENCE_MS, reconcile } from '../../lambdas/payment/reconcile.ts'
import { settleTaxDocument } from '../../lambdas/payment/settle-tax-document.ts'
import { createTossClient } from '../../lambdas/payment/toss/toss-client.ts'
import { handleWebhook } from '../../lambdas/payment/webhook.ts'
import { EMAIL_LEASE_MS } from '../../lambdas/records/outbox.ts'
import { requireOrder } from '../../lambdas/records/payments.ts'
import { SECRET_KEY } from '../local/toss/serve.ts'
import { type Death, everyDeath, mortal, mortalClient } from '../support/kill-points.ts'
import { setUpPayments } from './open-deps.ts'

const open = await setUpPayments()

/** Payment dependencies in a process that will be killed. */
function doomed(death: Death): { deps: PaymentDeps; isDead: () => boolean; kinds: string[] } {
  const life = mortal(death)
  const { through, isDead, kinds } = life
  const { tables, sendEmail } = open.deps
  const client = mortalClient(tables.client, life)
  const deps: PaymentDeps = {
    ...open.deps,
    tables: { ...tables, client },
    toss: createTossClient({
      apiUrl: open.toss.url,
      secretKey: async () => SECRET_KEY,
      fetch: (url, init) =>
        through(
          `Toss ${init?.method} ${new URL(String(url)).pathname
            .split('/')
            .slice(3, 5)
            .find(part => part !== 'payments')}`,
          () => fetch(url, init),
        ),
      now: Date.now,
      sleep: ms => setTimeout(ms / 100),
    }),
    sendEmail: email => through('email', () => sendEmail(email)),
  }
  return { deps, isDead, kinds }
}

/**
 * Confirms in a process that is killed, then runs the reconciler at once and again after the time limit of open orders.
 */
async function live(death: Death) {
  const uid = await open.person()
  const request = await open.ordered(uid)
  open.emails.length = 0
  const { deps, isDead, kinds } = doomed(death)
  await confirmPayment(deps, request).catch(() => undefined)
  await reconcile(open.deps)
  open.clock.ms += ORDER_PATIENCE_MS
  await reconcile(open.deps)
  await sendAllOwed(open.deps)
  const { status } = (await open.toss.api(`/v1/payments/${request.paymentKey}`)).body
  return {
    wasKilled: isDead(),
    kinds,
    isPaidAtToss: status === 'DONE',
    order: (await open.order(request.orderId))?.status,
    token: await open.token(uid),
    movements: (await open.test.movements(uid)).filter(({ movement }) => movement.startsWith('purchase#')).length,
    emails: open.emails.filter(({ subject }) => !subject.includes('반가워요')).length,
    isOpen: (await open.test.row('payments', { order_id: request.orderId }))?.open !== undefined,
  }
}

/** Handles a cancellation notice in a process that is killed; Toss resends the unacknowledged notice. */
async function takeBack(death: Death) {
  const uid = await open.person()
  const { orderId, paymentKey } = await open.paid(uid)
  await open.cancel(paymentKey)
  open.emails.length = 0
  const { deps, isDead, kinds } = doomed(death)
  const notice = { eventType: 'PAYMENT_STATUS_CHANGED', data: { orderId, paymentKey } }
  await handleWebhook(deps, notice).catch(() => undefined)
  await handleWebhook(open.deps, notice)
  open.clock.ms += EMAIL_LEASE_MS
  await sendAllOwed(open.deps)
  return {
    wasKilled: isDead(),
    kinds,
    order: (await open.order(orderId))?.status,
    token: await open.token(uid),
    reversals: (await open.test.movements(uid)).filter(({ movement }) => movement.startsWith('reversal#')).length,
    emails: open.emails.filter(({ subject }) => !subject.includes('반가워요')).length,
  }
}

const TAX_DOCUMENT = { kind: 'cash_receipt', number: '1248100998' } as const

/**
 * Settles the cash receipt of a bank payment in a process that is killed, and again in one that is not; then the same
 * for the refund of a quarter.
 */
async function settle(death: Death) {
  const { orderId, paymentKey } = await open.paid(await open.person(), {
    method: '계좌이체',
    taxDocument: TAX_DOCUMENT,
  })
  const kinds: string[] = []
  let wasKilled = false
  const run = async () => {
    const life = doomed(death)
    for (const deps of [life.deps, open.deps]) {
      const order = await requireOrder(open.deps.tables, orderId)
      await settleTaxDocument(deps, order, undefined).catch(() => undefined)
    }
    kinds.push(...life.kinds)
    wasKilled ||= life.isDead()
  }
  await run()
  await open.cancel(paymentKey, 5_000)
  await handleWebhook(open.deps, { eventType: 'PAYMENT_STATUS_CHANGED', data: { orderId, paymentKey } })
  await run()
  const { data } = (await open.toss.api(`/v1/cash-receipts?requestDate=${koreanDate(open.clock.ms)}&limit=1000`)).body
  const receipts = z.array(z.object({ orderId: z.string(), transactionType: z.string(), amount: z.int() })).parse(data)
  return {
    wasKilled,
    kinds,
    document: (await open.order(orderId))?.tax_document,
    receipts: receipts.filter(each => each.orderId === orderId).map(each => [each.transactionType, each.amount]),
  }
}

const koreanDate = (ms: number) => new Date(ms + 9 * 3_600_000).toISOString().slice(0, 10)

/** The email was sent; twice only if the process died between SES's response and recording it. */
function expectTold({ emails, kinds }: { emails: number; kinds: string[] }, where: string): void {
  const isUnnoted = kinds.includes('email') && !kinds.slice(kinds.indexOf('email')).includes('DeleteCommand')
  expect(emails, where).toBe(isUnnoted ? 2 : 1)
}

describe('a process killed at any point', () => {
  it('of a confirmation leaves the order either paid, credited once and announced, or expired without a charge', async () => {
    const seen = new Set<string>()
    const points = await everyDeath(async death => {
      const life = await live(death)
      const where = `killed ${death.phase} call ${death.call} (${life.kinds.join(', ')})`
      expect({ where, ...life }).toMatchObject(
        life.isPaidAtToss
          ? { where, order: 'paid', token: 630, movements: 1, isOpen: false }
          : { where, order: 'expired', token: 200, movements: 0, isOpen: false, emails: 0 },
      )
      if (life.isPaidAtToss) expectTold(life, where)
      for (const kind of life.kinds) seen.add(kind)
      return life.wasKilled
    })
    expect([...seen].sort()).toEqual([
      'DeleteCommand',
      'GetCommand',
      'Toss POST confirm',
      'TransactWriteCommand',
      'UpdateCommand',
      'email',
    ])
    expect(points).toBeGreaterThan(20)
  })

  it('of a cash receipt or its reduction leaves one receipt, reduced once', async () => {
    const seen = new Set<string>()
    await everyDeath(async death => {
      const { wasKilled, kinds, document, receipts } = await settle(death)
      const where = `killed ${death.phase} call ${death.call} (${kinds.join(', ')})`
      expect({ where, receipts }).toEqual({
        where,
        receipts: [
          ['CONFIRM', 20_000],
          ['CANCEL', 5_000],
        ],
      })
      expect({ where, ...document }).toMatchObject({ where, status: 'sent', receipt_amount: 15_000 })
      for (const kind of kinds) seen.add(kind)
      return wasKilled
    })
    expect([...seen].sort()).toEqual(['GetCommand', 'Toss POST cash-receipts', 'TransactWriteCommand'])
  })

  it('of a cancellation takes the tokens back once, and the user is notified', async () => {
    const points = await everyDeath(async death => {
      const { wasKilled, emails, kinds, ...left } = await takeBack(death)
      expect({ ...death, ...left }).toMatchObject({ ...death, order: 'canceled', token: 200, reversals: 1 })
      expectTold({ emails, kinds }, `killed ${death.phase} call ${death.call} (${kinds.join(', ')})`)
      return wasKilled
    })
    expect(points).toBeGreaterThan(20)
  })
})
