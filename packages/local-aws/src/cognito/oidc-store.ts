import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import * as z from 'zod'

const payloadSchema: z.ZodType<AdapterPayload> = z.looseObject({})
const storedKeys = z.object({ signing: z.looseObject({ kty: z.string(), kid: z.string() }), cookies: z.string() })
const found = z.object({ payload: z.string() }).optional()

export type OidcStore = ReturnType<typeof openOidcStore>

/**
 * Keeps oidc-provider's sessions, codes, grants and refresh tokens on disk, so that a sign-in survives a restart. A
 * replaced refresh token works for another `rotationGrace` seconds. If it is used later, its whole grant ends, as in
 * oidc-provider; whether Cognito does the same is not documented.
 */
export function openOidcStore(database: DatabaseSync, now: () => number, rotationGrace = 0) {
  database.exec(`
    CREATE TABLE IF NOT EXISTS oidc (
      model TEXT NOT NULL, id TEXT NOT NULL, payload TEXT NOT NULL, expires INTEGER,
      grantId TEXT, uid TEXT, accountId TEXT, PRIMARY KEY (model, id)
    ) STRICT;
    CREATE INDEX IF NOT EXISTS oidc_grant ON oidc (grantId);
  `)
  database.prepare('DELETE FROM oidc WHERE expires < ?').run(now())
  const upsert = database.prepare('INSERT OR REPLACE INTO oidc VALUES (?, ?, ?, ?, ?, ?, ?)')
  const byId = database.prepare('SELECT payload FROM oidc WHERE model = ? AND id = ? AND coalesce(expires > ?, 1)')
  const byUid = database.prepare('SELECT payload FROM oidc WHERE model = ? AND uid = ? AND coalesce(expires > ?, 1)')
  const destroy = database.prepare('DELETE FROM oidc WHERE model = ? AND id = ?')
  const destroyGrant = database.prepare('DELETE FROM oidc WHERE grantId = ?')
  const destroyAccount = database.prepare('DELETE FROM oidc WHERE accountId = ?')

  const read = (row: unknown): AdapterPayload | undefined => {
    const parsed = found.parse(row)
    return parsed && payloadSchema.parse(JSON.parse(parsed.payload))
  }

  const adapter = (model: string): Adapter => {
    const save = (id: string, payload: AdapterPayload, expires: number | null) =>
      upsert.run(
        model,
        id,
        JSON.stringify(payload),
        expires,
        payload.grantId ?? null,
        payload.uid ?? null,
        payload.accountId ?? null,
      )
    return {
      upsert: async (id, payload, expiresIn) =>
        void save(id, payload, expiresIn === undefined ? null : now() + expiresIn * 1000),
      async find(id) {
        const payload = read(byId.get(model, id, now()))
        const { consumed, ...unused } = payload ?? {}
        const replaced = model === 'RefreshToken' && typeof consumed === 'number'
        return replaced && now() / 1000 - consumed < rotationGrace ? unused : payload
      },
      findByUid: async uid => read(byUid.get(model, uid, now())),
      findByUserCode: async () => undefined,
      destroy: async id => void destroy.run(model, id),
      revokeByGrantId: async grantId => void destroyGrant.run(grantId),
      async consume(id) {
        const payload = read(byId.get(model, id, now()))
        if (payload)
          database
            .prepare('UPDATE oidc SET payload = ? WHERE model = ? AND id = ?')
            .run(JSON.stringify({ ...payload, consumed: Math.floor(now() / 1000) }), model, id)
      },
    }
  }

  return {
    adapter,
    hasGrant: (id: string): boolean => byId.get('Grant', id, now()) !== undefined,
    /** Ends a user's sessions and revokes all grants. */
    signOutEverywhere: (sub: string): void => void destroyAccount.run(sub),
  }
}

/** Keys that sign tokens and cookies, created once per data folder, so that both survive a restart. */
export interface SignInKeys {
  /** Private RS256 key. */
  signing: JWK
  /** Secret that signs cookies. */
  cookies: string
}

/** Reads the keys of the data folder. The first call creates them. */
export async function loadKeys(folder: string): Promise<SignInKeys> {
  const file = join(folder, 'sign-in-keys.json')
  const stored = await readFile(file, 'utf8').catch(() => undefined)
  if (stored !== undefined) return storedKeys.parse(JSON.parse(stored))
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const kid = randomBytes(8).toString('hex')
  const keys = {
    signing: { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' },
    cookies: randomBytes(32).toString('hex'),
  }
  await writeFile(file, JSON.stringify(keys), { mode: 0o600 })
  return keys
}
