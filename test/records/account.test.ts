import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leaveService, refund, signUp } from '../../lambdas/records/ledger/index.ts'
import { readUser, requireAccount, requireUser, setEmail, setSuspended } from '../../lambdas/records/users.ts'
import { AT, heldEntry, iso, NOW, newPerson } from '../support/people.ts'
import { openTables, type TestTables } from '../support/tables.ts'

let test: TestTables

beforeAll(async () => {
  test = await openTables()
})
afterAll(() => test.close())

const person = (uid: string, identity = `identity-${uid}`) => {
  return { uid, identity, name: '김민지', customerKey: `customer-${uid}`, at: AT }
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

  it('twenty times at once creates one user', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => signUp(test.tables, person('hasty'))))
    expect(answers.filter(({ created }) => created)).toHaveLength(1)
    expect(await sum('hasty')).toBe(200)
  })

  it('of one social identity under two ids at once gives the tokens once', async () => {
    const both = ['twin-1', 'twin-2'].map(uid => signUp(test.tables, person(uid, 'identity-of-twins')))
    expect((await Promise.all(both)).map(({ granted }) => granted).sort()).toEqual([0, 200])
  })
})

describe('leaving', () => {
  it('and signing in again gives no second 200 tokens, under the same id or another', async () => {
    await signUp(test.tables, person('leaver', 'identity-of-leaver'))
    await leaveService(test.tables, 'leaver', iso(NOW + 1000))
    expect(await readUser(test.tables, 'leaver')).toBeUndefined()
    for (const uid of ['leaver', 'leaver-with-new-id']) {
      const again = await signUp(test.tables, person(uid, 'identity-of-leaver'))
      expect(again).toMatchObject({ created: true, granted: 0, user: { token: 0 } })
      expect(await sum(uid)).toBe(0)
    }
  })

  it('writes the rest of the balance off in the ledger, and keeps the ledger', async () => {
    await signUp(test.tables, person('rich'))
    await leaveService(test.tables, 'rich', AT)
    expect(await test.movements('rich')).toMatchObject([
      { movement: `leave#${AT}`, amount: -200, balance: 0 },
      { movement: 'signup', amount: 200 },
    ])
  })

  it('is refused while a submission is under way', async () => {
    const { uid } = await newPerson(test.tables)
    const entry = await heldEntry(test.tables, uid)
    await expect(leaveService(test.tables, uid, AT)).rejects.toMatchObject({ code: 'STILL_OPEN' })
    await refund(test.tables, entry, { failure: 'ABORTED', at: AT })
    await leaveService(test.tables, uid, AT)
    expect(await readUser(test.tables, uid)).toBeUndefined()
  })

  it('twice changes nothing the second time', async () => {
    const { uid } = await newPerson(test.tables)
    await leaveService(test.tables, uid, AT)
    await leaveService(test.tables, uid, iso(NOW + 1))
    expect(await test.movements(uid)).toHaveLength(2)
  })
})

describe('a user', () => {
  it('who is suspended may read but not act, and is told why', async () => {
    const { uid } = await newPerson(test.tables)
    await setSuspended(test.tables, uid, '약관 위반')
    await expect(requireUser(test.tables, uid)).rejects.toMatchObject({ code: 'SUSPENDED' })
    await expect(requireUser(test.tables, uid)).rejects.toThrow('약관 위반')
    expect(await requireAccount(test.tables, uid)).toMatchObject({ uid, suspended: '약관 위반' })
  })

  it('who does not exist is not created by setting a field', async () => {
    expect(await setEmail(test.tables, 'ghost', 'a@example.com')).toBe(false)
    expect(await setSuspended(test.tables, 'ghost', 'x')).toBe(false)
    await expect(requireAccount(test.tables, 'ghost')).rejects.toMatchObject({ code: 'NO_USER' })
  })
})
