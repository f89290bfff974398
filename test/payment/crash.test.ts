import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { confirmPayment } from '../../lambdas/payment/confirm-payment.ts'
import type { PaymentRoom } from '../../lambdas/payment/payment-room.ts'
import { ORDER_PATIENCE_MS, reconcile } from '../../lambdas/payment/reconcile.ts'
import { createTossClient } from '../../lambdas/payment/toss/toss-client.ts'
import { heedWebhook } from '../../lambdas/payment/webhook.ts'
import { SECRET_KEY } from '../local/toss/serve.ts'
import { type OpenRoom, openRoom } from './open-room.ts'

let open: OpenRoom

beforeAll(async () => {
  open = await openRoom()
})
afterAll(() => open[Symbol.asyncDispose]())

/** When the process dies: at its n-th call to the world outside, before the call is made or after it took effect. */
interface Death {
  call: number
  phase: 'before' | 'after'
}

class Killed extends Error {}

/** A process that dies at a point of its life; from then on none of its calls reach anybody. */
function mortal({ call: last, phase }: Death) {
  let calls = 0
  const kinds: string[] = []
  const through = async <Result>(kind: string, effect: () => Promise<Result>): Promise<Result> => {
    calls += 1
    if (calls > last || (calls === last && phase === 'before')) throw new Killed()
    kinds.push(kind)
    const result = await effect()
    if (calls === last) throw new Killed()
    return result
  }
  return { through, isDead: () => calls >= last, kinds }
}

/** The room in a process that will be killed. */
function doomed(death: Death): { room: PaymentRoom; isDead: () => boolean; kinds: string[] } {
  const { through, isDead, kinds } = mortal(death)
  const { tables, sendMail } = open.room
  const client = new Proxy(tables.client, {
    get: (target, name) =>
      name === 'send'
        ? (command: Parameters<typeof target.send>[0]) => through(command.constructor.name, () => target.send(command))
        : Reflect.get(target, name),
  })
  const room: PaymentRoom = {
    ...open.room,
    tables: { ...tables, client },
    toss: createTossClient({
      apiUrl: open.toss.url,
      secretKey: async () => SECRET_KEY,
      fetch: (url, init) =>
        through(`Toss ${init?.method} ${new URL(String(url)).pathname.split('/')[4]}`, () => fetch(url, init)),
      now: Date.now,
      sleep: ms => setTimeout(ms / 100),
    }),
    sendMail: mail => through('mail', () => sendMail(mail)),
  }
  return { room, isDead, kinds }
}

/** Confirms in a doomed process, then lets the reconciler look, at once and after the patience with open orders. */
async function live(death: Death) {
  const uid = await open.person()
  const request = await open.ordered(uid)
  open.mails.length = 0
  const { room, isDead, kinds } = doomed(death)
  await confirmPayment(room, request).catch(() => undefined)
  await reconcile(open.room)
  open.clock.ms += ORDER_PATIENCE_MS
  await reconcile(open.room)
  await reconcile(open.room)
  const { status } = (await open.toss.api(`/v1/payments/${request.paymentKey}`)).body
  return {
    wasKilled: isDead(),
    kinds,
    isPaidAtToss: status === 'DONE',
    order: (await open.order(request.orderId))?.status,
    token: await open.token(uid),
    movements: (await open.test.movements(uid)).filter(({ movement }) => movement.startsWith('purchase#')).length,
    mails: open.mails.length,
    isOpen: (await open.test.row('payments', { order_id: request.orderId }))?.open !== undefined,
  }
}

/** A notice of a cancellation is heeded in a doomed process; Toss sends it again, for it was not taken. */
async function takeBack(death: Death) {
  const uid = await open.person()
  const { orderId, paymentKey } = await open.paid(uid)
  await open.cancel(paymentKey)
  open.mails.length = 0
  const { room, isDead } = doomed(death)
  const notice = { eventType: 'PAYMENT_STATUS_CHANGED', data: { orderId, paymentKey } }
  await heedWebhook(room, notice).catch(() => undefined)
  await heedWebhook(open.room, notice)
  await reconcile(open.room)
  return {
    wasKilled: isDead(),
    order: (await open.order(orderId))?.status,
    token: await open.token(uid),
    reversals: (await open.test.movements(uid)).filter(({ movement }) => movement.startsWith('reversal#')).length,
    mails: open.mails.length,
  }
}

/** Dies at every point in turn, until the work is done before death comes; answers how many points there were. */
async function everyDeath(expectGood: (death: Death) => Promise<boolean>): Promise<number> {
  let points = 0
  for (const phase of ['before', 'after'] as const)
    for (let call = 1; await expectGood({ call, phase }); call++) points += 1
  return points
}

describe('a process that is killed at any point', () => {
  it('of a confirmation leaves an order that the reconciler brings to paid and credited once, or to neither', async () => {
    const seen = new Set<string>()
    const points = await everyDeath(async death => {
      const life = await live(death)
      const where = `killed ${death.phase} call ${death.call} (${life.kinds.join(', ')})`
      expect({ where, ...life }).toMatchObject(
        life.isPaidAtToss
          ? { where, order: 'paid', token: 630, movements: 1, isOpen: false }
          : { where, order: 'expired', token: 200, movements: 0, isOpen: false, mails: 0 },
      )
      // Between the mark on a mail and its sending there is a gap that SES gives no means to close.
      expect(life.mails, where).toBeLessThanOrEqual(1)
      for (const kind of life.kinds) seen.add(kind)
      return life.wasKilled
    })
    expect([...seen].sort()).toEqual([
      'GetCommand',
      'Toss POST confirm',
      'TransactWriteCommand',
      'UpdateCommand',
      'mail',
    ])
    expect(points).toBeGreaterThan(20)
  }, 60_000)

  it('of a cancellation leaves the tokens to be taken back once', async () => {
    const points = await everyDeath(async death => {
      const { wasKilled, ...left } = await takeBack(death)
      expect({ ...death, ...left }).toMatchObject({ ...death, order: 'canceled', token: 200, reversals: 1 })
      expect(left.mails).toBeLessThanOrEqual(1)
      return wasKilled
    })
    expect(points).toBeGreaterThan(20)
  }, 60_000)
})
