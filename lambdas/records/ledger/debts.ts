import type { Posting } from '../../contract/movement.ts'
import { logRow } from '../activity-log.ts'
import type { Change, Condition } from '../expression.ts'
import { owe } from '../outbox.ts'
import { changedOrder, orderWrite, readOrder } from '../payments.ts'
import type { Tables } from '../tables.ts'
import type { Write } from '../transaction.ts'
import type { User } from '../users.ts'

/** Name of the movement that recovers tokens of a cancelled order; `cause` is the movement that credited them. */
export const recoveryName = (orderId: string, cause: string): string => `recovery#${orderId}#${cause}`

/** Debts paid off by one transaction, oldest first: DynamoDB allows 100 rows, and each debt needs four. */
const DEBTS_AT_ONCE = 20

interface PaidOff {
  /** The postings, each followed by what is taken from it. */
  movements: Posting[]
  owed: User['owed']
  writes: Write[]
}

/**
 * Recovers tokens of cancelled payments that were spent or held at the time, from tokens that come back to the user.
 * The order, its debt and the balance change in one transaction; an email to the operator is owed.
 */
export async function payOffDebts(
  tables: Tables,
  user: User,
  { movements, at }: { movements: Posting[]; at: string },
): Promise<PaidOff> {
  const owed = { ...user.owed }
  const paid: PaidOff = { movements: [], owed, writes: [] }
  let balance = user.token
  for (const posting of movements) {
    paid.movements.push(posting)
    balance += posting.amount
    let left = posting.comesBack ? posting.amount : 0
    for (const orderId of Object.keys(user.owed).sort().slice(0, DEBTS_AT_ONCE)) {
      const debt = owed[orderId] ?? 0
      const taken = Math.min(left, debt)
      const order = taken > 0 ? await readOrder(tables, orderId) : undefined
      if (!order) continue
      left -= taken
      if (debt > taken) owed[orderId] = debt - taken
      else delete owed[orderId]
      const after = changedOrder(order, { unrecovered_tokens: (order.unrecovered_tokens ?? 0) - taken }, at)
      paid.movements.push({
        movement: recoveryName(orderId, posting.movement),
        amount: -taken,
        note: '취소한 결제의 토큰',
      })
      const details = { orderId, cause: posting.movement, taken, unrecovered: after.unrecovered_tokens }
      const { uid } = user
      paid.writes.push(
        orderWrite(tables, order, after),
        owe(tables, { about: 'order', uid, orderId, kind: `recovered#${posting.movement}` }, at),
        logRow(tables, { uid, action: 'recovery', details, before: balance, after: balance - taken, at }),
      )
      balance -= taken
    }
  }
  return paid
}

/**
 * Builds the change of the user's debts. A version guards them, so that no writer overwrites what another one added.
 */
export function debtWrite(user: User, owed: User['owed']): { change: Change; when: Condition } {
  const { owed_version: version } = user
  const isChanged = JSON.stringify(owed) !== JSON.stringify(user.owed)
  return {
    change: isChanged ? { set: { owed, owed_version: (version ?? 0) + 1 } } : {},
    when: version === undefined ? { absent: ['owed_version'] } : { equals: { owed_version: version } },
  }
}
