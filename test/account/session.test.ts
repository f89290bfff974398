import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { leave } from '../../lambdas/account/leave.ts'
import { meView } from '../../lambdas/account/me-view.ts'
import { closeAllSessions, closeSession, openSession } from '../../lambdas/account/session.ts'
import { setSwitch } from '../../lambdas/records/service-rows.ts'
import { requireAccount, requireUser, setSuspended } from '../../lambdas/records/users.ts'
import { setUpMedia } from '../support/media.ts'
import { setUpTables } from '../support/tables.ts'
import { callerOf, openDeps, type TestDeps } from './deps.ts'

const [tables, media] = await Promise.all([setUpTables(), setUpMedia()])
let test: TestDeps
let uid: string

beforeEach(() => {
  test = openDeps(tables, media)
  uid = randomUUID()
  test.profiles.set(uid, { email: email(), name: '김민지' })
})

/** A mailbox per test: the tokens are granted once per mailbox. */
const email = () => `minji-${uid}@example.com`
const actions = async () => (await tables.rows('logs')).filter(row => row.uid === uid).map(({ action }) => action)

describe('the first sign-in', () => {
  it('creates the user with 200 tokens, logs the signup and sends the welcome email', async () => {
    const me = await openSession(test.deps, callerOf(uid))
    expect(me).toMatchObject({ uid, email: email(), name: '김민지', token: 200, created: true })
    expect(me.customerKey).toMatch(/^[0-9a-f-]{36}$/)
    expect(await actions()).toEqual(['signup'])
    expect(test.emails).toMatchObject([{ to: email(), subject: '반가워요, 토큰 200개를 넣어 드렸어요' }])
    expect(test.emails[0]?.text).toContain('토큰 200개')
  })

  it('succeeds even if the welcome email cannot be sent, which stays owed', async () => {
    test.failEmail()
    expect(await openSession(test.deps, callerOf(uid))).toMatchObject({ created: true, token: 200 })
    expect(await tables.row('outbox', { id: `welcome#${uid}` })).toMatchObject({ email: { granted: 200 } })
  })

  it('sends and grants nothing without an address, and uses a default name without a name', async () => {
    test.profiles.set(uid, {})
    expect(await openSession(test.deps, callerOf(uid))).toMatchObject({
      name: '회원',
      email: undefined,
      token: 0,
      giftDue: 200,
    })
    expect(test.emails).toEqual([])
  })

  it('in two windows at once creates one user and sends one welcome email', async () => {
    const both = await Promise.all([openSession(test.deps, callerOf(uid)), openSession(test.deps, callerOf(uid))])
    expect(both.map(({ created }) => created).sort()).toEqual([false, true])
    expect(test.emails).toHaveLength(1)
    expect((await actions()).sort()).toEqual(['login', 'signup'])
  })

  it('with a social account that already had its tokens grants none, and the email says so', async () => {
    await openSession(test.deps, callerOf(uid, 'google_same-person'))
    const other = randomUUID()
    test.profiles.set(other, { email: email(), name: '김민지' })
    expect(await openSession(test.deps, callerOf(other, 'google_same-person'))).toMatchObject({ token: 0 })
    expect(test.emails[1]?.text).not.toContain('200')
  })

  it('with a mailbox that already had the tokens, at another provider or under a plus address, grants none', async () => {
    test.profiles.set(uid, { email: `m.inji.${uid}@gmail.com` })
    expect(await openSession(test.deps, callerOf(uid))).toMatchObject({ token: 200 })
    const other = randomUUID()
    test.profiles.set(other, { email: `minji${uid}+again@googlemail.com` })
    expect(await openSession(test.deps, callerOf(other, `kakao_${other}`))).toMatchObject({ created: true, token: 0 })
  })

  it('of a user who left while suspended creates a suspended account and sends no welcome email', async () => {
    await openSession(test.deps, callerOf(uid))
    await setSuspended(tables.tables, uid, '약관 위반')
    await leave(test.deps, callerOf(uid))
    const again = randomUUID()
    test.profiles.set(again, { email: email(), name: '김민지' })
    const me = await openSession(test.deps, callerOf(again, `google_${uid}`))
    expect(me.notice).toContain('약관 위반')
    await expect(requireUser(tables.tables, again)).rejects.toMatchObject({ code: 'SUSPENDED' })
    expect(test.emails).toHaveLength(1)
  })

  it('keeps the social identity as a keyed hash only', async () => {
    await openSession(test.deps, callerOf(uid, 'google_108234'))
    const rows = JSON.stringify([await tables.rows('users'), await tables.rows('ledger'), await tables.rows('logs')])
    expect(rows).not.toContain('108234')
  })
})

it('a later sign-in logs the login without calling the hosted sign-in', async () => {
  await openSession(test.deps, callerOf(uid))
  test.profiles.set(uid, { email: 'other@example.com', name: '다른 이름' })
  expect(await openSession(test.deps, callerOf(uid))).toMatchObject({ created: false, name: '김민지', token: 200 })
  expect((await actions()).sort()).toEqual(['login', 'signup'])
  expect(test.emails).toHaveLength(1)
})

describe('signing out', () => {
  it('logs logout and leaves other devices signed in', async () => {
    await openSession(test.deps, callerOf(uid))
    await closeSession(test.deps, callerOf(uid))
    expect((await actions()).sort()).toEqual(['logout', 'signup'])
    expect(test.signedOut).toEqual([])
  })

  it('on all devices logs logout and ends every session at the hosted sign-in', async () => {
    await openSession(test.deps, callerOf(uid))
    await closeAllSessions(test.deps, callerOf(uid))
    expect((await actions()).sort()).toEqual(['logout', 'signup'])
    expect(test.signedOut).toEqual([`google_${uid}`])
  })
})

it('the profile tells the page that the service is stopped or the user is suspended', async () => {
  await openSession(test.deps, callerOf(uid))
  const notice = async () => (await meView(test.deps, await requireAccount(tables.tables, uid))).notice
  expect(await notice()).toBeUndefined()
  await setSwitch(tables.tables, 'stopped', '점검 중이에요.')
  expect(await notice()).toBe('점검 중이에요.')
  await setSwitch(tables.tables, 'stopped', undefined)
  await setSuspended(tables.tables, uid, '약관 위반')
  expect(await notice()).toContain('약관 위반')
})
