import * as z from 'zod'
import { LOCAL_TOKENS_KEY } from './kept-token.ts'

/**
 * Creates a proof key for the code exchange (RFC 7636): the verifier stays in the browser, its SHA-256 is sent as the
 * challenge.
 */
export async function createProofKey(): Promise<{ verifier: string; challenge: string; state: string }> {
  const verifier = randomText(48)
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return { verifier, challenge: base64Url(new Uint8Array(digest)), state: randomText(24) }
}

function randomText(byteCount: number): string {
  return base64Url(crypto.getRandomValues(new Uint8Array(byteCount)))
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

/** Response of the token endpoint (RFC 6749, section 5.1); `expires_in` in seconds. */
export const tokenAnswer = z.object({
  access_token: z.string(),
  refresh_token: z.string().optional(),
  expires_in: z.number(),
})

const storedTokens = z.object({
  accessToken: z.string(),
  refreshToken: z.string().optional(),
  /** Epoch ms. */
  expiresAt: z.number(),
})
export type StoredTokens = z.infer<typeof storedTokens>

export function readTokens(): StoredTokens | undefined {
  const text = localStorage.getItem(LOCAL_TOKENS_KEY)
  return text === null ? undefined : storedTokens.safeParse(JSON.parse(text)).data
}

export function writeTokens(tokens: StoredTokens): void {
  localStorage.setItem(LOCAL_TOKENS_KEY, JSON.stringify(tokens))
}

export function deleteTokens(): void {
  localStorage.removeItem(LOCAL_TOKENS_KEY)
}
