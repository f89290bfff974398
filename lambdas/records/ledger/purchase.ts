import type { Posting } from '../../contract/movement.ts'
import type { Order } from '../../contract/order.ts'
import { type LogEntry, logRow } from '../activity-log.ts'
import { owe } from '../outbox.ts'
import { changedOrder, type OrderChange, orderWrite, requireOrder } from '../payments.ts'
import type { Tables } from '../tables.ts'
import { bookEvenIfGone, readMovement } from './balance.ts'

/** Name of a package on receipts, in the ledger and at Toss. */
export const orderName = ({ tokens }: Pick<Order, 'tokens'>): string => `토큰 ${tokens.toLocaleString('ko-KR')}개`

/** True once the order's tokens were credited, even if a cancellation took them back. */
export const isCredited = ({ paid_at }: Pick<Order, 'paid_at'>): boolean => paid_at !== undefined

/** Name of the movement of a cancellation; `transactionKey` is Toss's key for it. */
export const reversalName = (orderId: string, transactionKey: string): string => `reversal#${orderId}#${transactionKey}`

/** Tokens equivalent to `won` of a cancelled order, rounded down; a full cancellation takes all. */
export function tokensOfAmount({ tokens, amount }: Pick<Order, 'tokens' | 'amount'>, canceled: number): number {
  return Math.floor((tokens * canceled) / amount)
}

/** Tokens moved by one step of an order. */
export type OrderMove =
  | { kind: 'purchase' }
  /** One cancellation at Toss: `amount` in won; `unrecovered` tokens were due but already spent. */
  | { kind: 'reversal'; transactionKey: string; amount: number; taken: number; unrecovered: number }

/** One step of an order: the change of its row, the token moves in order, and the kinds of email that it owes. */
export interface OrderStep {
  change: OrderChange
  moves: OrderMove[]
  emails: string[]
}

/** Everything that decides a step of an order, as last written. */
export interface OrderState {
  order: Order
  /** The buyer's tokens; `undefined` if the user was deleted. */
  balance: number | undefined
  /** Toss's keys of the cancellations already booked. */
  reversed: ReadonlySet<string>
}

/**
 * The one place that writes a decision about an order: order, balance, movements and log rows change together, and only
 * while everything that `decide` saw still holds; otherwise `decide` runs again. Returns the order after the decision.
 * @param cancels Toss's keys of the cancellations that `decide` may ask about.
 * @param at ISO time.
 * @throws ApiError NO_ORDER.
 */
export async function bookOrder<Decision extends { step?: OrderStep }>(
  tables: Tables,
  { order_id, uid }: Pick<Order, 'order_id' | 'uid'>,
  { at, cancels }: { at: string; cancels: string[] },
  decide: (state: OrderState) => Decision,
): Promise<{ order: Order; decision: Decision }> {
  const { result } = await bookEvenIfGone<{ order: Order; decision: Decision }>(tables, uid, async user => {
    const order = await requireOrder(tables, order_id)
    const decision = decide({ order, balance: user?.token, reversed: await bookedCancels(tables, order, cancels) })
    const { step } = decision
    if (!step) return { kind: 'unchanged', result: { order, decision } }
    const after = changedOrder(order, step.change, at)
    const unrecovered = step.moves.reduce((sum, move) => sum + (move.kind === 'reversal' ? move.unrecovered : 0), 0)
    return {
      kind: 'write',
      at,
      ...(unrecovered > 0 && { owes: { [order_id]: unrecovered } }),
      movements: step.moves.map(move => buildPosting(order, move)),
      writes: [
        orderWrite(tables, order, after),
        ...logEntries(order, step.moves, user?.token ?? 0, at).map(row => logRow(tables, row)),
        ...step.emails.map(kind => owe(tables, { about: 'order', uid, orderId: order_id, kind }, at)),
      ],
      result: { order: after, decision },
    }
  })
  return result
}

async function bookedCancels(tables: Tables, order: Order, keys: string[]): Promise<ReadonlySet<string>> {
  if (!isCredited(order)) return new Set()
  const rows = await Promise.all(keys.map(key => readMovement(tables, order.uid, reversalName(order.order_id, key))))
  return new Set(keys.filter((_, index) => rows[index] !== undefined))
}

function buildPosting(order: Order, move: OrderMove): Posting {
  const { order_id, tokens } = order
  return move.kind === 'purchase'
    ? { movement: `purchase#${order_id}`, amount: tokens, note: orderName(order), won: order.amount }
    : {
        movement: reversalName(order_id, move.transactionKey),
        amount: 0 - move.taken,
        note: `${orderName(order)} 결제 취소`,
        won: 0 - move.amount,
      }
}

/** Builds a row of the activity log for each move, with the balance before and after it. */
function logEntries(order: Order, moves: OrderMove[], balance: number, at: string): LogEntry[] {
  const { uid, order_id: orderId } = order
  let before = balance
  return moves.map(move => {
    const { kind, ...figures } = move
    const after = before + buildPosting(order, move).amount
    const details = kind === 'purchase' ? { package: order.package, amount: order.amount } : figures
    const entry = { uid, action: kind, details: { orderId, ...details }, before, after, at }
    before = after
    return entry
  })
}
