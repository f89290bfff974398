import { randomInt, randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import * as z from 'zod'

const row = z.object({
  sub: z.string(),
  provider: z.string(),
  subject: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  verified: z.number().transform(flag => flag === 1),
  created: z.number(),
})

const accountRow = z.object({ subject: z.string(), name: z.string(), email: z.string().nullable() })

/** A user of the pool: one account of one social provider. */
export type PoolUser = z.infer<typeof row>

/** A social account, as its provider describes it to the user pool. */
export interface SocialAccount {
  provider: string
  /** The provider's id of the account. If absent, the account is found by email address or name, or gets a random id. */
  subject?: string | undefined
  name: string
  email?: string | undefined
  /** Whether the provider has verified the address. Default: true. */
  verified?: boolean | undefined
}

export type Users = ReturnType<typeof openUsers>

/** Opens the stored users of the pool. */
export function openUsers(database: DatabaseSync, now: () => number) {
  database.exec(`CREATE TABLE IF NOT EXISTS person (
    sub TEXT PRIMARY KEY, provider TEXT NOT NULL, subject TEXT NOT NULL, name TEXT NOT NULL, email TEXT,
    created INTEGER NOT NULL, verified INTEGER NOT NULL DEFAULT 1, UNIQUE (provider, subject)
  ) STRICT`)
  // The provider's accounts outlive the pool's users: a user who is deleted and signs in again has the same social account.
  database.exec(`CREATE TABLE IF NOT EXISTS account (
    provider TEXT NOT NULL, subject TEXT NOT NULL, name TEXT NOT NULL, email TEXT, PRIMARY KEY (provider, subject)
  ) STRICT`)
  const all = database.prepare('SELECT * FROM person ORDER BY created, rowid')
  const bySub = database.prepare('SELECT * FROM person WHERE sub = ?')
  const insert = database.prepare(
    `INSERT INTO person (sub, provider, subject, name, email, created, verified)
    VALUES (:sub, :provider, :subject, :name, :email, :created, :verified)`,
  )
  const update = database.prepare('UPDATE person SET name = ?, email = ?, verified = ? WHERE sub = ?')
  const accounts = database.prepare('SELECT subject, name, email FROM account WHERE provider = ?')
  const keepAccount = database.prepare(
    'INSERT OR REPLACE INTO account (provider, subject, name, email) VALUES (?, ?, ?, ?)',
  )
  const remove = database.prepare('DELETE FROM person WHERE sub = ?')

  const list = (): PoolUser[] => all.all().map(one => row.parse(one))
  const findSubject = (provider: string, name: string, email: string | undefined): string | undefined => {
    const known = z.array(accountRow).parse(accounts.all(provider))
    return known.find(one => (email !== undefined ? one.email === email : one.email === null && one.name === name))
      ?.subject
  }
  const find = (sub: string): PoolUser | undefined => row.optional().parse(bySub.get(sub))

  return {
    list,
    find,
    byUsername: (username: string) => list().find(user => usernameOf(user) === username || user.sub === username),
    /** Finds the user of a social account, or creates it at the first sign-in. Later ones update name and email address. */
    signIn({ provider, subject, name, email, verified = true }: SocialAccount): PoolUser {
      const known = list().filter(user => user.provider === provider)
      const same = known.find(user => {
        if (subject !== undefined) return user.subject === subject
        return email !== undefined ? user.email === email : user.email === null && user.name === name
      })
      if (same) {
        keepAccount.run(provider, same.subject, name, email ?? null)
        update.run(name, email ?? null, Number(verified), same.sub)
        return { ...same, name, email: email ?? null, verified }
      }
      const made = subject ?? findSubject(provider, name, email) ?? String(randomInt(1e9, 1e10))
      keepAccount.run(provider, made, name, email ?? null)
      const user = { sub: randomUUID(), provider, subject: made, name, email: email ?? null, created: now() }
      insert.run({ ...user, verified: Number(verified) })
      return { ...user, verified }
    },
    remove: (sub: string): void => void remove.run(sub),
  }
}

/** Cognito's username of a social user: the provider and the provider's id. */
export function usernameOf({ provider, subject }: PoolUser): string {
  return `${provider.toLowerCase()}_${subject}`
}

/** The `identities` attribute, as Cognito writes it. */
export function formatIdentities({ provider, subject, created }: PoolUser) {
  const providerType = provider === 'Google' ? 'Google' : 'OIDC'
  return [
    {
      userId: subject,
      providerName: provider,
      providerType,
      issuer: null,
      primary: 'true',
      dateCreated: String(created),
    },
  ]
}
