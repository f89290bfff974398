import { beforeEach, describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { newKey } from '../../lambdas/contract/api-key.ts'
import { createKey, keyGuard, listKeys, revokeKey } from '../../lambdas/records/api-keys.ts'
import { createSecret } from '../../lambdas/records/bearers.ts'
import { cancel, leaveService, refund, settle } from '../../lambdas/records/ledger/index.ts'
import { readUser, requireUser, setSuspended } from '../../lambdas/records/users.ts'
import { setUpTables } from '../support/tables.ts'
import { AT, heldEntry, iso, NOW, newUser } from '../support/users.ts'

const test = await setUpTables()
const { tables } = test
const DAY_MS = 24 * 60 * 60 * 1000
let uid: string

beforeEach(async () => {
  uid = (await newUser(tables)).uid
})

const create = (wish: z.input<typeof newKey>, at = AT) => createKey(tables, { uid, wish: newKey.parse(wish), at })
const script = { name: '스크립트', scopes: ['submit' as const] }
const admit = (secret: string, now = NOW, scope: 'quote' | 'submit' | 'read' = 'submit') =>
  keyGuard({ tables, now: () => now })(`Bearer ${secret}`, { routeKey: 'POST /api/v1/submissions', scope })
const own = async (at = AT) => listKeys(tables, (await requireUser(tables, uid)).keys, at)
const spent = async (at = AT) => (await own(at))[0]?.spentTokens

describe('a key', () => {
  it('is returned once and stored only as a hash', async () => {
    const { key, secret } = await create({ ...script, monthlyTokens: 50 })
    expect(secret).toMatch(/^jamak_[0-9a-f]{56}$/)
    const rows = [...(await test.rows('service')), ...(await test.rows('users')), ...(await test.rows('logs'))]
    expect(JSON.stringify(rows)).not.toContain(secret.slice(6, 30))
    expect(await own()).toEqual([key])
    expect(key).toMatchObject({ name: '스크립트', scopes: ['submit'], monthlyTokens: 50, spentTokens: 0 })
  })

  it('admits requests within its scope, each in the activity log', async () => {
    const { key, secret } = await create(script)
    expect(await admit(secret)).toEqual({ uid, key: key.id })
    await expect(admit(secret, NOW, 'read')).rejects.toMatchObject({ code: 'KEY_SCOPE', status: 403 })
    expect(await own()).toMatchObject([{ usedAt: AT }])
    const used = (await test.rows('logs')).filter(row => row.uid === uid && row.action === 'key_use')
    expect(used).toMatchObject([{ details: { key: key.id.slice(0, 12), route: 'POST /api/v1/submissions' } }])
  })

  it.each([
    ['altered', (secret: string) => secret.replace(/.$/, last => (last === '0' ? '1' : '0'))],
    ['of nobody', () => createSecret()],
    ['cut off', (secret: string) => secret.slice(0, -1)],
    ['empty', () => ''],
    ['with more behind it', (secret: string) => `${secret}0`],
  ])('that is %s is refused', async (_how, change) => {
    const { secret } = await create(script)
    await expect(admit(change(secret))).rejects.toMatchObject({ code: 'KEY_INVALID', status: 401 })
  })

  it('is refused as soon as it is revoked, and only its owner can revoke it', async () => {
    const { key, secret } = await create(script)
    const stranger = await newUser(tables)
    await expect(revokeKey(tables, stranger, { id: key.id, at: AT })).rejects.toMatchObject({ code: 'NO_KEY' })
    await admit(secret)
    await revokeKey(tables, await requireUser(tables, uid), { id: key.id, at: AT })
    await expect(admit(secret)).rejects.toMatchObject({ code: 'KEY_INVALID' })
    expect(await own()).toEqual([])
  })

  it('stops working at its expiry time', async () => {
    const { secret } = await create({ ...script, days: 1 })
    await admit(secret, NOW + DAY_MS - 2000)
    await expect(admit(secret, NOW + DAY_MS)).rejects.toMatchObject({ code: 'KEY_INVALID' })
    expect(await own(iso(NOW + DAY_MS))).toEqual([])
  })

  it('is one of at most ten, however many are created at once; a revoked or expired key makes room for another', async () => {
    const tries = await Promise.allSettled(Array.from({ length: 14 }, () => create({ ...script, days: 1 })))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    expect(await own()).toHaveLength(10)
    await expect(create(script)).rejects.toMatchObject({ code: 'TOO_MANY_KEYS' })
    const [first] = await own()
    await revokeKey(tables, await requireUser(tables, uid), { id: first?.id ?? '', at: AT })
    await create(script)
    await create(script, iso(NOW + 2 * DAY_MS))
    expect(await own(iso(NOW + 2 * DAY_MS))).toHaveLength(2)
  })

  it('cannot be created by a suspended user', async () => {
    await setSuspended(tables, uid, 'spam')
    await expect(create(script)).rejects.toMatchObject({ code: 'SUSPENDED' })
  })

  it('stops working when its owner leaves', async () => {
    const { secret } = await create(script)
    await leaveService(tables, uid, AT)
    await expect(admit(secret)).rejects.toMatchObject({ code: 'KEY_INVALID' })
    expect((await test.rows('service')).filter(row => row.uid === uid)).toEqual([])
  })
})

describe('the monthly limit of a key', () => {
  const hold = (key: string, seconds = 60, changes = {}) =>
    heldEntry(tables, uid, { durationSeconds: seconds, key, ...changes })

  it('is never exceeded, however many submissions come at once', async () => {
    const { key } = await create({ ...script, monthlyTokens: 50 })
    const tries = await Promise.allSettled(Array.from({ length: 12 }, () => hold(key.id)))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    for (const each of tries) if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'KEY_LIMIT' })
    expect([await spent(), (await readUser(tables, uid))?.token]).toEqual([50, 150])
  })

  it('states when the next month begins', async () => {
    const { key } = await create({ ...script, monthlyTokens: 5 })
    await expect(hold(key.id)).rejects.toMatchObject({
      status: 429,
      message: '이 키의 한 달 한도를 넘어요. 4월 1일 00:00부터 다시 할 수 있어요.',
      retryAfter: (Date.parse('2026-03-31T15:00:00.000Z') - NOW) / 1000,
    })
    expect((await readUser(tables, uid))?.token).toBe(200)
  })

  it('counts the settled length, and fails a settlement that would exceed it', async () => {
    const { key } = await create({ ...script, monthlyTokens: 20 })
    const entry = await hold(key.id)
    const tooLong = settle(tables, entry, { durationSeconds: 126, at: AT })
    await expect(tooLong).rejects.toMatchObject({ name: 'KEY_LIMIT' })
    await settle(tables, entry, { durationSeconds: 90, at: AT })
    expect(await spent()).toBe(15)
    await refund(tables, entry, { failure: 'NO_SPEECH', at: AT })
    expect([await spent(), (await readUser(tables, uid))?.token]).toEqual([0, 200])
  })

  it('no longer counts a canceled submission', async () => {
    const { key } = await create({ ...script, monthlyTokens: 10 })
    await cancel(tables, await hold(key.id), { costs: 0, at: AT })
    expect(await spent()).toBe(0)
    await hold(key.id)
  })

  it('resets each month, and is not raised by refunds from the previous month', async () => {
    const { key } = await create({ ...script, monthlyTokens: 10 })
    const entry = await hold(key.id)
    const april = '2026-03-31T15:00:00.000Z'
    expect(await spent(april)).toBe(0)
    await hold(key.id, 60, { at: april })
    await refund(tables, entry, { failure: 'NO_SPEECH', at: april })
    expect(await spent(april)).toBe(10)
    await expect(hold(key.id, 6, { at: april })).rejects.toMatchObject({ code: 'KEY_LIMIT' })
  })

  it('does not stop the settlement of a submission whose key was revoked', async () => {
    const { key } = await create({ ...script, monthlyTokens: 10 })
    const entry = await hold(key.id)
    await revokeKey(tables, await requireUser(tables, uid), { id: key.id, at: AT })
    expect(await settle(tables, entry, { durationSeconds: 90, at: AT })).toEqual({ usedToken: 15 })
  })
})

describe('the ceiling of a submission', () => {
  const held = (maxTokens: number) => heldEntry(tables, uid, { durationSeconds: 60, maxTokens })

  it('refuses a costlier submission before anything is held', async () => {
    await expect(held(9)).rejects.toMatchObject({ code: 'OVER_CEILING', status: 402 })
    expect(await test.movements(uid)).toHaveLength(1)
    expect(await held(10)).toMatchObject({ used_token: 10, max_tokens: 10 })
  })

  it('fails a submission whose measured length costs more', async () => {
    const entry = await held(10)
    const settled = settle(tables, entry, { durationSeconds: 66, at: AT })
    await expect(settled).rejects.toMatchObject({ name: 'OVER_CEILING' })
    expect((await readUser(tables, uid))?.token).toBe(190)
  })
})
