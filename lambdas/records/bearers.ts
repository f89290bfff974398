import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { serviceKey } from './service-rows.ts'
import type { Tables } from './tables.ts'
import { update, write } from './transaction.ts'

/*
 * Secrets that a request carries as a bearer token: keys for programs and links for proofreaders. A secret is shown
 * once; its SHA-256 is the id of its row in the service table.
 */

const FORM = /^jamak_([0-9a-f]{48})([0-9a-f]{8})$/

const checksum = (secret: string): string => crc32(secret).toString(16).padStart(8, '0')

/** A new secret: a prefix that scanners for leaked secrets recognize, 192 random bits, and a checksum. */
export function createSecret(random = randomBytes(24).toString('hex')): string {
  return `jamak_${random}${checksum(random)}`
}

/** A new secret and the id under which it is stored. */
export function createBearer(): { id: string; secret: string } {
  const secret = createSecret()
  return { id: hash(secret), secret }
}

/**
 * The id of the secret in an `Authorization` header; `undefined` if the text does not have the form of a secret, so it
 * costs no read.
 */
export function bearerId(authorization: string | undefined): string | undefined {
  const [, secret = ''] = /^Bearer (\S+)$/i.exec(authorization ?? '') ?? []
  const [, random = '', sum] = FORM.exec(secret) ?? []
  return sum === checksum(random) ? hash(secret) : undefined
}

function hash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** The beginning of an id, which distinguishes keys and links in comments and in the activity log. */
export const shortId = (id: string): string => id.slice(0, 12)

/** Whether a row has expired by the ISO time `at`; `expiresAt` is in epoch seconds. DynamoDB deletes rows late. */
export function isOver(expiresAt: number | undefined, at: string): boolean {
  return expiresAt !== undefined && expiresAt * 1000 <= Date.parse(at)
}

const NOTE_USE_EVERY_MS = 60_000

/** Records the time of use, at most once a minute. Returns false if it then finds the secret revoked. Times are ISO. */
export async function noteUse(
  tables: Tables,
  key: ReturnType<typeof serviceKey.apiKey>,
  usedAt: string | undefined,
  at: string,
): Promise<boolean> {
  if (usedAt !== undefined && Date.parse(at) - Date.parse(usedAt) < NOTE_USE_EVERY_MS) return true
  return write(tables, update(tables.service, key, { set: { used_at: at } }, { present: ['uid'] }))
}
