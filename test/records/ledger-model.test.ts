import fc from 'fast-check'
import { expect, it } from 'vitest'
import { MAX_OPEN_SUBMISSIONS } from '../../lambdas/contract/limits.ts'
import { tokenCost } from '../../lambdas/contract/pricing.ts'
import { deliver, grant, refund, settle } from '../../lambdas/records/ledger/index.ts'
import { readUser } from '../../lambdas/records/users.ts'
import { BusinessError } from '../../lambdas/runtime/step.ts'
import { setUpTables } from '../support/tables.ts'
import { AT, delivery, heldEntry, newUser } from '../support/users.ts'

const test = await setUpTables()

/** The expected state of an entry. */
interface ModelEntry {
  key: string
  charge: number
  settled: boolean
  open: boolean
}
interface Model {
  token: number
  entries: ModelEntry[]
  grants: Set<string>
}
interface Real {
  uid: string
}
type Command = fc.AsyncCommand<Model, Real, true>

/** Maps a number to one of the entries, closed ones included, so that late steps occur. */
const pick = (model: Model, at: number): ModelEntry | undefined => model.entries[at % Math.max(1, model.entries.length)]

/** A step on one of the entries, chosen by a number. */
const onEntry = (
  name: string,
  at: number,
  run: (model: Model, real: Real, entry: ModelEntry) => Promise<void>,
): Command => ({
  check: async model => model.entries.length > 0,
  async run(model, real) {
    const entry = pick(model, at)
    if (entry) await run(model, real, entry)
    await consistent(model, real)
  },
  toString: () => `${name}(${at})`,
})

const holdCommand = (durationSeconds: number): Command => ({
  check: async () => true,
  async run(model, { uid }) {
    const cost = tokenCost(durationSeconds)
    const open = model.entries.filter(entry => entry.open).length
    const held = heldEntry(test.tables, uid, { durationSeconds })
    if (cost > model.token) await expect(held).rejects.toMatchObject({ code: 'INSUFFICIENT_TOKENS' })
    else if (open >= MAX_OPEN_SUBMISSIONS) await expect(held).rejects.toMatchObject({ code: 'TOO_MANY_OPEN' })
    else {
      model.entries.push({ key: (await held).key, charge: cost, settled: false, open: true })
      model.token -= cost
    }
    await consistent(model, { uid })
  },
  toString: () => `hold(${durationSeconds})`,
})

const settleCommand = (at: number, durationSeconds: number): Command =>
  onEntry(`settle ${durationSeconds}`, at, async (model, { uid }, entry) => {
    const settled = settle(test.tables, { uid, key: entry.key }, { durationSeconds, at: AT })
    const cost = tokenCost(durationSeconds)
    if (!entry.open) expect(await settled).toBeUndefined()
    else if (entry.settled) expect(await settled).toEqual({ usedToken: entry.charge })
    else if (model.token + entry.charge < cost)
      await expect(settled).rejects.toMatchObject({ name: 'INSUFFICIENT_TOKENS' })
    else {
      expect(await settled).toEqual({ usedToken: cost })
      model.token += entry.charge - cost
      Object.assign(entry, { charge: cost, settled: true })
    }
  })

const deliverCommand = (at: number): Command =>
  onEntry('deliver', at, async (_model, { uid }, entry) => {
    const delivered = await deliver(test.tables, { uid, key: entry.key }, { ...delivery({ title: entry.key }) })
    expect(delivered).toBe(entry.open)
    entry.open = false
  })

const refundCommand = (at: number): Command =>
  onEntry('refund', at, async (model, { uid }, entry) => {
    const refunded = await refund(test.tables, { uid, key: entry.key }, { failure: 'INTERNAL', at: AT })
    expect(refunded).toEqual(entry.open ? { refunded: entry.charge } : undefined)
    if (entry.open) model.token += entry.charge
    entry.open = false
  })

const grantCommand = (id: string, amount: number): Command => ({
  check: async () => true,
  async run(model, { uid }) {
    const given = grant(test.tables, { uid, id, amount, reason: 'test', at: AT })
    if (!model.grants.has(id) && model.token + amount < 0)
      await expect(given).rejects.toMatchObject({ code: 'INSUFFICIENT_TOKENS' })
    else {
      if (!model.grants.has(id)) model.token += amount
      model.grants.add(id)
      expect(await given).toEqual({ token: model.token })
    }
    await consistent(model, { uid })
  },
  toString: () => `grant(${id}, ${amount})`,
})

/** The invariants that hold after every step. */
async function consistent(model: Model, { uid }: Real): Promise<void> {
  const user = await readUser(test.tables, uid)
  const movements = await test.movements(uid)
  expect(user?.token).toBe(model.token)
  expect(movements.reduce((sum, { amount }) => sum + amount, 0)).toBe(model.token)
  expect(model.token).toBeGreaterThanOrEqual(0)
  expect(user?.open_submissions).toBe(model.entries.filter(entry => entry.open).length)
}

it('in any order of steps a balance is the sum of its movements and never negative', async () => {
  const duration = fc.integer({ min: 1, max: 900 })
  const entry = fc.nat({ max: 20 })
  const commands = fc.commands<Model, Real, true>(
    [
      duration.map(holdCommand),
      fc.tuple(entry, duration).map(([at, seconds]) => settleCommand(at, seconds)),
      entry.map(deliverCommand),
      entry.map(refundCommand),
      fc
        .tuple(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: -150, max: 150 }))
        .map(([id, amount]) => grantCommand(id, amount)),
    ],
    { maxCommands: 25 },
  )
  await fc.assert(
    fc.asyncProperty(commands, async steps => {
      const { uid } = await newUser(test.tables)
      const setup = () => ({ model: { token: 200, entries: [], grants: new Set<string>() }, real: { uid } })
      await fc.asyncModelRun(setup, steps)
    }),
    { numRuns: 40 },
  )
})

function onlyTooFewTokens(error: unknown): void {
  if (!(error instanceof BusinessError && error.code === 'INSUFFICIENT_TOKENS')) throw error
}

it('in any interleaving, every entry is closed once and refunded exactly its net charge', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ held: fc.nat({ max: 390 }), probed: fc.nat({ max: 600 }), fails: fc.boolean() }), {
        minLength: 1,
        maxLength: 3,
      }),
      async videos => {
        const { uid } = await newUser(test.tables)
        const entries = await Promise.all(
          videos.map(({ held }) => heldEntry(test.tables, uid, { durationSeconds: Math.max(1, held) })),
        )
        await Promise.all(
          entries.flatMap((entry, index) => {
            const seconds = { durationSeconds: videos[index]?.probed ?? 0, at: AT }
            const close = () =>
              videos[index]?.fails
                ? refund(test.tables, entry, { failure: 'INTERNAL', at: AT })
                : deliver(test.tables, entry, delivery(entry))
            return [settle(test.tables, entry, seconds).catch(onlyTooFewTokens), close(), close()]
          }),
        )
        const movements = await test.movements(uid)
        const netOf = (key: string) =>
          movements.filter(({ movement }) => movement.endsWith(key)).reduce((sum, { amount }) => sum + amount, 0)
        const user = await readUser(test.tables, uid)
        expect(user?.token).toBe(movements.reduce((sum, { amount }) => sum + amount, 0))
        expect(user?.open_submissions).toBe(0)
        entries.forEach(({ key }, index) => {
          if (videos[index]?.fails) expect(netOf(key)).toBe(0)
          else expect(netOf(key)).toBeLessThanOrEqual(0)
        })
      },
    ),
    { numRuns: 20 },
  )
})
