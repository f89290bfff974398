import type { Movement } from '../../lambdas/contract/movement.ts'
import { PACKAGES, type Package } from '../../lambdas/contract/pricing.ts'
import { DAY_MS } from '../../lambdas/contract/time.ts'

const MONTH_MS = 30 * DAY_MS

/** The smallest package with a bonus: the price per minute falls without paying for hours in advance. */
const USUAL: Package['id'] = 'tokens-210'

/** The package to recommend, and the tokens that the user's videos cost in a month, or 0 if there are none. */
export interface Recommendation {
  id: Package['id']
  monthly: number
}

/**
 * Recommends a package that lasts for a month at the user's present pace. `newest`: the newest movements; `hasMore`:
 * whether there are older ones, so that a busy month is estimated from the days that these cover. `now` in epoch
 * milliseconds. None if the `balance` lasts for a month.
 */
export function recommend(
  newest: readonly Movement[],
  hasMore: boolean,
  balance: number,
  now: number,
): Recommendation | undefined {
  const spent = newest.filter(({ movement, at }) => isOfVideo(movement) && Date.parse(at) > now - MONTH_MS)
  const tokens = -spent.reduce((sum, { amount }) => sum + amount, 0)
  const oldest = Math.min(now, ...newest.map(({ at }) => Date.parse(at)))
  const coveredMs = hasMore ? Math.min(MONTH_MS, Math.max(DAY_MS, now - oldest)) : MONTH_MS
  const monthly = Math.max(0, Math.round((tokens * MONTH_MS) / coveredMs))
  if (monthly > 0 && balance >= monthly) return undefined
  return { id: monthly > 0 ? fittingPackage(monthly) : USUAL, monthly }
}

const isOfVideo = (movement: string): boolean => /^(hold|settle|refund)#/.test(movement)

/** Smallest package with at least this many tokens, else the largest. */
export function fittingPackage(tokens: number): Package['id'] {
  return (PACKAGES.find(each => each.tokens >= tokens) ?? PACKAGES.at(-1) ?? PACKAGES[0]).id
}
