import * as z from 'zod'
import { lazyObject } from './lazy.ts'

/** Pause before each further attempt, in milliseconds: nine attempts within a day. */
export const WEBHOOK_PAUSES_MS = [1, 5, 15, 30, 60, 180, 360, 720].map(minutes => minutes * 60_000)

/** State of the notice to a key's address that one of the key's submissions has ended. */
export const webhookDelivery = lazyObject(() => ({
  status: z.enum(['owed', 'delivered', 'failed']),
  attempts: z.int(),
  /** ISO time of the last attempt. Before the first attempt, the ISO time at which the notice became due. */
  at: z.string(),
  /** Status of the last response; absent if there was none. */
  httpStatus: z.int().optional(),
}))
export type WebhookDelivery = z.infer<typeof webhookDelivery>

/**
 * An address that a key may name. Each attempt checks which addresses it resolves to (`delivery/public-address.ts`).
 */
export const webhookUrl = z
  .url({ protocol: /^https?$/ })
  .max(2048)
  .refine(text => {
    const { username, password, hash } = new URL(text)
    return username === '' && password === '' && hash === ''
  })
