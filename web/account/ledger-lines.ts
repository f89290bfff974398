import type { Movement } from '../../lambdas/contract/movement.ts'

/**
 * Builds the lines of the token history, newest first: merges the hold and the settlement of a video into one line with
 * their sum, and omits lines that move no tokens. The balances count back from the newest one, because those of merged
 * movements would not add up while several videos are in progress.
 */
export function ledgerLines(movements: readonly Movement[]): Movement[] {
  const holds = new Map(movements.filter(({ movement }) => kind(movement) === 'hold').map(one => [cause(one), one]))
  const settled = new Set(movements.filter(one => kind(one.movement) === 'settle' && holds.has(cause(one))).map(cause))
  let balance = movements[0]?.balance ?? 0
  return movements
    .filter(one => kind(one.movement) !== 'hold' || !settled.has(cause(one)))
    .map(one => withHold(one, kind(one.movement) === 'settle' ? holds.get(cause(one)) : undefined))
    .filter(({ amount }) => amount !== 0)
    .map(line => {
      const after = balance
      balance -= line.amount
      return { ...line, balance: after }
    })
}

function withHold(settlement: Movement, hold: Movement | undefined): Movement {
  if (!hold) return settlement
  return { ...settlement, movement: hold.movement, amount: hold.amount + settlement.amount }
}

const kind = (movement: string): string => movement.split('#')[0] ?? ''

/** The part of the id after the kind: the key of the video. */
const cause = ({ movement }: Movement): string => movement.slice(kind(movement).length + 1)
