import { createHmac, randomInt, randomUUID } from 'node:crypto'
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'
import { type EmailDeps, emailDepsFromEnvironment } from '../email/email-deps.ts'
import { type BaseDeps, baseDeps } from '../records/base-deps.ts'
import { normalizeMailbox } from '../records/identities.ts'
import { readEnvironment } from '../runtime/environment.ts'
import { secretReaderFromEnvironment, splitKeys } from '../runtime/secrets.ts'
import { createUserPool, type UserPool } from './user-pool.ts'

/** Dependencies of the account routes. */
export interface AccountDeps extends BaseDeps, EmailDeps {
  userPool: UserPool
  /** Key of the hashes of identities and email codes, or two keys on separate lines during a rotation. */
  identitySecret: () => Promise<string>
  /** A UUID. */
  randomId: () => string
  /** Six digits. */
  randomCode: () => string
}

/** HMAC-SHA256 of the parts, JSON-encoded so that they cannot run together. An identity's hash outlives its account. */
export async function keyedHash(deps: AccountDeps, ...parts: string[]): Promise<string> {
  const { current } = splitKeys(await deps.identitySecret())
  return computeHash(current, parts)
}

/** The same hash under the former key, or `undefined` unless the key is being rotated. */
export async function formerHash(deps: AccountDeps, ...parts: string[]): Promise<string | undefined> {
  const { former } = splitKeys(await deps.identitySecret())
  return former === undefined ? undefined : computeHash(former, parts)
}

function computeHash(key: string, parts: string[]): string {
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url')
}

/** The parts that are hashed for an email address: its mailbox, not its spelling. */
export function mailboxParts(email: string): string[] {
  return ['mailbox', normalizeMailbox(email)]
}

export function accountDepsFromEnvironment(): AccountDeps {
  const environment = readEnvironment('SIGN_IN_URL', 'USER_POOL_ID', 'IDENTITY_SECRET')
  const readSecret = secretReaderFromEnvironment()
  return {
    ...emailDepsFromEnvironment(),
    ...baseDeps(),
    userPool: createUserPool({
      cognito: new CognitoIdentityProviderClient(),
      userPoolId: environment.USER_POOL_ID,
      signInUrl: environment.SIGN_IN_URL,
      fetch,
    }),
    identitySecret: () => readSecret(environment.IDENTITY_SECRET),
    randomId: randomUUID,
    randomCode: () => String(randomInt(1_000_000)).padStart(6, '0'),
  }
}
