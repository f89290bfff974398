import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { AccountDeps } from '../../lambdas/account/account-deps.ts'
import { openSession } from '../../lambdas/account/session.ts'
import { leaveService } from '../../lambdas/records/ledger/index.ts'
import { readUser, setSuspended } from '../../lambdas/records/users.ts'
import { setUpMedia } from '../support/media.ts'
import { setUpTables } from '../support/tables.ts'
import { callerOf, openDeps } from './deps.ts'

const [tables, media] = await Promise.all([setUpTables(), setUpMedia()])

/** Signs a user in under the given keys. Each return is a new user of the pool with the same social account. */
async function signIn(username: string, keys: string, uid: string = randomUUID()) {
  const { deps, profiles } = openDeps(tables, media)
  profiles.set(uid, { email: `${uid}@example.com` })
  const then: AccountDeps = { ...deps, identitySecret: async () => keys }
  const { token, created } = await openSession(then, callerOf(uid, username))
  const user = await readUser(deps.tables, uid)
  return {
    uid,
    token,
    created,
    suspended: user?.suspended,
    suspend: (reason: string | undefined) => setSuspended(deps.tables, uid, reason),
    leave: () => leaveService(deps.tables, uid, new Date(deps.now()).toISOString()),
  }
}

describe('while the key of identities is rotated', () => {
  it('a user who left under the former key gets no tokens again', async () => {
    const before = await signIn('google_left', 'old-key')
    expect(before.token).toBe(200)
    await before.leave()
    expect((await signIn('google_left', 'new-key\nold-key')).token).toBe(0)
  })

  it('a user who signed in during the rotation is known after the former key is gone', async () => {
    const before = await signIn('google_stays', 'old-key')
    expect((await signIn('google_stays', 'new-key\nold-key', before.uid)).created).toBe(false)
    await before.leave()
    expect((await signIn('google_stays', 'new-key')).token).toBe(0)
  })

  it('a new user gets the tokens once, under the current key', async () => {
    const first = await signIn('google_new', 'new-key\nold-key')
    expect(first.token).toBe(200)
    await first.leave()
    expect((await signIn('google_new', 'new-key')).token).toBe(0)
  })

  it('known users can sign in even if the key cannot be read', async () => {
    const { uid } = await signIn('google_known', 'old-key')
    const { deps } = openDeps(tables, media)
    const broken: AccountDeps = { ...deps, identitySecret: () => Promise.reject(new Error('no secret')) }
    expect(await openSession(broken, callerOf(uid, 'google_known'))).toMatchObject({ created: false })
  })

  it('a suspension under the former key applies to a user who left before the rotation, and survives the former key', async () => {
    const before = await signIn('google_barred', 'old-key')
    await before.suspend('약관 제9조')
    await before.leave()
    const back = await signIn('google_barred', 'new-key\nold-key')
    expect(back).toMatchObject({ created: true, token: 0, suspended: '약관 제9조' })
    await back.leave()
    expect(await signIn('google_barred', 'new-key')).toMatchObject({ token: 0, suspended: '약관 제9조' })
  })

  it('a suspension of a user who signed in during the rotation is stored under the current key alone', async () => {
    const before = await signIn('google_warned', 'old-key')
    const during = await signIn('google_warned', 'new-key\nold-key', before.uid)
    await during.suspend('약관 제9조')
    await during.leave()
    expect((await signIn('google_warned', 'new-key')).suspended).toBe('약관 제9조')
  })

  it('a suspension lifted during the rotation does not come back under either key', async () => {
    const before = await signIn('google_cleared', 'old-key')
    await before.suspend('약관 제9조')
    const during = await signIn('google_cleared', 'new-key\nold-key', before.uid)
    await during.suspend(undefined)
    await during.leave()
    for (const keys of ['new-key\nold-key', 'new-key']) {
      const back = await signIn('google_cleared', keys)
      expect([keys, back.suspended]).toEqual([keys, undefined])
      await back.leave()
    }
  })
})
