import * as z from 'zod'
import { lazy, lazyObject } from './lazy.ts'
import { webhookDelivery, webhookUrl } from './webhook.ts'

/** Maximum keys of one user. */
export const MOST_KEYS = 10

/**
 * What a key may do. `quote`: ask for prices; `submit`: spend tokens, upload, cancel and delete submissions; `read`:
 * read submissions and their subtitles. No scope reaches the account, payments or keys.
 */
export const keyScope = z.enum(['quote', 'submit', 'read'])
export type KeyScope = z.infer<typeof keyScope>

const tokens = z.int().min(0).max(1_000_000)

export const newKey = lazyObject(() => ({
  name: z.string().trim().min(1).max(60),
  scopes: z.array(keyScope).min(1).max(keyScope.options.length),
  /** Tokens that the key may spend in a calendar month of Korea; absent if only the balance limits it. */
  monthlyTokens: tokens.optional(),
  /** Days after which the key expires; absent for never. */
  days: z.int().min(1).max(3650).optional(),
  /** Address to notify when a submission of the key ends. */
  webhookUrl: webhookUrl.optional(),
}))

/** A key as its owner sees it. The key itself is shown once, when it is created. */
export const apiKeyView = lazyObject(() => ({
  /** SHA-256 of the key, in hex. */
  id: z.string(),
  name: z.string(),
  scopes: z.array(keyScope),
  monthlyTokens: tokens.optional(),
  webhookUrl: z.string().optional(),
  /** Tokens held and spent with the key this month. */
  spentTokens: z.int(),
  /** ISO times. */
  createdAt: z.string(),
  expiresAt: z.string().optional(),
  /** Rounded to the minute. */
  usedAt: z.string().optional(),
}))
/** A notice to a key's webhook, identified by its submission. */
export const deliveryView = lazy(() => webhookDelivery.extend({ id: z.string(), name: z.string() }))
export type DeliveryView = z.infer<typeof deliveryView>

export type ApiKeyView = z.infer<typeof apiKeyView>
