import { expect, it, vi } from 'vitest'
import { deleteEntry, listEntries } from '../../lambdas/records/archive.ts'
import { listPage } from '../../lambdas/records/archive-pages.ts'
import { deliver } from '../../lambdas/records/ledger/index.ts'
import { requireAccount } from '../../lambdas/records/users.ts'
import { setUpTables } from '../support/tables.ts'
import { AT, delivery, heldEntry, iso, NOW, newUser } from '../support/users.ts'

const DAY_MS = 24 * 60 * 60_000

const test = await setUpTables()

const page = async (uid: string, wanted: number) =>
  listPage(test.tables, await requireAccount(test.tables, uid), { page: wanted, rows: 5 })

it('a page holds five entries, newest first by key, and a page past the end shows the last one', async () => {
  const { uid } = await newUser(test.tables)
  expect(await page(uid, 1)).toEqual({ entries: [], page: 1, pages: 1, total: 0 })
  for (let count = 0; count < 12; count++) {
    const entry = await heldEntry(test.tables, uid, { durationSeconds: 1 })
    await deliver(test.tables, entry, delivery(entry))
  }
  const numbers = async (wanted: number) => (await page(uid, wanted)).entries.map(({ number }) => number)
  expect(await numbers(1)).toEqual([12, 11, 10, 9, 8])
  expect(await numbers(3)).toEqual([2, 1])
  expect(await page(uid, 99)).toMatchObject({ page: 3, pages: 3, total: 12 })
  const keys = (await page(uid, 1)).entries.map(({ key }) => key)
  expect(keys).toEqual([...keys].sort().reverse())
})

it('deleted entries leave no gap on a page', async () => {
  const { uid } = await newUser(test.tables)
  for (let count = 0; count < 12; count++) {
    const entry = await heldEntry(test.tables, uid, { durationSeconds: 1 })
    await deliver(test.tables, entry, delivery(entry))
  }
  for await (const entry of listEntries(test.tables, uid))
    if ([12, 9, 8, 3].includes(entry.number)) expect(await deleteEntry(test.tables, entry, AT)).toBe(true)
  const first = await page(uid, 1)
  expect(first.entries.map(({ number }) => number)).toEqual([11, 10, 7, 6, 5])
  const second = await page(uid, 2)
  expect(second.entries.map(({ number }) => number)).toEqual([4, 2, 1])
  expect(second).toMatchObject({ page: 2, pages: 2, total: 8 })
})

it('a page is read with one query for the keys and one for its rows', async () => {
  const { uid } = await newUser(test.tables)
  await heldEntry(test.tables, uid)
  const user = await requireAccount(test.tables, uid)
  const send = vi.spyOn(test.tables.client, 'send')
  try {
    expect((await listPage(test.tables, user, { page: 1, rows: 5 })).entries).toHaveLength(1)
    expect(send).toHaveBeenCalledTimes(2)
  } finally {
    send.mockRestore()
  }
})

it('an open entry cannot be deleted, and a deleted entry cannot be deleted twice', async () => {
  const { uid } = await newUser(test.tables)
  const entry = await heldEntry(test.tables, uid)
  expect(await deleteEntry(test.tables, entry, AT)).toBe(false)
  await deliver(test.tables, entry, delivery(entry))
  expect(await deleteEntry(test.tables, entry, AT)).toBe(true)
  expect(await deleteEntry(test.tables, entry, AT)).toBe(false)
  expect(await requireAccount(test.tables, uid)).toMatchObject({ archive_count: 1, archive_deleted: 1 })
  expect(await test.movements(uid)).toHaveLength(2)
})

it('the row of a user who keeps submitting and deleting does not grow', async () => {
  const { uid } = await newUser(test.tables)
  const sizes: number[] = []
  for (let count = 0; count < 24; count++) {
    // A new day for every ten, because a day has a budget of submissions.
    const entry = await heldEntry(test.tables, uid, {
      durationSeconds: 1,
      at: iso(NOW + Math.floor(count / 10) * DAY_MS),
    })
    await deliver(test.tables, entry, delivery(entry))
    await deleteEntry(test.tables, entry, AT)
    sizes.push(JSON.stringify(await test.row('users', { uid })).length)
  }
  expect(Math.max(...sizes) - Math.min(...sizes.slice(5))).toBeLessThan(10)
  expect(await page(uid, 1)).toEqual({ entries: [], page: 1, pages: 1, total: 0 })
})

it('over random submissions and deletions, each page shows what a plain list would', async () => {
  const { uid } = await newUser(test.tables)
  const chance = randomFrom(20_260_314)
  const left: string[] = []
  for (let operation = 0; operation < 60; operation += 1) {
    if (left.length < 12 || chance() < 0.5) {
      // A new day for every ten, because a day has a budget of submissions.
      const at = iso(NOW + Math.floor(operation / 10) * DAY_MS)
      const entry = await heldEntry(test.tables, uid, { durationSeconds: 1, at })
      await deliver(test.tables, entry, delivery(entry))
      left.unshift(entry.key)
    } else {
      const [key = ''] = left.splice(Math.floor(chance() * left.length), 1)
      expect(await deleteEntry(test.tables, { uid, key, status: 'done' }, AT)).toBe(true)
    }
    const wanted = 1 + Math.floor(chance() * Math.ceil(left.length / 5))
    const { entries, total } = await page(uid, wanted)
    expect(total).toBe(left.length)
    expect(entries.map(({ key }) => key)).toEqual(left.slice((wanted - 1) * 5, wanted * 5))
  }
})

/** Deterministic numbers from 0 (inclusive) to 1 (exclusive) for a seed. */
function randomFrom(start: number): () => number {
  let seed = start
  return () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return seed / 2 ** 32
  }
}
