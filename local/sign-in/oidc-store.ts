import type { DatabaseSync } from 'node:sqlite'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import * as z from 'zod'

const payloadSchema: z.ZodType<AdapterPayload> = z.looseObject({})
const found = z.object({ payload: z.string() }).optional()

export type OidcStore = ReturnType<typeof openOidcStore>

/** Sessions, codes, grants and refresh tokens of oidc-provider, on disk: a sign-in outlives a restart. */
export function openOidcStore(database: DatabaseSync, now: () => number) {
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
      find: async id => read(byId.get(model, id, now())),
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
    /** Ends every session of a person and everything that was granted in them. */
    signOutEverywhere: (sub: string): void => void destroyAccount.run(sub),
  }
}
