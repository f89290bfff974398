import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deleteWithObjects } from '../../lambdas/archive/entries.ts'
import type { ArchiveEntry } from '../../lambdas/contract/archive-entry.ts'
import { tokenCost } from '../../lambdas/contract/pricing.ts'
import { sendAllOwed } from '../../lambdas/email/send-owed.ts'
import { handleWebhook } from '../../lambdas/payment/webhook.ts'
import { deliver, refund, settle, tokensOfAmount } from '../../lambdas/records/ledger/index.ts'
import { readUser } from '../../lambdas/records/users.ts'
import { setUpMedia } from '../support/media.ts'
import { AT, delivery, heldEntry } from '../support/users.ts'
import { setUpPayments } from './open-deps.ts'

const [open, media] = await Promise.all([setUpPayments(), setUpMedia()])

const notice = ({ orderId, paymentKey }: { orderId: string; paymentKey: string }) =>
  handleWebhook(open.deps, { eventType: 'PAYMENT_STATUS_CHANGED', data: { orderId, paymentKey } })
const hold = (uid: string, tokens: number) => heldEntry(open.test.tables, uid, { durationSeconds: tokens * 6 + 1 })
const announcementDeleted = ({ uid, key }: ArchiveEntry) =>
  deleteWithObjects(
    { tables: open.test.tables, media: media.media, now: () => open.clock.ms, newId: () => 'x' },
    { uid, key },
  )
const amounts = async (uid: string) =>
  Object.fromEntries((await open.test.movements(uid)).map(({ movement, amount }) => [movement, amount]))
const operatorEmails = (orderId: string) =>
  open.emails.filter(email => email.to === 'operator@jamak.example' && email.text.includes(orderId))

describe('tokens of a cancelled payment that are held by announced uploads', () => {
  it('are taken when the uploads are deleted: of 430 bought, held and refunded, only the 200 of the sign-up remain', async () => {
    const uid = await open.person()
    const paid = await open.paid(uid)
    const hidden = [await hold(uid, 210), await hold(uid, 210), await hold(uid, 210)]
    open.emails.length = 0
    await open.cancel(paid.paymentKey)
    await notice(paid)
    expect(await open.token(uid)).toBe(0)
    expect(await open.order(paid.orderId)).toMatchObject({ status: 'canceled', unrecovered_tokens: 430 })
    expect(operatorEmails(paid.orderId).at(-1)?.text).toContain('지금 만들고 있는 영상이 3개 있어요.')

    const left: (number | undefined)[] = []
    for (const entry of hidden) {
      await announcementDeleted(entry)
      left.push(await open.token(uid))
    }
    expect(left).toEqual([0, 0, 200])
    expect(await open.order(paid.orderId)).toMatchObject({ unrecovered_tokens: 0 })
    const [first, second, third] = hidden.map(({ key }) => key)
    expect(await amounts(uid)).toEqual({
      signup: 200,
      [`purchase#${paid.orderId}`]: 430,
      [`hold#${first}`]: -210,
      [`hold#${second}`]: -210,
      [`hold#${third}`]: -210,
      [`reversal#${paid.orderId}#${(await cancelKeys(paid.paymentKey))[0]}`]: 0,
      [`refund#${first}`]: 210,
      [`recovery#${paid.orderId}#refund#${first}`]: -210,
      [`refund#${second}`]: 210,
      [`recovery#${paid.orderId}#refund#${second}`]: -210,
      [`refund#${third}`]: 210,
      [`recovery#${paid.orderId}#refund#${third}`]: -10,
    })
  })

  it('are reported to the operator with their number, once each', async () => {
    const uid = await open.person()
    const paid = await open.paid(uid)
    const entry = await hold(uid, 600)
    await open.cancel(paid.paymentKey)
    await notice(paid)
    await settle(open.test.tables, entry, { durationSeconds: 590 * 6, at: AT })
    await refund(open.test.tables, entry, { failure: 'INTERNAL', at: AT })
    open.emails.length = 0
    await sendAllOwed(open.deps)
    await sendAllOwed(open.deps)
    const emails = operatorEmails(paid.orderId).sort((a, b) => a.subject.localeCompare(b.subject))
    expect(emails.map(({ subject }) => subject)).toEqual([
      '[결제 취소] 다시 회수한 토큰 10개',
      '[결제 취소] 다시 회수한 토큰 390개',
    ])
    expect(emails[0]?.text).toContain('맡긴 것보다 짧은 영상에서 돌아온 토큰이에요.')
    expect(emails[1]?.text).toContain(
      '실패했거나 지운 영상에서 돌아온 토큰이에요. 회수한 토큰은 390개, 아직 회수하지 못한 토큰은 0개예요.',
    )
    expect(await open.token(uid)).toBe(200)
  })

  it('are taken once if the refund and the cancellation race', async () => {
    for (let round = 0; round < 5; round++) {
      const uid = await open.person()
      const paid = await open.paid(uid)
      const entry = await hold(uid, 630)
      await open.cancel(paid.paymentKey)
      await Promise.all([notice(paid), refund(open.test.tables, entry, { failure: 'DELETED', at: AT }), notice(paid)])
      expect(await open.token(uid)).toBe(200)
      expect(await open.order(paid.orderId)).toMatchObject({ unrecovered_tokens: 0 })
    }
  })

  it('are not taken from a new purchase', async () => {
    const uid = await open.person()
    const first = await open.paid(uid)
    await deliver(open.test.tables, await hold(uid, 630), delivery({ title: 'spent' }))
    await open.cancel(first.paymentKey)
    await notice(first)
    await open.paid(uid)
    expect(await open.token(uid)).toBe(430)
    expect(await readUser(open.test.tables, uid)).toMatchObject({ owed: { [first.orderId]: 430 } })
  })
})

async function cancelKeys(paymentKey: string): Promise<string[]> {
  const { body } = await open.toss.api(`/v1/payments/${paymentKey}`)
  return JSON.parse(JSON.stringify(body.cancels)).map((each: { transactionKey: string }) => each.transactionKey)
}

/** Independent model of one user's balance and debts. */
interface Model {
  token: number
  entries: { entry: ArchiveEntry; charge: number; isSettled: boolean; isOpen: boolean }[]
  orders: { orderId: string; paymentKey: string; amount: number; tokens: number; canceled: number; owed: number }[]
}
type Operation = [kind: 'hold' | 'settle' | 'refund' | 'deliver' | 'buy' | 'cancel', which: number, size: number]

const operation: fc.Arbitrary<Operation> = fc.tuple(
  fc.constantFrom('hold', 'hold', 'settle', 'refund', 'refund', 'deliver', 'buy', 'cancel', 'cancel'),
  fc.nat({ max: 5 }),
  fc.integer({ min: 1, max: 300 }),
)

/** Adds returned tokens to the model, after paying off the oldest orders' debts first. */
function comesBack(model: Model, tokens: number): void {
  let left = tokens
  for (const order of model.orders) {
    const taken = Math.min(left, order.owed)
    order.owed -= taken
    left -= taken
  }
  model.token += left
}

async function perform(model: Model, uid: string, [kind, which, size]: Operation): Promise<void> {
  const { tables } = open.test
  const openOnes = model.entries.filter(each => each.isOpen)
  const one = openOnes[which % Math.max(1, openOnes.length)]
  const order = model.orders[which % Math.max(1, model.orders.length)]
  if (kind === 'hold' && openOnes.length < 3 && model.entries.length < 20) {
    const charge = Math.min(size * 2, model.token)
    model.entries.push({ entry: await hold(uid, charge), charge, isSettled: false, isOpen: true })
    model.token -= charge
  } else if (kind === 'settle' && one && !one.isSettled && model.token + one.charge >= size) {
    await settle(tables, one.entry, { durationSeconds: size * 6, at: AT })
    if (size < one.charge) comesBack(model, one.charge - size)
    else model.token -= size - one.charge
    Object.assign(one, { charge: tokenCost(size * 6), isSettled: true })
  } else if (kind === 'refund' && one) {
    await refund(tables, one.entry, { failure: 'INTERNAL', at: AT })
    comesBack(model, one.charge)
    one.isOpen = false
  } else if (kind === 'deliver' && one) {
    await deliver(tables, one.entry, delivery(one.entry))
    one.isOpen = false
  } else if (kind === 'buy' && model.orders.length < 4) {
    open.clock.ms += 1000
    const paid = await open.paid(uid, { package: 'tokens-210' })
    model.orders.push({ ...paid, tokens: 210, canceled: 0, owed: 0 })
    model.token += 210
  } else if (kind === 'cancel' && order && order.canceled < order.amount) {
    const amount = Math.min(size * 40, order.amount - order.canceled)
    await open.cancel(order.paymentKey, amount)
    await notice(order)
    const due = tokensOfAmount(order, order.canceled + amount) - tokensOfAmount(order, order.canceled)
    const taken = Math.min(due, model.token)
    order.canceled += amount
    order.owed += due - taken
    model.token -= taken
  }
}

it('in any order of operations, returned tokens pay off the debt first, and every sum adds up', async () => {
  let recovered = 0
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 15, maxLength: 40, size: 'max' }), async operations => {
      const uid = await open.person()
      const model: Model = { token: 200, entries: [], orders: [] }
      for (const each of operations) {
        await perform(model, uid, each)
        const owed = model.orders.filter(order => order.owed > 0).map(order => [order.orderId, order.owed])
        const user = await readUser(open.test.tables, uid)
        expect([each, user?.token, user?.owed]).toEqual([each, model.token, Object.fromEntries(owed)])
      }
      for (const order of model.orders)
        expect((await open.order(order.orderId))?.unrecovered_tokens ?? 0).toBe(order.owed)
      const movements = await open.test.movements(uid)
      expect(movements.reduce((sum, { amount }) => sum + amount, 0)).toBe(model.token)
      recovered += movements.filter(({ movement }) => movement.startsWith('recovery#')).length
    }),
    { numRuns: 8, seed: 11 },
  )
  expect(recovered).toBeGreaterThanOrEqual(3)
})
