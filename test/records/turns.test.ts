import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ArchiveEntry } from '../../lambdas/contract/archive-entry.ts'
import { RUNNING_AT_ONCE } from '../../lambdas/contract/limits.ts'
import { executionName } from '../../lambdas/contract/workflow.ts'
import { readEntry } from '../../lambdas/records/archive.ts'
import { readGroup } from '../../lambdas/records/groups.ts'
import { cancel, deliver, grant, refund } from '../../lambdas/records/ledger/index.ts'
import { startVideo, startWaiting } from '../../lambdas/records/start-video.ts'
import { readUser, setSuspended } from '../../lambdas/records/users.ts'
import { openMachines } from '../support/machines.ts'
import { setUpTables } from '../support/tables.ts'
import { AT, delivery, heldEntry, newUser } from '../support/users.ts'

const test = await setUpTables()

/** Creates a user with enough tokens, and a machine that records its executions. */
async function setUp() {
  const { uid } = await newUser(test.tables)
  await grant(test.tables, { uid, id: 'more', amount: 1000, reason: 'test', at: AT })
  const { machine, started: executions } = openMachines()
  const deps = { tables: test.tables, machine }
  const submit = (group?: { id: string; size: number; series: boolean }) =>
    heldEntry(test.tables, uid, { type: 'youtube', url: 'https://youtu.be/x', ...(group && { group }) })
  const started = async (entry: Pick<ArchiveEntry, 'uid' | 'key'>) =>
    (await readEntry(test.tables, entry))?.started_at !== undefined
  return { uid, executions, deps, submit, started }
}

describe('a user’s submissions', () => {
  it('run three at a time; the oldest of the others starts when one has ended', async () => {
    const { uid, deps, submit, started } = await setUp()
    const entries: ArchiveEntry[] = []
    for (let n = 0; n < 5; n += 1) entries.push(await submit())
    const [first, second, third, fourth, fifth] = entries
    if (!first || !second || !third || !fourth || !fifth) throw new Error('five were submitted')
    const outcomes = []
    for (const entry of entries) outcomes.push(await startVideo(deps, entry, AT))
    expect(outcomes).toEqual([true, true, true, false, false])
    expect((await readEntry(test.tables, fifth))?.status).toBe('queued')
    await deliver(test.tables, second, delivery(second))
    expect(await startWaiting(deps, uid, AT)).toEqual({ started: 1 })
    expect([await started(fourth), await started(fifth)]).toEqual([true, false])
  })

  it('take one turn each, however often they are started', async () => {
    const { deps, submit, uid } = await setUp()
    const entry = await submit()
    expect(await startVideo(deps, entry, AT)).toBe(true)
    expect(await startVideo(deps, entry, AT)).toBe(true)
    expect((await readUser(test.tables, uid))?.running).toBe(1)
  })

  it('free their turns however they end, and a waiting one frees none', async () => {
    const { uid, deps, submit } = await setUp()
    const [done, failed, canceled, waiting] = [await submit(), await submit(), await submit(), await submit()]
    for (const entry of [done, failed, canceled, waiting]) await startVideo(deps, entry, AT)
    const running = async () => (await readUser(test.tables, uid))?.running
    await cancel(test.tables, waiting, { costs: 1000, at: AT })
    expect(await running()).toBe(3)
    await deliver(test.tables, done, delivery(done))
    await refund(test.tables, failed, { failure: 'INTERNAL', at: AT })
    await cancel(test.tables, canceled, { costs: 1000, at: AT })
    expect(await running()).toBe(0)
  })
})

it('in any interleaving of starts and ends, at most three entries run, each starts once, and none is left waiting', async () => {
  const step = fc.record({
    act: fc.constantFrom('submit', 'end', 'start'),
    at: fc.nat({ max: 30 }),
    fails: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { maxLength: 8 }), async rounds => {
      const { uid, deps, submit, executions } = await setUp()
      const entries: ArchiveEntry[] = []
      const open = async () => {
        const rows = await Promise.all(entries.map(entry => readEntry(test.tables, entry)))
        return rows.flatMap(row => (row && row.status === 'queued' ? [row] : []))
      }
      const check = async () => {
        const user = await readUser(test.tables, uid)
        const running = (await open()).filter(({ started_at }) => started_at !== undefined).length
        expect(user?.running).toBe(running)
        expect(running).toBeLessThanOrEqual(RUNNING_AT_ONCE)
      }
      const end = async (entry: ArchiveEntry, fails: boolean) => {
        await (fails
          ? refund(test.tables, entry, { failure: 'INTERNAL', at: AT })
          : deliver(test.tables, entry, delivery(entry)))
        await startWaiting(deps, uid, AT)
      }
      for (const round of rounds) {
        await Promise.all(
          round.map(async ({ act, at, fails }) => {
            if (act === 'submit') {
              const entry = await submit()
              entries.push(entry)
              await startVideo(deps, entry, AT)
            } else if (act === 'start') await startWaiting(deps, uid, AT)
            else {
              const started = (await open()).filter(({ started_at }) => started_at !== undefined)
              const entry = started[at % Math.max(1, started.length)]
              if (entry) await end(entry, fails)
            }
          }),
        )
        await check()
      }
      for (let left = await open(); left.length > 0; left = await open()) {
        const running = left.filter(({ started_at }) => started_at !== undefined)
        expect(running.length).toBeGreaterThan(0)
        for (const entry of running) await end(entry, false)
        await check()
      }
      expect(executions.map(({ name }) => name).sort()).toEqual(entries.map(executionName).sort())
    }),
    { numRuns: 15 },
  )
})

describe('a suspended user', () => {
  it('gets no turn, keeps what was started, and gets turns again once restored', async () => {
    const { uid, deps, submit, started } = await setUp()
    const entries = [await submit(), await submit(), await submit(), await submit()]
    for (const entry of entries) await startVideo(deps, entry, AT)
    const [first, , , waiting] = entries
    if (!first || !waiting) throw new Error('four were submitted')
    await setSuspended(test.tables, uid, '저작권 침해')
    await deliver(test.tables, first, delivery(first))
    expect(await startWaiting(deps, uid, AT)).toEqual({ started: 0 })
    expect(await startVideo(deps, waiting, AT)).toBe(false)
    expect(await started(waiting)).toBe(false)
    await setSuspended(test.tables, uid, undefined)
    expect(await startWaiting(deps, uid, AT)).toEqual({ started: 1 })
  })

  it('may still cancel what waits, and gets its tokens back', async () => {
    const { uid, deps, submit } = await setUp()
    const entry = await submit()
    await setSuspended(test.tables, uid, '저작권 침해')
    expect(await startVideo(deps, entry, AT)).toBe(false)
    expect(await cancel(test.tables, entry, { costs: 0, at: AT })).toMatchObject({ refunded: entry.used_token })
  })
})

describe('a series', () => {
  const series = () => ({ id: randomUUID(), size: 4, series: true })

  it('starts its first member alone, and the others when it is done', async () => {
    const { uid, deps, submit } = await setUp()
    const group = series()
    const [first, second, third] = [await submit(group), await submit(group), await submit(group)]
    expect(await startVideo(deps, first, AT)).toBe(true)
    expect(await startVideo(deps, second, AT)).toBe(false)
    expect(await startVideo(deps, third, AT)).toBe(false)
    await deliver(test.tables, first, delivery(first))
    expect(await startWaiting(deps, uid, AT)).toEqual({ started: 2 })
    expect(await readGroup(test.tables, uid, group.id)).toMatchObject({ first: first.key })
  })

  it('gets another first member if the first one fails', async () => {
    const { uid, deps, submit } = await setUp()
    const group = series()
    const [first, second, third] = [await submit(group), await submit(group), await submit(group)]
    await startVideo(deps, first, AT)
    await refund(test.tables, first, { failure: 'INTERNAL', at: AT })
    expect(await startWaiting(deps, uid, AT)).toEqual({ started: 1 })
    expect(await readGroup(test.tables, uid, group.id)).toMatchObject({ first: second.key })
    expect(await startVideo(deps, third, AT)).toBe(false)
  })

  it('does not keep other submissions from starting', async () => {
    const { uid, deps, submit, started } = await setUp()
    const group = series()
    const [first, , other] = [await submit(group), await submit(group), await submit()]
    await startVideo(deps, first, AT)
    await startWaiting(deps, uid, AT)
    expect(await started(other)).toBe(true)
  })
})
