import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deleteEntry, listEntries } from '../../lambdas/records/archive.ts'
import { listPage, numbersOfPage } from '../../lambdas/records/archive-pages.ts'
import { deliver } from '../../lambdas/records/ledger/index.ts'
import { requireAccount } from '../../lambdas/records/users.ts'
import { AT, delivery, heldEntry, newPerson } from '../support/people.ts'
import { openTables, type TestTables } from '../support/tables.ts'

let test: TestTables

beforeAll(async () => {
  test = await openTables()
})
afterAll(() => test.close())

const page = async (uid: string, wanted: number) =>
  listPage(test.tables, await requireAccount(test.tables, uid), wanted)

it('a page holds five entries, newest first by key; one past the end is the last', async () => {
  const { uid } = await newPerson(test.tables)
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
  const { uid } = await newPerson(test.tables)
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

it('an open entry is not deleted, and one that is gone is not deleted twice', async () => {
  const { uid } = await newPerson(test.tables)
  const entry = await heldEntry(test.tables, uid)
  expect(await deleteEntry(test.tables, entry, AT)).toBe(false)
  await deliver(test.tables, entry, delivery(entry))
  expect(await deleteEntry(test.tables, entry, AT)).toBe(true)
  expect(await deleteEntry(test.tables, entry, AT)).toBe(false)
  expect((await requireAccount(test.tables, uid)).archive_holes).toEqual(new Set([1]))
  expect(await test.movements(uid)).toHaveLength(2)
})

it('the numbers of a page are those of the entries that are left, whatever was deleted', () => {
  const archive = fc
    .nat({ max: 60 })
    .chain(count => fc.tuple(fc.constant(count), fc.uniqueArray(fc.integer({ min: 1, max: Math.max(1, count) }))))
  fc.assert(
    fc.property(archive, ([count, deleted]) => {
      const holes = new Set(deleted.filter(number => number <= count))
      const left = Array.from({ length: count }, (_, index) => count - index).filter(number => !holes.has(number))
      for (let wanted = 1; wanted <= Math.ceil(left.length / 5) + 1; wanted++) {
        const rows = left.slice((wanted - 1) * 5, wanted * 5)
        const range = numbersOfPage(count, holes, wanted)
        expect(range).toEqual(rows.length > 0 ? { newest: rows[0], oldest: rows.at(-1) } : undefined)
      }
    }),
  )
})
