import { GetSecretValueCommand, type SecretsManagerClient } from '@aws-sdk/client-secrets-manager'

const KEPT_MS = 5 * 60 * 1000

/** Reads secrets at run time and keeps each for five minutes, so that a rotated key is taken up without a deployment. */
export function secretReader(client: SecretsManagerClient, now: () => number): (name: string) => Promise<string> {
  const kept = new Map<string, { value: string; until: number }>()
  return async name => {
    const known = kept.get(name)
    if (known && known.until > now()) return known.value
    const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: name }))
    if (!SecretString) throw new Error(`the secret ${name} is empty`)
    kept.set(name, { value: SecretString, until: now() + KEPT_MS })
    return SecretString
  }
}
