import fc from 'fast-check'
import { ApiError } from '../../../lambdas/contract/errors.ts'
import { PACKAGES } from '../../../lambdas/contract/pricing.ts'
import { confirmPayment, failPayment } from '../../../lambdas/payment/confirm-payment.ts'
import { readPayment } from '../../../lambdas/payment/orders.ts'
import { reconcile } from '../../../lambdas/payment/reconcile.ts'
import { handleWebhook } from '../../../lambdas/payment/webhook.ts'
import { deliver, grant, refund, settle } from '../../../lambdas/records/ledger/index.ts'
import { BusinessError } from '../../../lambdas/runtime/step.ts'
import type { OpenDeps } from '../../payment/open-deps.ts'
import { delivery, heldEntry, iso } from '../../support/users.ts'

/** One user's videos and orders so far. */
export interface World {
  open: OpenDeps
  uid: string
  entries: Awaited<ReturnType<typeof heldEntry>>[]
  orders: Awaited<ReturnType<OpenDeps['ordered']>>[]
}

/** One action of a user, the workflow, Toss, the clock or the operator. */
export interface Step {
  name: string
  run(world: World): Promise<unknown>
}

/** Ignores an expected refusal; rethrows any other error. */
export async function perform(step: Step, world: World): Promise<void> {
  try {
    await step.run(world)
  } catch (error) {
    if (!(error instanceof ApiError && error.code !== 'INTERNAL') && !(error instanceof BusinessError)) throw error
  }
}

const at = (world: World) => iso(world.open.clock.ms)

/** Picks any item, including closed and paid ones, so that late and repeated steps occur. */
const pick = <Thing>(things: Thing[], number: number): Thing | undefined => things[number % Math.max(1, things.length)]

const hold = (durationSeconds: number): Step => ({
  name: `hold ${durationSeconds} s`,
  run: async world => world.entries.push(await heldEntry(world.open.test.tables, world.uid, { durationSeconds })),
})

const onEntry = (
  name: string,
  number: number,
  run: (world: World, entry: World['entries'][number]) => Promise<unknown>,
): Step => ({
  name: `${name} entry ${number}`,
  async run(world) {
    const entry = pick(world.entries, number)
    if (entry) await run(world, entry)
  },
})

const onOrder = (
  name: string,
  number: number,
  run: (world: World, order: World['orders'][number]) => Promise<unknown>,
): Step => ({
  name: `${name} order ${number}`,
  async run(world) {
    const order = pick(world.orders, number)
    if (order) await run(world, order)
  },
})

const notice = ({ open }: World, { orderId, paymentKey }: World['orders'][number]) =>
  handleWebhook(open.deps, { eventType: 'PAYMENT_STATUS_CHANGED', data: { orderId, paymentKey } })

/** Ignores Toss's refusals of impossible steps, such as a second deposit or a cancellation of nothing. */
const ignoringToss = (call: Promise<unknown>) => call.catch(() => undefined)

const refundEntry = (index: number): Step =>
  onEntry('refund', index, (world, entry) =>
    refund(world.open.test.tables, entry, { failure: 'INTERNAL', at: at(world) }),
  )

const cancelOrder = (index: number): Step =>
  onOrder('cancel and notice of', index, async (world, order) => {
    await ignoringToss(world.open.cancel(order.paymentKey))
    await notice(world, order)
  })

/** In a new world: holds nearly all tokens, cancels the payment, and returns the held tokens. */
export const CANCELLED_WHILE_HELD: Step[] = [hold(900), hold(780), cancelOrder(0), refundEntry(1), refundEntry(2)]

const number = fc.nat({ max: 7 })
const seconds = fc.integer({ min: 1, max: 900 })
const approach = fc.constantFrom('카드', '가상계좌')

/** Every kind of step; those about payments are drawn more often. */
export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  seconds.map(hold),
  fc
    .tuple(number, seconds)
    .map(([index, probed]) =>
      onEntry(`settle ${probed} s of`, index, (world, entry) =>
        settle(world.open.test.tables, entry, { durationSeconds: probed, at: at(world) }),
      ),
    ),
  number.map(refundEntry),
  number.map(index =>
    onEntry('deliver', index, (world, entry) => deliver(world.open.test.tables, entry, delivery(entry, at(world)))),
  ),
  fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: -400, max: 150 })).map(([id, amount]) => ({
    name: `grant ${id} ${amount}`,
    run: (world: World) => grant(world.open.test.tables, { uid: world.uid, id, amount, reason: '시험', at: at(world) }),
  })),
  fc.tuple(fc.constantFrom(...PACKAGES), approach).map(([{ id }, method]) => ({
    name: `order ${id} ${method}`,
    run: async (world: World) => world.orders.push(await world.open.ordered(world.uid, { package: id, method })),
  })),
  number.map(index => onOrder('confirm', index, ({ open }, order) => confirmPayment(open.deps, order))),
  number.map(index => onOrder('confirm', index, ({ open }, order) => confirmPayment(open.deps, order))),
  number.map(index =>
    onOrder('confirm at Toss alone', index, ({ open }, { uid: _uid, ...body }) =>
      open.toss.api('/v1/payments/confirm', { method: 'POST', body: JSON.stringify(body) }),
    ),
  ),
  number.map(index => onOrder('notice of', index, notice)),
  number.map(index => onOrder('read', index, ({ open }, order) => readPayment(open.deps, order))),
  number.map(index =>
    onOrder('return without', index, ({ open }, order) =>
      failPayment(open.deps, { ...order, code: 'PAY_PROCESS_CANCELED' }),
    ),
  ),
  number.map(index =>
    onOrder('deposit for', index, ({ open }, order) => ignoringToss(open.toss.deposit(order.paymentKey))),
  ),
  fc
    .tuple(number, fc.integer({ min: 1, max: 6_000 }))
    .map(([index, won]) =>
      onOrder(`cancel ${won} won of`, index, ({ open }, order) => ignoringToss(open.cancel(order.paymentKey, won))),
    ),
  number.map(cancelOrder),
  fc.constant({ name: 'reconcile', run: (world: World) => reconcile(world.open.deps) }),
)

/** Delivers Toss's outstanding webhooks and runs the reconciler until nothing changes. */
export async function closeAll(world: World): Promise<void> {
  for (const order of world.orders) await notice(world, order)
  await reconcile(world.open.deps)
}

/** A user with an entry, a paid order and an unpaid one, so that most steps can act. */
export async function newWorld(open: OpenDeps): Promise<World> {
  const uid = await open.person()
  const entries = [await heldEntry(open.test.tables, uid)]
  const orders = [await open.paid(uid, { package: 'tokens-100' }), await open.ordered(uid, { package: 'tokens-20' })]
  return { open, uid, entries, orders }
}
