import { describe, expect, it } from 'vitest'
import type { Movement } from '../../../lambdas/contract/movement.ts'
import { buildStatement, monthsUntil } from '../../../web/account/statement-lines.ts'

const row = (movement: string, amount: number, won?: number): Movement => {
  return { uid: 'user-1', movement, amount, balance: 0, at: '2026-03-14T05:09:26.000Z', won }
}

describe('a statement', () => {
  it('sums up payments and refunds in won with their tax, and the tokens that were used', () => {
    const statement = buildStatement([
      row('reversal#b#t', 0, -5_000),
      row('refund#2', 10),
      row('hold#2', -10),
      row('settle#1', 3),
      row('hold#1', -187),
      row('purchase#b', 100, 5_000),
      row('purchase#a', 430, 20_000),
      row('signup', 200),
    ])
    expect(statement).toMatchObject({ paid: 25_000, refunded: 5_000, vat: 1_818 + 455 - 455, used: 184 })
    expect(statement.lines.map(({ movement, amount, won }) => [movement, amount, won])).toEqual([
      ['signup', 200, undefined],
      ['purchase#a', 430, 20_000],
      ['purchase#b', 100, 5_000],
      ['hold#1', -184, undefined],
      ['hold#2', -10, undefined],
      ['refund#2', 10, undefined],
      ['reversal#b#t', 0, -5_000],
    ])
  })

  it('of a month without movements is empty', () => {
    expect(buildStatement([])).toEqual({ lines: [], paid: 0, refunded: 0, vat: 0, used: 0 })
  })

  it('is offered for each of the last months, also across a new year', () => {
    expect(monthsUntil('202602', 4)).toEqual(['202602', '202601', '202512', '202511'])
  })
})
