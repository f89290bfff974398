import type { Movement } from '../../lambdas/contract/movement.ts'

/**
 * Builds the lines of the token history, newest first: merges the hold and the settlement of a video into one line with
 * their sum, and omits lines that move no tokens. The balances count back from the newest one, because those of merged
 * movements would not add up while several videos are in progress.
 */
export function ledgerLines(movements: readonly Movement[]): Movement[] {
  let balance = movements[0]?.balance ?? 0
  return mergeHolds(movements)
    .filter(({ amount }) => amount !== 0)
    .map(line => {
      const after = balance
      balance -= line.amount
      return { ...line, balance: after }
    })
}

/** Merges the hold and the settlement of each video into one line, which takes the place of the settlement. */
export function mergeHolds(movements: readonly Movement[]): Movement[] {
  const holds = new Map(movements.filter(one => kindOfMovement(one) === 'hold').map(one => [cause(one), one]))
  const isSettlement = (one: Movement) => kindOfMovement(one) === 'settle' && holds.has(cause(one))
  const settled = new Set(movements.filter(isSettlement).map(cause))
  return movements
    .filter(one => kindOfMovement(one) !== 'hold' || !settled.has(cause(one)))
    .map(one => withHold(one, isSettlement(one) ? holds.get(cause(one)) : undefined))
}

function withHold(settlement: Movement, hold: Movement | undefined): Movement {
  if (!hold) return settlement
  return { ...settlement, movement: hold.movement, amount: hold.amount + settlement.amount }
}

/** The part of a movement's name before the first `#`. */
export const kindOfMovement = ({ movement }: Movement): string => movement.split('#')[0] ?? ''

/** The part of the id after the kind: the key of the video. */
const cause = (one: Movement): string => one.movement.slice(kindOfMovement(one).length + 1)
