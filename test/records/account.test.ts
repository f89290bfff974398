import { describe, expect, it, vi } from 'vitest'
import { ALLOWANCES } from '../../lambdas/contract/limits.ts'
import { readIdentity } from '../../lambdas/records/identities.ts'
import { grantDueGift, leaveService, refund, setEmail, signUp } from '../../lambdas/records/ledger/index.ts'
import { serviceKey } from '../../lambdas/records/service-rows.ts'
import { put, write } from '../../lambdas/records/transaction.ts'
import { readUser, requireAccount, requireUser, setSuspended } from '../../lambdas/records/users.ts'
import { setUpTables } from '../support/tables.ts'
import { AT, heldEntry, iso, NOW, newUser } from '../support/users.ts'

const test = await setUpTables()

const person = (uid: string, identity = `identity-${uid}`) => {
  return { uid, identity, email: `${uid}@example.com`, name: '김민지', customerKey: `customer-${uid}`, at: AT }
}
const sum = async (uid: string) => (await test.movements(uid)).reduce((total, { amount }) => total + amount, 0)

describe('the first sign-in', () => {
  it('creates the user with 200 tokens, the movement and the log row together', async () => {
    const { user, created, granted } = await signUp(test.tables, { ...person('first'), email: 'a@example.com' })
    expect({ created, granted, token: user.token, email: user.email }).toEqual({
      created: true,
      granted: 200,
      token: 200,
      email: 'a@example.com',
    })
    expect(await readUser(test.tables, 'first')).toEqual(user)
    expect(await test.movements('first')).toMatchObject([{ movement: 'signup', amount: 200, balance: 200, at: AT }])
    expect((await test.rows('logs')).filter(row => row.uid === 'first')).toMatchObject([
      { action: 'signup', before: null, after: 200 },
    ])
  })

  it('without an address grants the tokens when one is confirmed, unless its mailbox had them', async () => {
    const { email: _none, ...nameless } = person('no-address')
    expect(await signUp(test.tables, nameless)).toMatchObject({ granted: 0, user: { token: 0, gift_due: 200 } })
    expect(await test.movements('no-address')).toEqual([])
    await signUp(test.tables, { ...nameless, uid: 'second', identity: 'identity-second' })
    expect(await setEmail(test.tables, 'no-address', 'a@example.com', 'mailbox-no-address', AT)).toBe(true)
    expect(await setEmail(test.tables, 'no-address', 'b@example.com', 'mailbox-further', AT)).toBe(true)
    expect(await readUser(test.tables, 'no-address')).toMatchObject({ token: 200, email: 'b@example.com' })
    expect(await test.movements('no-address')).toMatchObject([{ movement: 'signup', amount: 200, balance: 200 }])
    expect(await setEmail(test.tables, 'second', 'a@example.com', 'mailbox-no-address', AT)).toBe(true)
    expect((await readUser(test.tables, 'second'))?.token).toBe(0)
  })

  it('twenty times at once creates one user', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => signUp(test.tables, person('hasty'))))
    expect(answers.filter(({ created }) => created)).toHaveLength(1)
    expect(await sum('hasty')).toBe(200)
  })

  it('with one social identity under two ids at once grants the tokens once', async () => {
    const both = ['twin-1', 'twin-2'].map(uid => signUp(test.tables, person(uid, 'identity-of-twins')))
    expect((await Promise.all(both)).map(({ granted }) => granted).sort()).toEqual([0, 200])
  })
})

describe('the sign-up tokens of a day', () => {
  const at = iso(NOW + 30 * 24 * 60 * 60_000)
  const later = iso(NOW + 31 * 24 * 60 * 60_000)

  it('are limited for all users together, and users beyond the limit get them on another day', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { name, limit, seconds } = ALLOWANCES.gift
    const row = serviceKey.allowance(name, 'everybody', Math.floor(Date.parse(at) / 1000 / seconds))
    await write(test.tables, put(test.tables.service, { ...row, uses: limit - 1 }))
    const crowd = await Promise.all(
      ['a', 'b', 'c'].map(one => signUp(test.tables, { ...person(`crowd-${one}`), mailbox: `mailbox-${one}`, at })),
    )
    expect(crowd.map(({ granted }) => granted).sort()).toEqual([0, 0, 200])
    expect(JSON.stringify(logged.mock.calls)).toContain('"topic":"gift"')
    const late = crowd.find(({ granted }) => granted === 0)?.user.uid ?? ''
    const mailbox = `mailbox-${late.at(-1)}`
    await expect(setEmail(test.tables, late, 'a@example.com', mailbox, at)).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
    })
    await grantDueGift(test.tables, late, at)
    expect((await readUser(test.tables, late))?.token).toBe(0)
    await Promise.all([1, 2].map(() => grantDueGift(test.tables, late, later)))
    expect((await readUser(test.tables, late))?.token).toBe(200)
    const [, other = ''] = crowd.flatMap(({ granted, user }) => (granted === 0 ? user.uid : []))
    await setEmail(test.tables, other, 'b@example.com', `mailbox-${other.at(-1)}`, later)
    expect((await readUser(test.tables, other))?.token).toBe(200)
    logged.mockRestore()
  })
})

describe('a mailbox', () => {
  const at = (uid: string, mailbox: string) => ({ ...person(uid), mailbox })

  it('grants the sign-up tokens once, whichever social account it comes with', async () => {
    expect(await signUp(test.tables, at('google', 'mailbox-1'))).toMatchObject({ granted: 200 })
    expect(await signUp(test.tables, at('kakao', 'mailbox-1'))).toMatchObject({ created: true, granted: 0 })
    await leaveService(test.tables, 'kakao', AT)
    // The second social account is stored too, although it got no tokens.
    expect(await signUp(test.tables, at('kakao', 'mailbox-2'))).toMatchObject({ granted: 0 })
  })

  it('under two ids at once grants the tokens once', async () => {
    const both = ['race-1', 'race-2'].map(uid => signUp(test.tables, at(uid, 'mailbox-of-the-race')))
    expect((await Promise.all(both)).map(({ granted }) => granted).sort()).toEqual([0, 200])
  })

  it('that was confirmed by a code brings no tokens to another account', async () => {
    await signUp(test.tables, person('confirming'))
    expect(await setEmail(test.tables, 'confirming', 'a@example.com', 'mailbox-3', AT)).toBe(true)
    expect(await signUp(test.tables, at('later', 'mailbox-3'))).toMatchObject({ granted: 0 })
  })
})

describe('a suspension', () => {
  const suspended = async (uid: string, mailbox: string) => {
    await signUp(test.tables, { ...person(uid), mailbox })
    await setSuspended(test.tables, uid, '저작권 침해')
  }

  it('is not undone by leaving and signing up again', async () => {
    await suspended('banned', 'mailbox-of-banned')
    await leaveService(test.tables, 'banned', AT)
    const again = await signUp(test.tables, { ...person('banned-again', 'identity-banned') })
    expect(again.user.suspended).toBe('저작권 침해')
    await expect(requireUser(test.tables, 'banned-again')).rejects.toMatchObject({ code: 'SUSPENDED' })
  })

  it('applies to the same mailbox at another social provider, even if a code confirms it there', async () => {
    await suspended('elsewhere', 'mailbox-elsewhere')
    const other = await signUp(test.tables, { ...person('at-kakao'), mailbox: 'mailbox-elsewhere' })
    expect(other.user.suspended).toBe('저작권 침해')
    await signUp(test.tables, person('without-email'))
    const confirming = setEmail(test.tables, 'without-email', 'b@example.com', 'mailbox-elsewhere', AT)
    await expect(confirming).rejects.toMatchObject({ code: 'SUSPENDED' })
  })

  it('also ends for the identity when the operator lifts it', async () => {
    await suspended('forgiven', 'mailbox-of-forgiven')
    await setSuspended(test.tables, 'forgiven', undefined)
    await leaveService(test.tables, 'forgiven', AT)
    const again = await signUp(test.tables, {
      ...person('forgiven-again', 'identity-forgiven'),
      mailbox: 'mailbox-of-forgiven',
    })
    expect(again.user.suspended).toBeUndefined()
  })

  it('also applies if it happens while the user signs up again', async () => {
    await suspended('hasty-ban', 'mailbox-hasty')
    await setSuspended(test.tables, 'hasty-ban', undefined)
    const back = { ...person('hasty-back'), mailbox: 'mailbox-hasty' }
    const [, { user }] = await Promise.all([setSuspended(test.tables, 'hasty-ban', '사유'), signUp(test.tables, back)])
    const mailbox = await readIdentity(test.tables, 'mailbox-hasty')
    expect(mailbox?.suspended).toBe('사유')
    // Signed up before the suspension or with it, never between the two.
    expect([undefined, '사유']).toContain(user.suspended)
  })
})

describe('leaving', () => {
  it('and signing in again grants no second 200 tokens, under the same id or another', async () => {
    await signUp(test.tables, person('leaver', 'identity-of-leaver'))
    await leaveService(test.tables, 'leaver', iso(NOW + 1000))
    expect(await readUser(test.tables, 'leaver')).toBeUndefined()
    for (const uid of ['leaver', 'leaver-with-new-id']) {
      const again = await signUp(test.tables, person(uid, 'identity-of-leaver'))
      expect(again).toMatchObject({ created: true, granted: 0, user: { token: 0 } })
      expect(await sum(uid)).toBe(0)
    }
  })

  it('writes off the rest of the balance in the ledger, and keeps the ledger', async () => {
    await signUp(test.tables, person('rich'))
    await leaveService(test.tables, 'rich', AT)
    expect(await test.movements('rich')).toMatchObject([
      { movement: `leave#${AT}`, amount: -200, balance: 0 },
      { movement: 'signup', amount: 200 },
    ])
  })

  it('is refused while a submission is open', async () => {
    const { uid } = await newUser(test.tables)
    const entry = await heldEntry(test.tables, uid)
    await expect(leaveService(test.tables, uid, AT)).rejects.toMatchObject({ code: 'STILL_OPEN' })
    await refund(test.tables, entry, { failure: 'ABORTED', at: AT })
    await leaveService(test.tables, uid, AT)
    expect(await readUser(test.tables, uid)).toBeUndefined()
  })

  it('twice has no second effect', async () => {
    const { uid } = await newUser(test.tables)
    await leaveService(test.tables, uid, AT)
    await leaveService(test.tables, uid, iso(NOW + 1))
    expect(await test.movements(uid)).toHaveLength(2)
  })
})

describe('a user', () => {
  it('can read but not act while suspended, and is shown the reason', async () => {
    const { uid } = await newUser(test.tables)
    await setSuspended(test.tables, uid, '약관 위반')
    await expect(requireUser(test.tables, uid)).rejects.toMatchObject({ code: 'SUSPENDED' })
    await expect(requireUser(test.tables, uid)).rejects.toThrow('약관 위반')
    expect(await requireAccount(test.tables, uid)).toMatchObject({ uid, suspended: '약관 위반' })
  })

  it('is not created by setting a field', async () => {
    expect(await setEmail(test.tables, 'ghost', 'a@example.com', 'mailbox-of-a', AT)).toBe(false)
    expect(await setSuspended(test.tables, 'ghost', 'x')).toBe(false)
    await expect(requireAccount(test.tables, 'ghost')).rejects.toMatchObject({ code: 'NO_USER' })
  })
})
