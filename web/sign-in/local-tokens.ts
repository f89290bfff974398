import * as z from 'zod'

const KEY = 'jamak.local-tokens'

const storedTokens = z.object({
  accessToken: z.string(),
  refreshToken: z.string().optional(),
  /** Epoch ms. */
  expiresAt: z.number(),
})
export type StoredTokens = z.infer<typeof storedTokens>

/** Answer of the token endpoint (RFC 6749, 5.1). */
export const tokenAnswer = z.object({
  access_token: z.string(),
  refresh_token: z.string().optional(),
  expires_in: z.number(),
})

export function readTokens(): StoredTokens | undefined {
  const text = localStorage.getItem(KEY)
  return text === null ? undefined : storedTokens.safeParse(JSON.parse(text)).data
}

export function writeTokens(tokens: StoredTokens): void {
  localStorage.setItem(KEY, JSON.stringify(tokens))
}

export function forgetTokens(): void {
  localStorage.removeItem(KEY)
}
