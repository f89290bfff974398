import { randomUUID } from 'node:crypto'
import type { ArchiveEntry, Certificate } from '../../lambdas/contract/archive-entry.ts'
import { MAX_OPEN_SUBMISSIONS } from '../../lambdas/contract/limits.ts'
import { hold, type Submission, signUp } from '../../lambdas/records/ledger/index.ts'
import type { CreatingRequest } from '../../lambdas/records/requests.ts'
import type { Tables } from '../../lambdas/records/tables.ts'
import { update, write } from '../../lambdas/records/transaction.ts'
import type { User } from '../../lambdas/records/users.ts'

/** Start time of the tests: 2026-03-14 14:09:26 in Korea. */
export const NOW = Date.parse('2026-03-14T05:09:26.000Z')
export const AT = new Date(NOW).toISOString()

export const iso = (milliseconds: number): string => new Date(milliseconds).toISOString()

/** A new user, with 200 tokens. */
export async function newUser(tables: Tables, uid: string = randomUUID(), at = AT): Promise<User> {
  const person = { uid, identity: `identity-of-${uid}`, email: `${uid}@example.com`, name: '김민지' }
  const { user } = await signUp(tables, { ...person, customerKey: `customer-of-${uid}`, at })
  return user
}

export const submission = (uid: string, changes: Partial<Submission> = {}): Submission => ({
  uid,
  type: 'video',
  name: 'talk.mp4',
  durationSeconds: 60,
  register: 'polite',
  profile: 'standard',
  captions: false,
  glossary: true,
  size: 1000,
  at: AT,
  ...changes,
})

export const requestOf = (uid: string, changes: Partial<CreatingRequest> = {}): CreatingRequest => ({
  uid,
  id: randomUUID(),
  route: 'submitVideo',
  body: {},
  at: AT,
  ...changes,
})

/** Sets the user's count of open submissions so that only `free` more are accepted. */
export async function leavePlaces(tables: Tables, uid: string, free: number): Promise<void> {
  await write(tables, update(tables.users, { uid }, { set: { open_submissions: MAX_OPEN_SUBMISSIONS - free } }))
}

/** A new entry with its tokens held. */
export async function heldEntry(tables: Tables, uid: string, changes: Partial<Submission> = {}): Promise<ArchiveEntry> {
  return hold(tables, submission(uid, changes), requestOf(uid))
}

const certificate: Certificate = { cues: 10, kept: 10, flags: {}, source: 'recognition', rehearsal: false }

export const delivery = (entry: Pick<ArchiveEntry, 'title'>, at = AT) => ({
  srt_title: `${entry.title}.srt`,
  first_cues: ['안녕하세요', '반가워요'],
  certificate,
  at,
})
