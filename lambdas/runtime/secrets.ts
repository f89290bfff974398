import { GetSecretValueCommand, type SecretsManagerClient } from '@aws-sdk/client-secrets-manager'

const KEPT_MS = 5 * 60 * 1000

/**
 * Reads secrets at run time and caches each for five minutes, so that a rotated key takes effect without a deployment.
 * Values are trimmed, because a file or a pasted value often ends with a line feed.
 */
export function secretReader(client: SecretsManagerClient, now: () => number): (name: string) => Promise<string> {
  const kept = new Map<string, { value: string; until: number }>()
  return async name => {
    const known = kept.get(name)
    if (known && known.until > now()) return known.value
    const { SecretString = '' } = await client.send(new GetSecretValueCommand({ SecretId: name }))
    const value = SecretString.trim()
    if (value === '') throw new Error(`the secret ${name} is empty`)
    kept.set(name, { value, until: now() + KEPT_MS })
    return value
  }
}

/** The keys of a secret under rotation: one per line, the current one first, then the former one, if any. */
export function splitKeys(secret: string): { current: string; former: string | undefined } {
  const [current = '', former] = secret.trim().split(/\s+/)
  return { current, former }
}
