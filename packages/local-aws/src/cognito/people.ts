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
export type Person = z.infer<typeof row>

/** A social account, as its provider describes it to the user pool. */
export interface SocialAccount {
  provider: string
  /** The provider's id for the person; where absent, found by e-mail or name, or made up. */
  subject?: string | undefined
  name: string
  email?: string | undefined
  /** Whether the provider has verified the address; true unless told otherwise. */
  verified?: boolean | undefined
}

export type People = ReturnType<typeof openPeople>

/** Opens the user pool, which remembers people from sign-in to sign-in. */
export function openPeople(database: DatabaseSync, now: () => number) {
  database.exec(`CREATE TABLE IF NOT EXISTS person (
    sub TEXT PRIMARY KEY, provider TEXT NOT NULL, subject TEXT NOT NULL, name TEXT NOT NULL, email TEXT,
    created INTEGER NOT NULL, verified INTEGER NOT NULL DEFAULT 1, UNIQUE (provider, subject)
  ) STRICT`)
  // The provider's own accounts outlive the pool's users: who leaves and returns is the same person to Google or Kakao.
  database.exec(`CREATE TABLE IF NOT EXISTS account (
    provider TEXT NOT NULL, subject TEXT NOT NULL, name TEXT NOT NULL, email TEXT, PRIMARY KEY (provider, subject)
  ) STRICT`)
  const columns = z.array(z.object({ name: z.string() })).parse(database.prepare('PRAGMA table_info(person)').all())
  // Data of an older version.
  if (!columns.some(({ name }) => name === 'verified'))
    database.exec('ALTER TABLE person ADD COLUMN verified INTEGER NOT NULL DEFAULT 1')
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

  const list = (): Person[] => all.all().map(one => row.parse(one))
  const subjectOf = (provider: string, name: string, email: string | undefined): string | undefined => {
    const known = z.array(accountRow).parse(accounts.all(provider))
    return known.find(one => (email !== undefined ? one.email === email : one.email === null && one.name === name))
      ?.subject
  }
  const find = (sub: string): Person | undefined => row.optional().parse(bySub.get(sub))

  return {
    list,
    find,
    byUsername: (username: string) => list().find(person => usernameOf(person) === username || person.sub === username),
    /** The user of a social account, created at the first sign-in; later ones update name and e-mail. */
    signIn({ provider, subject, name, email, verified = true }: SocialAccount): Person {
      const known = list().filter(person => person.provider === provider)
      const same = known.find(person => {
        if (subject !== undefined) return person.subject === subject
        return email !== undefined ? person.email === email : person.email === null && person.name === name
      })
      if (same) {
        keepAccount.run(provider, same.subject, name, email ?? null)
        update.run(name, email ?? null, Number(verified), same.sub)
        return { ...same, name, email: email ?? null, verified }
      }
      const made = subject ?? subjectOf(provider, name, email) ?? String(randomInt(1e9, 1e10))
      keepAccount.run(provider, made, name, email ?? null)
      const person = { sub: randomUUID(), provider, subject: made, name, email: email ?? null, created: now() }
      insert.run({ ...person, verified: Number(verified) })
      return { ...person, verified }
    },
    remove: (sub: string): void => void remove.run(sub),
  }
}

/** Cognito's username for a social user: the provider and the provider's id. */
export function usernameOf({ provider, subject }: Person): string {
  return `${provider.toLowerCase()}_${subject}`
}

/** The `identities` attribute, as Cognito writes it. */
export function identitiesOf({ provider, subject, created }: Person) {
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
