import { createHmac } from 'node:crypto'
import type { Me } from '../contract/routes.ts'
import { readSwitches } from '../records/service-rows.ts'
import type { Tables } from '../records/tables.ts'
import { suspendedText, type User } from '../records/users.ts'
import type { Mail } from '../runtime/mail.ts'
import type { MediaBucket } from '../runtime/media-bucket.ts'
import type { People } from './people.ts'

/** What the routes of this room work with. */
export interface AccountRoom {
  tables: Tables
  people: People
  media: MediaBucket
  /** Sends a mail from the service's address. */
  sendMail: (mail: Omit<Mail, 'from'>) => Promise<void>
  /** The secret that keys the hashes of identities and mail codes. */
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

/** HMAC-SHA256 of parts that cannot run into each other: what stays of an identity when the account is gone. */
export async function keyedHash(room: AccountRoom, ...parts: string[]): Promise<string> {
  const secret = await room.identitySecret()
  return createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url')
}

/** The person as the page shows them, with the operator's notice where something is stopped. */
export async function meView({ tables }: AccountRoom, user: User): Promise<Me> {
  const { stopped } = await readSwitches(tables)
  const { uid, email, name, token, customer_key: customerKey, suspended } = user
  return { uid, email, name, token, customerKey, notice: suspended === undefined ? stopped : suspendedText(suspended) }
}

export function isoNow({ now }: Pick<AccountRoom, 'now'>): string {
  return new Date(now()).toISOString()
}
