import { createHmac, randomInt, randomUUID } from 'node:crypto'
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import type { Me } from '../contract/views.ts'
import { mailboxOf } from '../records/identities.ts'
import { readSwitches } from '../records/service-rows.ts'
import { type Tables, tablesFromEnvironment } from '../records/tables.ts'
import { suspendedText, type User } from '../records/users.ts'
import { dynamoClient, s3Client, sesClient } from '../runtime/clients.ts'
import { readEnvironment } from '../runtime/environment.ts'
import { type Mail, sendMail } from '../runtime/mail.ts'
import type { MediaBucket } from '../runtime/media-bucket.ts'
import { keysOf, secretReader } from '../runtime/secrets.ts'
import { type People, userPool } from './people.ts'

/** Dependencies of this room's routes. */
export interface AccountRoom {
  tables: Tables
  people: People
  media: MediaBucket
  /** Sends a mail from the service's address. */
  sendMail: (mail: Omit<Mail, 'from'>) => Promise<void>
  /** The secret that keys the hashes of identities and mail codes: one key, or two while it is rotated. */
  identitySecret: () => Promise<string>
  siteUrl: string
  operatorMail: string
  /** Epoch milliseconds. */
  now: () => number
  /** A UUID. */
  randomId: () => string
  /** Six digits. */
  randomCode: () => string
}

/** HMAC-SHA256 of unambiguously separated parts. The hash of an identity outlives its account. */
export async function keyedHash(room: AccountRoom, ...parts: string[]): Promise<string> {
  const { current } = keysOf(await room.identitySecret())
  return hashOf(current, parts)
}

/** The same hash under the former key; undefined unless the key is being rotated. */
export async function formerHash(room: AccountRoom, ...parts: string[]): Promise<string | undefined> {
  const { former } = keysOf(await room.identitySecret())
  return former === undefined ? undefined : hashOf(former, parts)
}

function hashOf(key: string, parts: string[]): string {
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url')
}

/** What the hash of an address is made of: the mailbox that it is delivered to. */
export function mailboxParts(email: string): string[] {
  return ['mailbox', mailboxOf(email)]
}

/** The person as the page shows them, with the operator's notice if submissions are stopped or the account is suspended. */
export async function meView({ tables }: AccountRoom, user: User): Promise<Me> {
  const { stopped } = await readSwitches(tables)
  const { uid, email, name, token, customer_key: customerKey, suspended } = user
  return { uid, email, name, token, customerKey, notice: suspended === undefined ? stopped : suspendedText(suspended) }
}

/** Builds the room from AWS clients and the function's environment. */
export function accountRoomFromEnvironment(): AccountRoom {
  const environment = readEnvironment(
    'MEDIA_BUCKET',
    'SITE_URL',
    'MAIL_SENDER',
    'OPERATOR_MAIL',
    'SIGN_IN_URL',
    'USER_POOL_ID',
    'IDENTITY_SECRET',
  )
  const ses = sesClient()
  const readSecret = secretReader(new SecretsManagerClient(), Date.now)
  return {
    tables: tablesFromEnvironment(dynamoClient()),
    people: userPool({
      cognito: new CognitoIdentityProviderClient(),
      userPoolId: environment.USER_POOL_ID,
      signInUrl: environment.SIGN_IN_URL,
      fetch,
    }),
    media: { client: s3Client(), name: environment.MEDIA_BUCKET },
    sendMail: mail => sendMail(ses, { from: environment.MAIL_SENDER, ...mail }),
    identitySecret: () => readSecret(environment.IDENTITY_SECRET),
    siteUrl: environment.SITE_URL,
    operatorMail: environment.OPERATOR_MAIL,
    now: Date.now,
    randomId: randomUUID,
    randomCode: () => String(randomInt(1_000_000)).padStart(6, '0'),
  }
}
