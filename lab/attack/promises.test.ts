import { describe, expect, it } from 'vitest'
import { archiveEntry } from '../../lambdas/contract/archive-entry.ts'
import { order } from '../../lambdas/contract/order.ts'
import { setUpTables } from '../../test/support/tables.ts'
import { AT, heldEntry, newUser } from '../../test/support/users.ts'
import { brokenEnds, brokenSums, countEmails, type Holdings, holdingsOf } from './harness/promises.ts'

const { tables } = await setUpTables()
const { uid, email = '' } = await newUser(tables)
const { key } = await heldEntry(tables, uid, { durationSeconds: 18 })
const held = await holdingsOf(tables, [])
const failed = archiveEntry.parse({ ...held.entries[0], status: 'failed', used_token: 0, failure: 'INTERNAL' })
const ready = {
  order_id: '20260314140926-planted',
  uid,
  package: 'tokens-20',
  tokens: 20,
  amount: 2000,
  status: 'ready',
}
/** A video that failed and was refunded, and whose emails were sent. */
const SOUND: Holdings = {
  ...held,
  users: held.users.map(user => ({ ...user, token: 200, open_submissions: 0, running: 0 })),
  movements: [...held.movements, { uid, movement: `refund#${key}`, amount: 3, balance: 200, at: AT }],
  entries: [failed],
  orders: [order.parse({ ...ready, created_at: AT })],
  outbox: [],
  emails: ['반가워요, 토큰 200개를 넣어 드렸어요', '자막을 만들지 못했어요: talk.mp4'].map(subject => {
    return { to: [email], subject, text: '' }
  }),
}
const foundIn = (changes: Partial<Holdings>): string[] => {
  const holdings = { ...SOUND, ...changes }
  return [...brokenSums(holdings), ...brokenEnds(holdings), ...countEmails(holdings).lost]
}

describe('the promises that the harness checks', () => {
  it('hold for a video that failed, was refunded and was reported', () => {
    expect(foundIn({})).toEqual([])
  })

  it.each<[string, Partial<Holdings>, RegExp[]]>([
    [
      'a refund of nothing',
      { movements: SOUND.movements.map(one => (one.amount === 3 ? { ...one, amount: 0 } : one)) },
      [/^balance 200 .* not the sum 197/, /was refunded and still cost 3$/, /records 0 tokens and moved 3$/],
    ],
    ['an email that was never sent', { emails: SOUND.emails.slice(0, 1) }, [new RegExp(`^failed of ${key}$`)]],
    [
      'a payment without its credit',
      { orders: SOUND.orders.map(one => ({ ...one, paid_at: AT })) },
      [/^order .* is credited wrongly$/, /^paid of /],
    ],
  ])('are broken by %s', (_fault, changes, found) => {
    expect(foundIn(changes)).toEqual(found.map(pattern => expect.stringMatching(pattern)))
  })
})
