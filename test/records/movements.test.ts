import { expect, it } from 'vitest'
import { grant, movements } from '../../lambdas/records/ledger/index.ts'
import { setUpTables } from '../support/tables.ts'
import { iso, NOW, newUser } from '../support/users.ts'

const test = await setUpTables()

it('movements are listed newest first, twenty a page, each once', async () => {
  const { uid } = await newUser(test.tables)
  for (let id = 1; id <= 45; id++)
    await grant(test.tables, { uid, id: `${id}`, amount: 1, reason: 'test', at: iso(NOW + id * 1000) })
  const seen: string[] = []
  let cursor: string | undefined
  const sizes: number[] = []
  do {
    const page = await movements(test.tables, uid, { cursor })
    sizes.push(page.movements.length)
    seen.push(...page.movements.map(({ movement }) => movement))
    cursor = page.cursor
  } while (cursor)
  expect(sizes).toEqual([20, 20, 6])
  expect(seen).toEqual([...Array.from({ length: 45 }, (_, index) => `grant#${45 - index}`), 'signup'])
})

it('another user’s cursor shows none of their movements, and an invented cursor is refused', async () => {
  const { uid } = await newUser(test.tables)
  for (let id = 1; id <= 25; id++)
    await grant(test.tables, { uid, id: `${id}`, amount: 1, reason: 'test', at: iso(NOW + id * 1000) })
  const { cursor } = await movements(test.tables, uid)
  const other = await newUser(test.tables)
  const shown = await movements(test.tables, other.uid, { cursor })
  expect(shown.movements.every(movement => movement.uid === other.uid)).toBe(true)
  for (const made of ['', 'x', Buffer.from('{"movement":1}').toString('base64url')])
    await expect(movements(test.tables, uid, { cursor: made })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

it('movements of a month are those between its first and last midnight in Korea', async () => {
  const { uid } = await newUser(test.tables)
  const times = [
    '2026-02-28T14:59:59.999Z',
    '2026-02-28T15:00:00.000Z',
    '2026-03-31T14:59:59.999Z',
    '2026-03-31T15:00:00.000Z',
  ]
  for (const [index, at] of times.entries())
    await grant(test.tables, { uid, id: `${index}`, amount: 1, reason: 'test', at })
  const found = await movements(test.tables, uid, { month: '202603' })
  expect(found.movements.map(({ movement }) => movement).filter(name => name !== 'signup')).toEqual([
    'grant#2',
    'grant#1',
  ])
  expect((await movements(test.tables, uid, { month: '202602' })).movements).toMatchObject([{ movement: 'grant#0' }])
})
