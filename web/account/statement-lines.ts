import type { Movement } from '../../lambdas/contract/movement.ts'
import { vatOf } from '../../lambdas/contract/tax-document.ts'
import { kindOfMovement, mergeHolds } from './ledger-lines.ts'

/** A user's month: what was bought, refunded and used. Amounts in won include the tax, whose sum is `vat`. */
export interface Statement {
  /** Oldest first. */
  lines: Movement[]
  paid: number
  refunded: number
  vat: number
  /** Tokens that videos and subtitles cost, minus refunds. */
  used: number
}

const USES = new Set(['hold', 'settle', 'refund'])

/** Sums up all movements of a month, newest first. */
export function buildStatement(movements: readonly Movement[]): Statement {
  const won = movements.map(one => one.won ?? 0)
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  return {
    lines: mergeHolds(movements)
      .filter(one => one.amount !== 0 || one.won !== undefined)
      .reverse(),
    paid: sum(won.filter(value => value > 0)),
    refunded: 0 - sum(won.filter(value => value < 0)),
    // Each receipt and each cancellation rounds its own tax.
    vat: sum(won.map(vatOf)),
    used: 0 - sum(movements.filter(one => USES.has(kindOfMovement(one))).map(({ amount }) => amount)),
  }
}

/** The Korean month `YYYYMM` and those before it, newest first. */
export function monthsUntil(month: string, count: number): string[] {
  const newest = Number(month.slice(0, 4)) * 12 + Number(month.slice(4)) - 1
  return Array.from({ length: count }, (_, index) => {
    const at = newest - index
    return `${Math.floor(at / 12)}${String((at % 12) + 1).padStart(2, '0')}`
  })
}
