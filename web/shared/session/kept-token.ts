/** Key of `localStorage` under which the session of the local cloud keeps its tokens. */
export const LOCAL_TOKENS_KEY = 'jamak.local-tokens'

const KEY = 'jamak.access-token'
const LEAST_LEFT_MS = 60_000

/** Keeps the access token where the script that prefetches finds it before the sign-in library has loaded. */
export function keepToken(token: string, expiresAt: number): void {
  localStorage.setItem(KEY, `${expiresAt} ${token}`)
}

export function forgetToken(): void {
  localStorage.removeItem(KEY)
}

/** The kept access token, unless it expires within a minute: renewing it is the sign-in library's work. */
export function readKeptToken(now: number): string | undefined {
  const [expiresAt, token] = localStorage.getItem(KEY)?.split(' ') ?? []
  return Number(expiresAt) - LEAST_LEFT_MS > now ? token : undefined
}
