import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'

/** The text of a secret, by its name. */
export type ReadSecret = (name: string) => Promise<string>

/** Fetches secrets from Secrets Manager. */
export function secretFetcher(client = new SecretsManagerClient()): ReadSecret {
  return async name => (await client.send(new GetSecretValueCommand({ SecretId: name }))).SecretString ?? ''
}
