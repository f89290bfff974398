import * as z from 'zod'
import { lazyObject } from './lazy.ts'

/** A change of a balance: `movement` names its cause and exists once for each user. */
export const movement = lazyObject(() => ({
  uid: z.string(),
  /**
   * `signup`, `hold#{key}`, `settle#{key}`, `refund#{key}`, `purchase#{orderId}`, `reversal#{orderId}...`,
   * `recovery#{orderId}#{cause}`, `grant#{id}`.
   */
  movement: z.string(),
  /** Tokens, signed: a hold is negative, a refund positive. */
  amount: z.int(),
  /** The balance after it. */
  balance: z.int(),
  /** ISO time. */
  at: z.string(),
  /** Title of the entry, name of the package, or the operator's reason. */
  note: z.string().optional(),
  /** Won paid (positive) or refunded (negative), VAT included; only for purchases and reversals. */
  won: z.int().optional(),
}))

export type Movement = z.infer<typeof movement>

/** A change of a balance, to be booked as a movement. */
export interface Posting {
  /** Name of the movement; unique per user, so that each cause has one effect. */
  movement: string
  /** Tokens, signed; 0 records that the cause was handled. */
  amount: number
  /** Title of the entry, name of the package, or the operator's reason. */
  note?: string
  won?: number
  /** True for tokens returned to the user. They first pay off debts of cancelled payments. */
  comesBack?: true
}
