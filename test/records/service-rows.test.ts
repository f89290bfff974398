import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { leaveService, signUp } from '../../lambdas/records/ledger/index.ts'
import { requestRow } from '../../lambdas/records/requests.ts'
import {
  countEmailCodeTry,
  forgetEmailCode,
  keepEmailCode,
  keepQuote,
  readQuote,
  readSwitches,
  refuseStopped,
  serviceKey,
  setSwitch,
  spendAllowance,
} from '../../lambdas/records/service-rows.ts'
import { write } from '../../lambdas/records/transaction.ts'
import { setUpTables } from '../support/tables.ts'
import { AT, NOW, newUser, requestOf } from '../support/users.ts'

const test = await setUpTables()
const SECONDS = Math.floor(NOW / 1000)

const identityRow = (identity: string) => test.row('service', serviceKey.identity(identity))

describe('an identity that was given the sign-up tokens', () => {
  it('is kept in the service table for five years and outlives the user', async () => {
    const { uid } = await newUser(test.tables)
    await leaveService(test.tables, uid, AT)
    expect(await test.row('users', { uid })).toBeUndefined()
    const expires_at = Date.parse('2031-03-14T05:09:26.000Z') / 1000
    expect(await identityRow(`identity-of-${uid}`)).toEqual({ id: `identity#identity-of-${uid}`, at: AT, expires_at })
  })

  it('gets the tokens once, even if two first sign-ins race', async () => {
    const person = (uid: string) => ({
      ...{ uid, identity: 'twin', name: '김민지', email: 'twin@example.com' },
      ...{ customerKey: `of-${uid}`, at: AT },
    })
    const signed = await Promise.all(['left', 'right'].map(uid => signUp(test.tables, person(uid))))
    expect(signed.map(({ granted }) => granted).toSorted((a, b) => a - b)).toEqual([0, 200])
  })
})

it('the users table contains users and nothing else', async () => {
  const { uid } = await newUser(test.tables)
  await write(test.tables, requestRow(test.tables, requestOf(uid), {}))
  await spendAllowance(test.tables, uid, { name: 'order', limit: 1, seconds: 60 }, AT)
  await keepEmailCode(test.tables, uid, 'hash', SECONDS + 600)
  await keepQuote(test.tables, 'dQw4w9WgXcQ', {}, NOW)
  await setSwitch(test.tables, 'stopped', 'x')
  await setSwitch(test.tables, 'stopped', undefined)
  for (const row of await test.rows('users')) expect(row).toHaveProperty('customer_key')
})

it('every row of the service table except the switches expires', async () => {
  const lasting = (await test.rows('service')).filter(row => row.expires_at === undefined)
  expect(new Set(lasting.map(row => `${row.id}`.split('#')[0]))).toEqual(new Set(['switches']))
})

describe('an email code', () => {
  it('can be guessed five times, and a new code starts over', async () => {
    await keepEmailCode(test.tables, 'guesser', 'first', SECONDS + 600)
    for (let guess = 0; guess < 5; guess += 1)
      expect(await countEmailCodeTry(test.tables, 'guesser', SECONDS)).toBe('first')
    const spent = { code: 'TOO_MANY_REQUESTS' }
    await expect(countEmailCodeTry(test.tables, 'guesser', SECONDS)).rejects.toMatchObject(spent)
    await keepEmailCode(test.tables, 'guesser', 'second', SECONDS + 600)
    expect(await countEmailCodeTry(test.tables, 'guesser', SECONDS)).toBe('second')
  })

  it('is void from its last second on, even if its row is still there, and once it is deleted', async () => {
    await keepEmailCode(test.tables, 'slow', 'hash', SECONDS)
    expect(await countEmailCodeTry(test.tables, 'slow', SECONDS)).toBe('hash')
    const wrong = { code: 'MAIL_CODE_WRONG' }
    await expect(countEmailCodeTry(test.tables, 'slow', SECONDS + 1)).rejects.toMatchObject(wrong)
    await forgetEmailCode(test.tables, 'slow')
    await expect(countEmailCodeTry(test.tables, 'slow', SECONDS)).rejects.toMatchObject(wrong)
  })
})

it('a YouTube quote is kept for an hour, and requested again if its stored shape is outdated', async () => {
  const quote = z.object({ title: z.string() })
  await keepQuote(test.tables, 'video', { title: '강의' }, NOW)
  const hour = 60 * 60 * 1000
  expect(await readQuote(test.tables, 'video', quote, NOW + hour - 1000)).toEqual({ title: '강의' })
  expect(await readQuote(test.tables, 'video', quote, NOW + hour)).toBeUndefined()
  expect(await readQuote(test.tables, 'video', quote.extend({ length: z.int() }), NOW)).toBeUndefined()
  expect(await readQuote(test.tables, 'another', quote, NOW)).toBeUndefined()
})

it('a switch refuses new submissions with its reason until it is released', async () => {
  await setSwitch(test.tables, 'youtubeStopped', '점검 중이에요.')
  expect(await readSwitches(test.tables)).toEqual({ youtubeStopped: '점검 중이에요.' })
  await refuseStopped(test.tables, 'video')
  const refused = { code: 'YOUTUBE_OFF', message: '점검 중이에요.' }
  await expect(refuseStopped(test.tables, 'youtube')).rejects.toMatchObject(refused)
  await setSwitch(test.tables, 'youtubeStopped', undefined)
  await refuseStopped(test.tables, 'youtube')
})
