import { beforeEach, describe, expect, it } from 'vitest'
import { MAX_OPEN_SUBMISSIONS } from '../../lambdas/contract/limits.ts'
import { book, deliver, grant, hold, leaveService, refund, settle } from '../../lambdas/records/ledger/index.ts'
import { readUser, setSuspended } from '../../lambdas/records/users.ts'
import { interposed } from '../support/interposed.ts'
import { setUpTables } from '../support/tables.ts'
import { AT, delivery, heldEntry, iso, leavePlaces, NOW, newUser, requestOf, submission } from '../support/users.ts'

const LATER = iso(NOW + 60_000)

const test = await setUpTables()
let uid: string

beforeEach(async () => {
  uid = (await newUser(test.tables)).uid
})

const balance = async () => (await readUser(test.tables, uid))?.token
const give = (id: string, amount: number) => grant(test.tables, { uid, id, amount, reason: 'test', at: AT })

describe('a write between reading and writing is detected:', () => {
  it('a refund returns what a settlement charged meanwhile, even if the balance is back where it was', async () => {
    const entry = await heldEntry(test.tables, uid, { durationSeconds: 60 })
    const between = interposed(test.tables, async () => {
      await settle(test.tables, entry, { durationSeconds: 90, at: AT })
      await give('same', 5)
    })
    expect(await refund(between, entry, { failure: 'INTERNAL', at: AT })).toEqual({ refunded: 15 })
    expect(await balance()).toBe(205)
  })

  it('a refund leaves a free video alone if it was delivered meanwhile', async () => {
    const entry = await heldEntry(test.tables, uid, { durationSeconds: 1 })
    const between = interposed(test.tables, () => deliver(test.tables, entry, delivery(entry)))
    expect(await refund(between, entry, { failure: 'INTERNAL', at: AT })).toBeUndefined()
    expect((await readUser(test.tables, uid))?.open_submissions).toBe(0)
  })

  it('a settlement charges nothing for an entry refunded meanwhile, even if the balance is unchanged', async () => {
    const entry = await heldEntry(test.tables, uid, { durationSeconds: 60 })
    const between = interposed(test.tables, async () => {
      await refund(test.tables, entry, { failure: 'ABORTED', at: AT })
      await give('same', -10)
    })
    expect(await settle(between, entry, { durationSeconds: 90, at: AT })).toBeUndefined()
    expect(await balance()).toBe(190)
  })

  it('a settlement charges nothing for a free video that was refunded meanwhile', async () => {
    const entry = await heldEntry(test.tables, uid, { durationSeconds: 1 })
    const between = interposed(test.tables, () => refund(test.tables, entry, { failure: 'ABORTED', at: AT }))
    expect(await settle(between, entry, { durationSeconds: 90, at: AT })).toBeUndefined()
    expect(await balance()).toBe(200)
  })

  it('a settlement charges nothing after another one, even if that left the balance unchanged', async () => {
    const entry = await heldEntry(test.tables, uid, { durationSeconds: 60 })
    const between = interposed(test.tables, () => settle(test.tables, entry, { durationSeconds: 60, at: AT }))
    expect(await settle(between, entry, { durationSeconds: 600, at: AT })).toEqual({ usedToken: 10 })
    expect(await balance()).toBe(190)
  })

  it('a hold is refused to a user who was suspended meanwhile', async () => {
    const between = interposed(test.tables, () => setSuspended(test.tables, uid, '사유'))
    await expect(hold(between, submission(uid), requestOf(uid))).rejects.toMatchObject({ code: 'SUSPENDED' })
    expect(await balance()).toBe(200)
  })

  it('a hold finds its own repetition, takes the next number, and keeps the bound of open submissions', async () => {
    await leavePlaces(test.tables, uid, 3)
    const request = requestOf(uid)
    const twin = interposed(test.tables, () => hold(test.tables, submission(uid), request))
    expect((await hold(twin, submission(uid), request)).number).toBe(1)
    const free = { durationSeconds: 1 }
    const other = interposed(test.tables, () => heldEntry(test.tables, uid, { ...free, at: LATER }))
    expect((await hold(other, submission(uid, free), requestOf(uid))).number).toBe(3)
    await deliver(test.tables, { uid, key: '20260314140926' }, delivery({ title: 'x' }))
    const last = interposed(test.tables, () => heldEntry(test.tables, uid, free))
    await expect(hold(last, submission(uid, free), requestOf(uid))).rejects.toMatchObject({ code: 'TOO_MANY_OPEN' })
  })

  it('leaving is refused when a free submission came meanwhile', async () => {
    const between = interposed(test.tables, () => heldEntry(test.tables, uid, { durationSeconds: 1 }))
    await expect(leaveService(between, uid, AT)).rejects.toMatchObject({ code: 'STILL_OPEN' })
    expect((await readUser(test.tables, uid))?.open_submissions).toBe(1)
  })

  it('leaving also writes off tokens that came meanwhile', async () => {
    const between = interposed(test.tables, () => give('late', 7))
    await leaveService(between, uid, AT)
    const sum = (await test.movements(uid)).reduce((total, { amount }) => total + amount, 0)
    expect(sum).toBe(0)
  })
})

it('a plan runs again instead of writing a movement that already exists', async () => {
  await give('once', 0)
  let asked = 0
  const answer = await book(test.tables, uid, async () => {
    asked += 1
    return asked === 1
      ? { kind: 'write', movements: [{ movement: 'grant#once', amount: 0 }], at: AT, result: 'booked' }
      : { kind: 'unchanged', result: 'known' }
  })
  expect([answer, asked]).toEqual([{ kind: 'unchanged', result: 'known' }, 2])
})

it('of ten free videos submitted at once when three more may be open, three are accepted, each with its own number', async () => {
  await leavePlaces(test.tables, uid, 3)
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, () => heldEntry(test.tables, uid, { durationSeconds: 1 })),
  )
  const taken = outcomes.flatMap(outcome => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  expect(taken.map(({ number }) => number).sort()).toEqual([1, 2, 3])
  expect((await readUser(test.tables, uid))?.open_submissions).toBe(MAX_OPEN_SUBMISSIONS)
})
