import fc from 'fast-check'
import { expect, it } from 'vitest'
import { tokensOfAmount } from '../../lambdas/records/ledger/index.ts'
import { setUpPayments } from '../payment/open-deps.ts'
import { anyStep, CANCELLED_WHILE_HELD, closeAll, newWorld, perform, type Step, type World } from './ledger/steps.ts'
import { expectAgreement, expectPromises } from './ledger/world.ts'

const open = await setUpPayments()

/** There is no separate model: each invariant is checked on the stored rows. */
const command = (step: Step): fc.AsyncCommand<object, World, true> => ({
  check: async () => true,
  async run(_model, world) {
    await perform(step, world)
    await expectPromises(world.open, world.uid)
  },
  toString: () => step.name,
})

it('the ledger keeps every invariant after each of any sequence of steps', async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands([anyStep.map(command)], { maxCommands: 30, size: 'max' }), async steps => {
      const world = await newWorld(open)
      await fc.asyncModelRun(() => ({ model: {}, real: world }), steps)
      await closeAll(world)
      await expectPromises(open, world.uid)
      await expectAgreement(open, world.uid)
    }),
    // A fixed seed makes every kind of step occur; the interleavings still vary.
    { numRuns: 12, seed: 7 },
  )
}, 300_000)

it('the ledger keeps every invariant after randomly interleaved steps', async () => {
  const batches = fc.array(fc.array(anyStep, { minLength: 2, maxLength: 8, size: 'max' }), {
    minLength: 3,
    maxLength: 6,
    size: 'max',
  })
  await fc.assert(
    fc.asyncProperty(batches, async rounds => {
      const world = await newWorld(open)
      for (const round of rounds) await Promise.all(round.map(step => perform(step, world)))
      await closeAll(world)
      await expectPromises(open, world.uid)
      await expectAgreement(open, world.uid)
    }),
    { numRuns: 12 },
  )
}, 300_000)

it('tokens held while their payment is cancelled repay the debt when they are returned', async () => {
  const world = await newWorld(open)
  for (const step of CANCELLED_WHILE_HELD) {
    await perform(step, world)
    await expectPromises(open, world.uid)
  }
  const own = (await open.test.movements(world.uid)).map(({ movement }) => movement.split('#')[0])
  expect(own).toContain('recovery')
})

it('partial cancellations round tokens down and together take exactly the tokens of the order', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 1, max: 2_500 }), (amount, tokens) => {
      const half = tokensOfAmount({ amount, tokens }, Math.floor(amount / 2))
      expect(half).toBeLessThanOrEqual(tokens / 2)
      expect(tokensOfAmount({ amount, tokens }, amount)).toBe(tokens)
    }),
  )
})

it('the random steps cover every kind of movement and cancellations that find too few tokens', async () => {
  const kinds = new Set((await open.test.rows('ledger')).map(row => String(row.movement).split('#')[0]))
  expect([...kinds].sort()).toEqual(['grant', 'hold', 'purchase', 'recovery', 'refund', 'reversal', 'settle', 'signup'])
  const orders = await open.test.rows('payments')
  expect(orders.some(row => Number(row.unrecovered_tokens) > 0)).toBe(true)
  expect(orders.some(row => row.status === 'paid' && Number(row.canceled_amount) > 0)).toBe(true)
})
