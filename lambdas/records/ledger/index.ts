/**
 * The ledger: each change of a balance is one transaction of movement, balance and cause. A movement's name is unique
 * per user, so a repeated cause has one effect. A balance is the sum of its movements and never negative. Nothing
 * outside this folder writes `token`.
 */
export { grant, grantDueGift, leaveService, retireMovements, setEmail, signUp } from './account.ts'
export { type Booking, book, movements, readMovement, type Unchanged } from './balance.ts'
export { cancel, deliver, refund, settle } from './charge.ts'
export { boughtTokens } from './day-budget.ts'
export { recoveryName } from './debts.ts'
export { findHeld, hold, type Submission } from './hold.ts'
export {
  bookOrder,
  isCredited,
  type OrderMove,
  type OrderState,
  type OrderStep,
  orderName,
  reversalName,
  tokensOfAmount,
} from './purchase.ts'
