import { expect } from 'vitest'
import type { Movement } from '../../../lambdas/contract/movement.ts'
import type { Order } from '../../../lambdas/contract/order.ts'
import { order } from '../../../lambdas/contract/order.ts'
import { tokensOfAmount } from '../../../lambdas/records/ledger/index.ts'
import { readUser } from '../../../lambdas/records/users.ts'
import type { OpenDeps } from '../../payment/open-deps.ts'

const sum = (movements: Movement[]): number => movements.reduce((total, { amount }) => total + amount, 0)

/** Movements of one kind, keyed by their entry's key or their order's id. */
function byCause(movements: Movement[], kind: string): Map<string, Movement[]> {
  const found = new Map<string, Movement[]>()
  for (const each of movements) {
    const [name, cause = ''] = each.movement.split('#')
    if (name === kind) found.set(cause, [...(found.get(cause) ?? []), each])
  }
  return found
}

/** Every invariant of the ledger that must hold for a user at any moment. */
export async function expectPromises(open: OpenDeps, uid: string): Promise<void> {
  const movements = await open.test.movements(uid)
  const token = await open.token(uid)
  expect(token).toBe(sum(movements))
  expect(token).toBeGreaterThanOrEqual(0)
  expect(movements.filter(({ balance }) => balance < 0)).toEqual([])

  const [holds, settles, refunds] = ['hold', 'settle', 'refund'].map(kind => byCause(movements, kind))
  for (const kind of [holds, settles, refunds]) for (const same of kind?.values() ?? []) expect(same).toHaveLength(1)
  for (const [key, refund] of refunds ?? [])
    expect(sum([...refund, ...(holds?.get(key) ?? []), ...(settles?.get(key) ?? [])])).toBe(0)

  const purchases = byCause(movements, 'purchase')
  const reversals = byCause(movements, 'reversal')
  const recoveries = byCause(movements, 'recovery')
  const rows = (await open.test.rows('payments')).map(row => order.parse(row)).filter(row => row.uid === uid)
  for (const row of rows)
    expectOrderPromises(row, purchases.get(row.order_id), [
      ...(reversals.get(row.order_id) ?? []),
      ...(recoveries.get(row.order_id) ?? []),
    ])
  const owed = rows.flatMap(row => (row.unrecovered_tokens ? [[row.order_id, row.unrecovered_tokens] as const] : []))
  expect((await readUser(open.test.tables, uid))?.owed).toEqual(Object.fromEntries(owed))
  for (const id of [...purchases.keys(), ...reversals.keys()]) expect(rows.map(row => row.order_id)).toContain(id)
}

function expectOrderPromises(row: Order, purchases: Movement[] = [], reversals: Movement[] = []): void {
  const isCredited = row.paid_at !== undefined
  expect(purchases.map(({ amount }) => amount)).toEqual(isCredited ? [row.tokens] : [])
  expect(isCredited).toBe(row.status === 'paid' || (row.status === 'canceled' && isCredited))
  const due = isCredited ? tokensOfAmount(row, row.canceled_amount ?? 0) : 0
  expect(-sum(reversals) + (row.unrecovered_tokens ?? 0)).toBe(due)
}

/** After all webhooks and reconciliations, each order matches Toss's record, and every payment at Toss is credited. */
export async function expectAgreement(open: OpenDeps, uid: string): Promise<void> {
  const rows = (await open.test.rows('payments')).map(row => order.parse(row)).filter(row => row.uid === uid)
  for (const row of rows) {
    const { body } = await open.toss.api(`/v1/payments/orders/${row.order_id}`)
    const isPaid = body.status === 'DONE' || body.status === 'PARTIAL_CANCELED'
    expect([row.order_id, row.status === 'paid', body.status]).toEqual([row.order_id, isPaid, body.status])
    if (row.paid_at !== undefined) expect(row.canceled_amount ?? 0).toBe(row.amount - Number(body.balanceAmount))
  }
}
