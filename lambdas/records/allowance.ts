import { ApiError } from '../contract/errors.ts'
import type { Tables } from './tables.ts'
import { update, write } from './transaction.ts'

/** How often a person may do something that costs us or others: `limit` times in each window of `seconds`. */
export interface Allowance {
  name: 'mail-code' | 'inquiry' | 'youtube-quote' | 'order'
  limit: number
  seconds: number
}

/**
 * Counts one use; `at` is an ISO time.
 * @throws ApiError TOO_MANY_REQUESTS where the window's uses are spent.
 */
export async function spendAllowance(tables: Tables, uid: string, allowance: Allowance, at: string): Promise<void> {
  const window = Math.floor(Date.parse(at) / 1000 / allowance.seconds)
  const key = { uid: `allowance#${allowance.name}#${uid}#${window}` }
  const change = { add: { uses: 1 }, set: { expires_at: (window + 1) * allowance.seconds } }
  const counted = await write(tables, update(tables.users, key, change, { belowOrAbsent: { uses: allowance.limit } }))
  if (!counted) throw new ApiError('TOO_MANY_REQUESTS')
}
