import * as z from 'zod'

/** Proof key for code exchange (RFC 7636): the verifier stays here, its SHA-256 goes with the request. */
export async function createProof(): Promise<{ verifier: string; challenge: string; state: string }> {
  const verifier = randomText(48)
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return { verifier, challenge: base64Url(new Uint8Array(digest)), state: randomText(24) }
}

function randomText(length: number): string {
  return base64Url(crypto.getRandomValues(new Uint8Array(length)))
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

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
