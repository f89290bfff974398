import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { openUsers } from '../../src/cognito/users.ts'

it('a deleted account that signs in again is a new user of the pool with the same social account', () => {
  const users = openUsers(new DatabaseSync(':memory:'), () => 0)
  for (const account of [
    { provider: 'Google', name: 'Mina', email: 'mina@example.com' },
    { provider: 'Kakao', name: 'Jun' },
  ]) {
    const first = users.signIn(account)
    users.remove(first.sub)
    expect(users.find(first.sub)).toBeUndefined()
    const second = users.signIn(account)
    expect(second.sub).not.toBe(first.sub)
    expect(second.subject).toBe(first.subject)
  }
  expect(users.signIn({ provider: 'Kakao', name: 'Sora' }).subject).not.toBe(users.list()[1]?.subject)
})
