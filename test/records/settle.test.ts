import { beforeEach, describe, expect, it } from 'vitest'
import { readEntry } from '../../lambdas/records/archive.ts'
import { deliver, grant, refund, settle } from '../../lambdas/records/ledger/index.ts'
import { readUser } from '../../lambdas/records/users.ts'
import { setUpTables } from '../support/tables.ts'
import { AT, delivery, heldEntry, newUser } from '../support/users.ts'

const test = await setUpTables()
let uid: string

beforeEach(async () => {
  uid = (await newUser(test.tables)).uid
})

const balance = async () => (await readUser(test.tables, uid))?.token
const amounts = async () =>
  Object.fromEntries((await test.movements(uid)).map(({ movement, amount }) => [movement.split('#')[0], amount]))

describe('settling', () => {
  it('charges the difference if the video is longer than quoted', async () => {
    const entry = await heldEntry(test.tables, uid, { durationSeconds: 60 })
    expect(await settle(test.tables, entry, { durationSeconds: 95, at: AT })).toEqual({ usedToken: 15 })
    expect(await balance()).toBe(185)
    expect(await readEntry(test.tables, entry)).toMatchObject({ used_token: 15, duration_seconds: 95 })
    expect(await amounts()).toMatchObject({ hold: -10, settle: -5 })
  })

  it('returns the difference if the video is shorter than quoted', async () => {
    const entry = await heldEntry(test.tables, uid, { durationSeconds: 60 })
    await settle(test.tables, entry, { durationSeconds: 5, at: AT })
    expect(await balance()).toBe(200)
    expect(await amounts()).toMatchObject({ hold: -10, settle: 10 })
  })

  it('a second time changes nothing and returns the same result', async () => {
    const entry = await heldEntry(test.tables, uid)
    const first = await settle(test.tables, entry, { durationSeconds: 30, at: AT })
    expect(await settle(test.tables, entry, { durationSeconds: 6000, at: AT })).toEqual(first)
    expect(await balance()).toBe(195)
  })

  it('many times at once charges once', async () => {
    const entry = await heldEntry(test.tables, uid)
    const settled = Array.from({ length: 20 }, () => settle(test.tables, entry, { durationSeconds: 120, at: AT }))
    expect(new Set((await Promise.all(settled)).map(answer => answer?.usedToken))).toEqual(new Set([20]))
    expect(await balance()).toBe(180)
  })

  it('beyond the balance fails with INSUFFICIENT_TOKENS and charges nothing', async () => {
    const entry = await heldEntry(test.tables, uid)
    const tooLong = settle(test.tables, entry, { durationSeconds: 6 * 201, at: AT })
    await expect(tooLong).rejects.toMatchObject({ name: 'INSUFFICIENT_TOKENS', code: 'INSUFFICIENT_TOKENS' })
    expect(await balance()).toBe(190)
    await grant(test.tables, { uid, id: '1', amount: 1, reason: 'test', at: AT })
    expect(await settle(test.tables, entry, { durationSeconds: 6 * 201, at: AT })).toEqual({ usedToken: 201 })
    expect(await balance()).toBe(0)
  })

  it('charges nothing once the entry is closed', async () => {
    const entry = await heldEntry(test.tables, uid)
    await refund(test.tables, entry, { failure: 'TIMED_OUT', at: AT })
    expect(await settle(test.tables, entry, { durationSeconds: 120, at: AT })).toBeUndefined()
    expect(await balance()).toBe(200)
  })
})

describe('a refund', () => {
  it('returns the net charge of hold and settlement', async () => {
    const entry = await heldEntry(test.tables, uid, { durationSeconds: 60 })
    await settle(test.tables, entry, { durationSeconds: 95, at: AT })
    expect(await refund(test.tables, entry, { failure: 'NO_SPEECH', at: AT })).toEqual({ refunded: 15 })
    expect(await readUser(test.tables, uid)).toMatchObject({ token: 200, open_submissions: 0 })
    expect(await amounts()).toMatchObject({ hold: -10, settle: -5, refund: 15 })
    expect(await readEntry(test.tables, entry)).toMatchObject({
      status: 'failed',
      failure: 'NO_SPEECH',
      refunded: 15,
      used_token: 0,
    })
    const logged = (await test.rows('logs')).filter(row => row.uid === uid && row.action === 'refund')
    expect(logged).toMatchObject([{ before: 185, after: 200, details: { failure: 'NO_SPEECH', refunded: 15 } }])
  })

  it('a second time changes nothing', async () => {
    const entry = await heldEntry(test.tables, uid)
    await refund(test.tables, entry, { failure: 'NO_SPEECH', at: AT })
    expect(await refund(test.tables, entry, { failure: 'ABORTED', at: AT })).toBeUndefined()
    expect(await readUser(test.tables, uid)).toMatchObject({ token: 200, open_submissions: 0 })
    expect(await readEntry(test.tables, entry)).toMatchObject({ failure: 'NO_SPEECH' })
  })

  it('of a missing entry returns nothing', async () => {
    const nowhere = { uid: 'nobody', key: '20260314140926' }
    expect(await refund(test.tables, nowhere, { failure: 'ABORTED', at: AT })).toBeUndefined()
  })
})

describe('a delivery', () => {
  it('closes the entry with its subtitle, keeps the charge and owes the email about it', async () => {
    const entry = await heldEntry(test.tables, uid)
    expect(await deliver(test.tables, entry, delivery(entry))).toBe(true)
    expect(await readUser(test.tables, uid)).toMatchObject({ token: 190, open_submissions: 0 })
    const stored = await readEntry(test.tables, entry)
    expect(stored).toMatchObject({ status: 'done', is_srt: true, srt_upload_time: AT, used_token: 10 })
    expect(stored?.open_since).toBeUndefined()
    expect(await test.row('outbox', { id: `entry#${uid}#${entry.key}#done` })).toBeDefined()
  })

  it('a second time changes nothing', async () => {
    const entry = await heldEntry(test.tables, uid)
    await deliver(test.tables, entry, delivery(entry))
    const later = { ...delivery(entry, '2026-03-15T00:00:00.000Z') }
    expect(await deliver(test.tables, entry, later)).toBe(false)
    expect(await readEntry(test.tables, entry)).toMatchObject({ srt_upload_time: AT })
    expect(await readUser(test.tables, uid)).toMatchObject({ open_submissions: 0 })
  })

  it('after a refund changes nothing, and neither does a refund after a delivery', async () => {
    const refunded = await heldEntry(test.tables, uid)
    await refund(test.tables, refunded, { failure: 'TIMED_OUT', at: AT })
    expect(await deliver(test.tables, refunded, delivery(refunded))).toBe(false)
    const delivered = await heldEntry(test.tables, uid)
    await deliver(test.tables, delivered, delivery(delivered))
    expect(await refund(test.tables, delivered, { failure: 'TIMED_OUT', at: AT })).toBeUndefined()
    expect(await readUser(test.tables, uid)).toMatchObject({ token: 190, open_submissions: 0 })
    expect((await readEntry(test.tables, refunded))?.status).toBe('failed')
    expect((await readEntry(test.tables, delivered))?.status).toBe('done')
  })

  it('that races a refund: exactly one of them takes effect', async () => {
    for (let round = 0; round < 10; round++) {
      const entry = await heldEntry(test.tables, uid)
      const [delivered, refunded] = await Promise.all([
        deliver(test.tables, entry, delivery(entry)),
        refund(test.tables, entry, { failure: 'TIMED_OUT', at: AT }),
      ])
      expect([delivered, refunded !== undefined].filter(Boolean)).toHaveLength(1)
    }
    expect((await readUser(test.tables, uid))?.open_submissions).toBe(0)
  })
})

it('a grant is applied once per id, and takes no more than the balance', async () => {
  const gift = { uid, id: 'sorry-1', amount: 30, reason: '늦어져서 죄송해요', at: AT }
  expect(await grant(test.tables, gift)).toEqual({ token: 230 })
  expect(await grant(test.tables, gift)).toEqual({ token: 230 })
  await expect(grant(test.tables, { ...gift, id: 'back', amount: -231 })).rejects.toMatchObject({
    code: 'INSUFFICIENT_TOKENS',
  })
  expect(await balance()).toBe(230)
})
