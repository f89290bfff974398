import { randomUUID } from 'node:crypto'
import type { AccountDeps } from '../../lambdas/account/account-deps.ts'
import type { Profile } from '../../lambdas/account/user-pool.ts'
import type { Email } from '../../lambdas/runtime/email.ts'
import type { TestMedia } from '../support/media.ts'
import type { TestTables } from '../support/tables.ts'
import { NOW } from '../support/users.ts'

export interface TestDeps {
  deps: AccountDeps
  /** Profiles that the hosted sign-in returns, by uid. */
  profiles: Map<string, Profile>
  emails: Omit<Email, 'from'>[]
  signedOut: string[]
  removed: string[]
  clock: { now: number }
  /** The next email fails. */
  failEmail(): void
}

/** Account dependencies with stand-ins for the user pool and SES. */
export function openDeps({ tables }: Pick<TestTables, 'tables'>, { media }: Pick<TestMedia, 'media'>): TestDeps {
  const profiles = new Map<string, Profile>()
  const emails: Omit<Email, 'from'>[] = []
  const signedOut: string[] = []
  const removed: string[] = []
  const clock = { now: NOW }
  let failing = false
  let code = 0
  const deps: AccountDeps = {
    tables,
    media,
    userPool: {
      profile: async ({ uid }) => profiles.get(uid) ?? {},
      signOut: async username => void signedOut.push(username),
      remove: async username => void removed.push(username),
    },
    async sendEmail(email) {
      if (failing) {
        failing = false
        throw new Error('MessageRejected')
      }
      emails.push(email)
    },
    identitySecret: async () => 'secret of the test',
    siteUrl: 'https://jamak.example',
    operatorEmail: 'operator@jamak.example',
    now: () => clock.now,
    randomId: randomUUID,
    randomCode: () => String(++code).padStart(6, '0'),
  }
  const failEmail = () => {
    failing = true
  }
  return { deps, profiles, emails, signedOut, removed, clock, failEmail }
}

export const callerOf = (uid: string, username = `google_${uid}`) => ({ uid, username, accessToken: `token-of-${uid}` })
