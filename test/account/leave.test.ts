import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { requestEmailCode } from '../../lambdas/account/email-code.ts'
import { saveGlossary } from '../../lambdas/account/glossary.ts'
import { leave } from '../../lambdas/account/leave.ts'
import { openSession } from '../../lambdas/account/session.ts'
import { subtitleKey, videoKey, workKey } from '../../lambdas/contract/media-objects.ts'
import type { Order } from '../../lambdas/contract/order.ts'
import { deliver, refund } from '../../lambdas/records/ledger/index.ts'
import { newOrderRow } from '../../lambdas/records/payments.ts'
import { transact } from '../../lambdas/records/transaction.ts'
import { setUpMedia } from '../support/media.ts'
import { setUpTables } from '../support/tables.ts'
import { AT, delivery, heldEntry } from '../support/users.ts'
import { callerOf, openDeps, type TestDeps } from './deps.ts'

const [tables, media] = await Promise.all([setUpTables(), setUpMedia()])
let test: TestDeps
let uid: string

beforeEach(async () => {
  test = openDeps(tables, media)
  uid = randomUUID()
  test.profiles.set(uid, { email: `${uid}@example.com` })
  await openSession(test.deps, callerOf(uid))
})

const ORDER: Omit<Order, 'uid'> = {
  order_id: '20260314140926-abcdefgh',
  package: 'tokens-20',
  tokens: 20,
  amount: 1000,
  status: 'paid',
  created_at: AT,
  version: 0,
}

const ofUser = async (table: 'users' | 'service' | 'archive' | 'ledger' | 'payments') =>
  (await tables.rows(table)).filter(row => JSON.stringify(row).includes(uid))

it('leaving deletes videos, subtitles, archive, terms and user, and keeps the ledger', async () => {
  const series = randomUUID()
  const entry = await heldEntry(tables.tables, uid, { group: { id: series, size: 2, series: true } })
  await deliver(tables.tables, entry, delivery(entry))
  await requestEmailCode(test.deps, { uid, email: 'a@example.com' })
  await saveGlossary(test.deps, { uid }, { put: [{ english: 'Anna', korean: '애나' }], remove: [] })
  await saveGlossary(test.deps, { uid, series }, { put: [{ english: 'heap', korean: '힙' }], remove: [] })
  await media.put(videoKey(uid, entry.title))
  await media.put(workKey(uid, entry.key, 'source.mp4'))
  await media.put(subtitleKey(uid, entry.title))
  await media.put('srts/neighbour/20240101000000_x.srt')
  await leave(test.deps, callerOf(uid))
  expect(media.keys()).toEqual(['srts/neighbour/20240101000000_x.srt'])
  expect(await ofUser('archive')).toEqual([])
  expect(await ofUser('users')).toEqual([])
  // The user's own rows go at once; these expire within a day.
  const left = await ofUser('service')
  expect(left.map(row => `${row.id}`.split('#')[0]).sort()).toEqual(['allowance', 'allowance', 'request'])
  for (const row of left) expect(row.expires_at).toEqual(expect.any(Number))
  expect((await ofUser('ledger')).map(row => `${row.movement}`.split('#')[0]).sort()).toEqual([
    'hold',
    'leave',
    'signup',
  ])
  expect(test.removed).toEqual([`google_${uid}`])
})

it('the records of a user who left, which the law requires to keep, expire together after five years', async () => {
  const entry = await heldEntry(tables.tables, uid)
  await refund(tables.tables, entry, { failure: 'ABORTED', at: AT })
  await transact(tables.tables, [newOrderRow(tables.tables, { ...ORDER, uid })])
  const before = new Date(test.deps.now())
  await leave(test.deps, callerOf(uid))
  const expiry = Date.UTC(before.getUTCFullYear() + 5, before.getUTCMonth(), before.getUTCDate()) / 1000
  const kept = [...(await ofUser('ledger')), ...(await ofUser('payments'))]
  expect(kept).toHaveLength(5)
  for (const { expires_at } of kept) expect(Number(expires_at) - expiry).toBeLessThan(24 * 60 * 60)
  expect(new Set(kept.map(({ expires_at }) => expires_at)).size).toBe(1)
  const identities = (await tables.rows('service')).filter(({ id }) => `${id}`.startsWith('identity#'))
  for (const { expires_at } of identities) expect(Number(expires_at)).toBeGreaterThan(expiry - 24 * 60 * 60)
})

it('leaving while a submission is in progress is refused and deletes nothing', async () => {
  const entry = await heldEntry(tables.tables, uid)
  await media.put(videoKey(uid, entry.title))
  await expect(leave(test.deps, callerOf(uid))).rejects.toMatchObject({ code: 'STILL_OPEN' })
  expect(await media.has(videoKey(uid, entry.title))).toBe(true)
  expect(test.removed).toEqual([])
  await refund(tables.tables, entry, { failure: 'ABORTED', at: AT })
  await leave(test.deps, callerOf(uid))
  expect(await ofUser('archive')).toEqual([])
})

it('leaving can be completed by a second call after an interruption', async () => {
  const pool = test.deps.userPool.remove
  test.deps.userPool.remove = async () => {
    throw new Error('the user pool is away')
  }
  await expect(leave(test.deps, callerOf(uid))).rejects.toThrow('away')
  test.deps.userPool.remove = pool
  await leave(test.deps, callerOf(uid))
  expect(test.removed).toEqual([`google_${uid}`])
})

it('leaving and rejoining grants no second 200 tokens', async () => {
  await leave(test.deps, callerOf(uid))
  expect(await openSession(test.deps, callerOf(uid))).toMatchObject({ created: true, token: 0 })
})
