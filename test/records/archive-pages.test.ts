import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { deleteEntry, listEntries } from '../../lambdas/records/archive.ts'
import { listPage, numbersOfPage } from '../../lambdas/records/archive-pages.ts'
import { deletionsOf, placesOf } from '../../lambdas/records/deleted-numbers.ts'
import { deliver, leaveService } from '../../lambdas/records/ledger/index.ts'
import { requireAccount } from '../../lambdas/records/users.ts'
import { AT, delivery, heldEntry, iso, NOW, newPerson } from '../support/people.ts'
import { openTables, type TestTables } from '../support/tables.ts'

const DAY_MS = 24 * 60 * 60_000

let test: TestTables

beforeAll(async () => {
  test = await openTables()
})
afterAll(() => test.close())

const page = async (uid: string, wanted: number) =>
  listPage(test.tables, await requireAccount(test.tables, uid), wanted)

it('a page holds five entries, newest first by key, and a page past the end shows the last one', async () => {
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

it('a page of somebody who never deleted an entry reads its rows and nothing else', async () => {
  const { uid } = await newPerson(test.tables)
  await heldEntry(test.tables, uid)
  const user = await requireAccount(test.tables, uid)
  const send = vi.spyOn(test.tables.client, 'send')
  try {
    expect((await listPage(test.tables, user, 1)).entries).toHaveLength(1)
    expect(send).toHaveBeenCalledTimes(1)
  } finally {
    send.mockRestore()
  }
})

it('an open entry cannot be deleted, and a deleted entry cannot be deleted twice', async () => {
  const { uid } = await newPerson(test.tables)
  const entry = await heldEntry(test.tables, uid)
  expect(await deleteEntry(test.tables, entry, AT)).toBe(false)
  await deliver(test.tables, entry, delivery(entry))
  expect(await deleteEntry(test.tables, entry, AT)).toBe(true)
  expect(await deleteEntry(test.tables, entry, AT)).toBe(false)
  expect(await requireAccount(test.tables, uid)).toMatchObject({ archive_count: 1, archive_deleted: 1 })
  expect(await test.movements(uid)).toHaveLength(2)
})

it('deleted numbers that an older version kept in the user’s row move into the tree', async () => {
  const { uid } = await newPerson(test.tables)
  const holes = new Set(Array.from({ length: 700 }, (_, index) => index * 3 + 1))
  const change = {
    UpdateExpression: 'SET archive_count = :count, archive_holes = :holes',
    ExpressionAttributeValues: { ':count': 2_100, ':holes': holes },
  }
  await test.tables.client.send(new UpdateCommand({ TableName: 'users', Key: { uid }, ...change }))
  const user = await requireAccount(test.tables, uid)
  // Two readers at once move them once.
  await Promise.all([page(uid, 1), page(uid, 100)])
  expect(await test.row('users', { uid })).not.toHaveProperty('archive_holes')
  expect(await page(uid, 1)).toMatchObject({ total: 1_400, pages: 280 })
  const read = deletionsOf(test.tables, uid)
  expect(await numbersOfPage(read, 1_400, 1)).toEqual([2_100, 2_099, 2_097, 2_096, 2_094])
  expect(await numbersOfPage(read, 1_400, 280)).toEqual([8, 6, 5, 3, 2])
  expect(user.archive_holes.size).toBe(700)
})

it('the row of a person who keeps submitting and deleting does not grow, and leaving deletes the tree', async () => {
  const { uid } = await newPerson(test.tables)
  const sizes: number[] = []
  for (let count = 0; count < 24; count++) {
    // A new day for every ten: a day has a budget of submissions.
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
  await leaveService(test.tables, uid, AT)
  expect((await test.rows('service')).filter(({ id }) => String(id).startsWith(`deleted#${uid}`))).toEqual([])
})

/** The rows of the tree in memory. */
function memoryTree() {
  const rows = new Map<string, Map<number, number>>()
  let reads = 0
  return {
    rows,
    readsSince() {
      const since = reads
      reads = 0
      return since
    },
    read: async (level: number, index: number) => {
      reads += 1
      return rows.get(`${level}#${index}`) ?? new Map<number, number>()
    },
    remove(number: number) {
      for (const { level, index, slot } of placesOf(number)) {
        const row = rows.get(`${level}#${index}`) ?? new Map<number, number>()
        row.set(slot, (row.get(slot) ?? 0) + 1)
        rows.set(`${level}#${index}`, row)
      }
    },
  }
}

it('over a million random submissions, deletions and pages, each page shows what a plain list would, with bounded rows and reads', async () => {
  const tree = memoryTree()
  const left: number[] = []
  let count = 0
  let pages = 0
  let seed = 20_260_314
  const random = (below: number): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((seed / 2 ** 32) * below)
  }
  for (let operation = 0; operation < 1_000_000; operation += 1) {
    const kind = random(1000) / 10
    if (kind < 50) {
      count += 1
      left.push(count)
    } else if (left.length > 0 && kind < 99.6) {
      // Mostly the newest, as announce-and-delete does; sometimes any.
      const at = kind < 90 ? left.length - 1 : random(left.length)
      tree.remove(left.splice(at, 1)[0] ?? 0)
    } else if (left.length > 0) {
      const page = 1 + random(Math.ceil(left.length / 5))
      const newest = left.length - (page - 1) * 5
      tree.readsSince()
      const numbers = await numbersOfPage(tree.read, left.length, page)
      if (tree.readsSince() > 15) expect.fail('a page takes more than fifteen rows')
      const plain = left.slice(Math.max(0, newest - 5), newest).reverse()
      if (numbers.join() !== plain.join()) expect(numbers).toEqual(plain)
      pages += 1
    }
  }
  expect(pages).toBeGreaterThan(3_000)
  expect(count).toBeGreaterThan(490_000)
  expect(Math.max(...[...tree.rows.values()].map(row => row.size))).toBeLessThanOrEqual(256)
}, 60_000)
