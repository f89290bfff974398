import * as z from 'zod'

/** A change of a balance: `movement` names its cause and exists once for each user. */
export const movement = z.object({
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
})

export type Movement = z.infer<typeof movement>
