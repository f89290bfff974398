import { describe, expect, it } from 'vitest'
import type { Movement } from '../../../lambdas/contract/movement.ts'
import { recommend } from '../../../web/payment/recommended.ts'

const NOW = Date.parse('2026-03-31T00:00:00.000Z')
const DAY_MS = 86_400_000

/** A movement `days` before now. */
const moved = (movement: string, amount: number, days: number): Movement => ({
  uid: 'user-1',
  movement,
  amount,
  balance: 0,
  at: new Date(NOW - days * DAY_MS).toISOString(),
})

describe('the recommended package', () => {
  it('is the smallest with a bonus for a user without videos', () => {
    const signup = moved('signup', 200, 1)
    expect(recommend([signup, moved('purchase#order-1', 20, 1)], false, 0, NOW)).toEqual({
      id: 'tokens-210',
      monthly: 0,
    })
  })

  it('lasts for a month at the pace of the last 30 days', () => {
    const newest = [moved('hold#2', -300, 2), moved('settle#1', 20, 8), moved('hold#1', -120, 8)]
    expect(recommend(newest, false, 0, NOW)).toEqual({ id: 'tokens-430', monthly: 400 })
  })

  it('leaves out refunded and old videos', () => {
    const newest = [moved('refund#2', 300, 2), moved('hold#2', -300, 2), moved('hold#1', -90, 31)]
    expect(recommend(newest, false, 0, NOW)).toEqual({ id: 'tokens-210', monthly: 0 })
  })

  it('is estimated from the days covered if there are older movements', () => {
    const newest = [moved('hold#3', -100, 1), moved('hold#2', -100, 3), moved('hold#1', -100, 5)]
    expect(recommend(newest, true, 0, NOW)).toEqual({ id: 'tokens-2500', monthly: 1800 })
  })

  it('is none while the balance lasts for a month', () => {
    const newest = [moved('hold#1', -30, 2)]
    expect(recommend(newest, false, 30, NOW)).toBeUndefined()
    expect(recommend(newest, false, 29, NOW)).toEqual({ id: 'tokens-100', monthly: 30 })
  })

  it('is the largest if none suffices', () => {
    expect(recommend([moved('hold#1', -9000, 1)], false, 0, NOW)).toEqual({ id: 'tokens-2500', monthly: 9000 })
  })
})
