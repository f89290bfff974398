/**
 * The ledger: every change of a balance is one transaction of movement, balance and what caused it.
 * A movement exists once a user, so a cause that comes twice has one effect; a balance is the sum of its movements and
 * never negative. Only the files `ledger-*.ts` write `token`.
 */
export { grant, leaveService, signUp } from './ledger-account.ts'
export { type Answer, type Booking, book, movements, readMovement } from './ledger-balance.ts'
export { deliver, refund } from './ledger-close.ts'
export { findHeld, hold, type Submission } from './ledger-hold.ts'
export { forgetTitles } from './ledger-notes.ts'
export { settle } from './ledger-settle.ts'
