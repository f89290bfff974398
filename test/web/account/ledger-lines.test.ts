import { describe, expect, it } from 'vitest'
import type { Movement } from '../../../lambdas/contract/movement.ts'
import { ledgerLines } from '../../../web/account/ledger-lines.ts'

const row = (movement: string, amount: number, balance = 0): Movement => {
  return { uid: 'user-1', movement, amount, balance, at: '2026-03-14T05:09:26.000Z' }
}
const lines = (...movements: Movement[]) =>
  ledgerLines(movements).map(({ movement, amount }) => `${movement} ${amount}`)

describe('the lines of the token history', () => {
  it('show a hold and its settlement as one line', () => {
    const [line] = ledgerLines([row('settle#1', 3, 16), row('hold#1', -187, 13)])
    expect(line).toMatchObject({ movement: 'hold#1', amount: -184, balance: 16 })
  })

  it('keep the lines of other videos separate and in order', () => {
    expect(lines(row('hold#2', -5), row('settle#1', -1), row('purchase#9', 20), row('hold#1', -4))).toEqual([
      'hold#2 -5',
      'hold#1 -5',
      'purchase#9 20',
    ])
  })

  it('have balances that add up: each is the balance before it plus the tokens of its line', () => {
    const newestFirst = [
      row('settle#2', 1, 194),
      row('settle#1', 0, 193),
      row('hold#2', -4, 193),
      row('hold#1', -3, 197),
      row('signup', 200, 200),
    ]
    expect(ledgerLines(newestFirst).map(({ amount, balance }) => [amount, balance])).toEqual([
      [-3, 194],
      [-3, 197],
      [200, 200],
    ])
  })

  it('omit movements without tokens', () => {
    expect(lines(row('settle#1', 0), row('hold#1', 0), row('refund#2', 0), row('signup', 200))).toEqual(['signup 200'])
  })

  it('show a settlement alone if its hold is on a page that is not loaded', () => {
    expect(lines(row('settle#1', 3))).toEqual(['settle#1 3'])
  })

  it('show a refund separately from the hold that it returns', () => {
    expect(lines(row('refund#1', 10), row('hold#1', -10))).toEqual(['refund#1 10', 'hold#1 -10'])
  })
})
