import { once } from './once.ts'
import type { ReadSecret } from './secrets-client.ts'

const KEPT_MS = 5 * 60 * 1000

/**
 * Reads secrets at run time and caches each for five minutes, so that a rotated key takes effect without a deployment.
 * Values are trimmed, because a file or a pasted value often ends with a line feed.
 */
export function secretReader(fetchSecret: ReadSecret, now: () => number): ReadSecret {
  const kept = new Map<string, { value: string; until: number }>()
  return async name => {
    const known = kept.get(name)
    if (known && known.until > now()) return known.value
    const value = (await fetchSecret(name)).trim()
    if (value === '') throw new Error(`the secret ${name} is empty`)
    kept.set(name, { value, until: now() + KEPT_MS })
    return value
  }
}

/** The reader of a deployed function. It loads the client when the first secret is read. */
export function secretReaderFromEnvironment(): ReadSecret {
  const client = once(async () => (await import('./secrets-client.ts')).secretFetcher())
  return secretReader(async name => (await client())(name), Date.now)
}

/** The keys of a secret under rotation: one per line, the current one first, then the former one, if any. */
export function splitKeys(secret: string): { current: string; former: string | undefined } {
  const [current = '', former] = secret.trim().split(/\s+/)
  return { current, former }
}
