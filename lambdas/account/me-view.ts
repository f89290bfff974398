import type { Me } from '../contract/views.ts'
import { readSwitches } from '../records/service-rows.ts'
import type { TableDeps } from '../records/table-deps.ts'
import { suspendedText, type User } from '../records/users.ts'

/**
 * The user as the page shows them, with the operator's notice if submissions are stopped or the account is suspended.
 */
export async function meView({ tables }: TableDeps, user: User): Promise<Me> {
  const { stopped } = await readSwitches(tables)
  const { uid, email, name, token, customer_key: customerKey, gift_due: giftDue, suspended } = user
  const notice = suspended === undefined ? stopped : suspendedText(suspended)
  return { uid, email, name, token, giftDue, customerKey, notice }
}
