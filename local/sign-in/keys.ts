import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import * as z from 'zod'

const schema = z.object({ signing: z.looseObject({ kty: z.string(), kid: z.string() }), cookies: z.string() })

/** Keys of the sign-in: made once an installation, so that tokens and cookies outlive a restart. */
export interface SignInKeys {
  /** Private RS256 key. */
  signing: JWK
  cookies: string
}

export async function loadKeys(folder: string): Promise<SignInKeys> {
  const file = join(folder, 'sign-in-keys.json')
  const stored = await readFile(file, 'utf8').catch(() => undefined)
  if (stored !== undefined) return schema.parse(JSON.parse(stored))
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const kid = randomBytes(8).toString('hex')
  const keys = {
    signing: { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' },
    cookies: randomBytes(32).toString('hex'),
  }
  await writeFile(file, JSON.stringify(keys), { mode: 0o600 })
  return keys
}
