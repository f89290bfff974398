import * as z from 'zod'
import { type ArchiveEntry, isOpen } from '../contract/archive-entry.ts'
import type { SubmissionGroup } from '../contract/group.ts'
import { MOST_GROUP_MEMBERS } from '../contract/limits.ts'
import { cleanName, nameOf } from '../contract/title.ts'
import { readEntry } from './archive.ts'
import { owe } from './outbox.ts'
import { GROUP_SECONDS, seriesWrite } from './series.ts'
import { readServiceRow, serviceKey } from './service-rows.ts'
import type { Tables } from './tables.ts'
import { transact, update, type Write, write } from './transaction.ts'

/** Time after the last submission at which a group counts as complete, even if the page announced more members. */
const AWAITED_MS = 30 * 60 * 1000

const groupRow = z.object({
  /** Announced number of members. */
  size: z.int(),
  series: z.boolean(),
  /** Keys of the members, as a set of numbers: DynamoDB adds to it without a read. */
  keys: z.set(z.number()),
  /** ISO time of the last submission. */
  last_at: z.string(),
  /** Key of the member of a series whose brief the others continue. */
  first: z.string().optional(),
  /** Keys of the failed members that were submitted again within the group: retried or uploaded again. */
  retried: z.set(z.number()).default(new Set()),
  /** `{key}:{key of the member in whose place it was submitted}`, a set for the same reason. */
  places: z.set(z.string()).default(new Set()),
  /** True once the email about the group was sent. */
  emailed: z.boolean().default(false),
  /** Keys of the members that its email reports, once it is written; those that join later get emails of their own. */
  told: z.set(z.number()).default(new Set()),
  /** The members of a series that earlier emails reported: how many, not counting those retried, and their keys. */
  before: z.int().default(0),
  reported: z.set(z.number()).default(new Set()),
  /** When DynamoDB deletes the group, in epoch seconds. A series stays until its user removes it. */
  expires_at: z.int().optional(),
})

/** A group of submissions; members are their keys, oldest first, each retry after what it retries. */
export type Group = Omit<z.output<typeof groupRow>, 'keys' | 'places'> & { members: string[] }

/** How a submission belongs to a group: as one of the announced members, or in place of a failed one. */
export type Membership = SubmissionGroup | { id: string; retried: string }

/**
 * Builds the writes that add a new member, for the transaction that creates its entry. Returns `undefined` if the group
 * is full or, for a retry, if it no longer exists or already has a retry of the same member: then the entry belongs to
 * no group. Only the first submission sets the size, because `closeGroup` may have corrected it when later ones arrive.
 * A further email reports on videos added to a series after its email was sent. `at` is an ISO time.
 */
export async function joinGroup(
  tables: Tables,
  entry: Pick<ArchiveEntry, 'uid' | 'key' | 'title' | 'register' | 'profile'>,
  membership: Membership,
  at: string,
): Promise<Write[] | undefined> {
  const { uid, key, register, profile } = entry
  const row = serviceKey.group(uid, membership.id)
  const group = await readGroup(tables, uid, membership.id)
  if (group && group.members.length >= MOST_GROUP_MEMBERS) return undefined
  const isRetry = 'retried' in membership
  const replaced = isRetry ? membership.retried : membership.instead
  const isReplacing = replaced !== undefined && group?.members.includes(replaced)
  if (isRetry && group?.retried.has(Number(replaced))) return undefined
  const replacement = { retried: new Set([Number(replaced)]), places: new Set([`${key}:${replaced}`]) }
  const add = { keys: new Set([Number(key)]), ...(isReplacing && replacement) }
  const expires_at = Math.floor(Date.parse(at) / 1000) + GROUP_SECONDS
  if (group) {
    const set = { ...(group.expires_at !== undefined && { expires_at }), ...(!isRetry && { last_at: at }) }
    const round = !isRetry && group.series && group.emailed ? nextRound(group, membership.size) : { set: {} }
    return [update(tables.service, row, { ...round, set: { ...set, ...round.set }, add }, { present: ['keys'] })]
  }
  if (isRetry) return undefined
  const { size, series, id } = membership
  const name = cleanName(membership.name ?? nameOf(entry))
  const listing = series && (await seriesWrite(tables, uid, { id, name, register, profile }, at))
  const set = { size, series, last_at: at, ...(!listing && { expires_at }) }
  return [update(tables.service, row, { set, add }, { absent: ['keys'] }), ...(listing ? [listing] : [])]
}

/**
 * Starts a new round in a series whose email was sent: one further email reports on the videos that join from now on.
 */
function nextRound({ members, retried }: Group, size: number) {
  const set = { size, before: members.length - retried.size, reported: new Set(members.map(Number)) }
  return { set, remove: ['emailed', 'told'] }
}

/** The group as last written (consistent read), or `undefined`. */
export async function readGroup(tables: Tables, uid: string, id: string): Promise<Group | undefined> {
  const row = await readServiceRow(tables, serviceKey.group(uid, id))
  if (!row) return undefined
  const { keys, places, ...group } = groupRow.parse(row)
  const placeOf = readPlaces(places)
  const members = [...keys].map(String).sort((a, b) => Number(placeOf(a)) - Number(placeOf(b)) || Number(a) - Number(b))
  return { ...group, members }
}

/** Returns the member whose place another one has taken, possibly after several retries; a member's own key otherwise. */
function readPlaces(places: ReadonlySet<string>): (key: string) => string {
  const taken = new Map([...places].map(pair => pair.split(':')).map(([key = '', of = '']) => [key, of]))
  // An entry is always newer than what it replaces, so this ends.
  const placeOf = (key: string): string => {
    const of = taken.get(key)
    return of === undefined ? key : placeOf(of)
  }
  return placeOf
}

/** The entries of a group in its order (consistent reads); deleted ones are missing. */
async function readMembers(tables: Tables, uid: string, { members }: Group): Promise<ArchiveEntry[]> {
  const rows = await Promise.all(members.map(key => readEntry(tables, { uid, key })))
  return rows.filter(row => row !== undefined)
}

/** The members that the group's email reports: none that its user deletes, and a retry in place of what it retries. */
export async function readReported(tables: Tables, uid: string, group: Group): Promise<ArchiveEntry[]> {
  const members = await readMembers(tables, uid, group)
  return members.filter(({ key, failure }) => failure !== 'DELETED' && !group.retried.has(Number(key)))
}

/**
 * Whether the group's next email reports a member. A member that joined after the email was written gets an email of
 * its own, and members that earlier emails of a series reported are not repeated.
 */
export function isToldByGroup({ told, reported }: Group, key: string): boolean {
  return !reported.has(Number(key)) && (told.size === 0 || told.has(Number(key)))
}

/**
 * Records that the group's email reports the members it has. Returns false if another one has joined since the group was
 * read.
 */
export async function fixReported(tables: Tables, uid: string, id: string, group: Group): Promise<boolean> {
  if (group.told.size > 0) return true
  const keys = new Set(group.members.map(Number))
  const row = serviceKey.group(uid, id)
  return write(tables, update(tables.service, row, { set: { told: keys } }, { equals: { keys } }))
}

/** Records that SES accepted the group's email. */
export async function markEmailed(tables: Tables, uid: string, id: string): Promise<void> {
  const change = { set: { emailed: true } }
  await write(tables, update(tables.service, serviceKey.group(uid, id), change, { present: ['keys'] }))
}

/**
 * Records that only `size` members were submitted, so that the group's email no longer waits for the others. A group
 * without a member has no row, and nothing changes. `at` is an ISO time.
 */
export async function closeGroup(tables: Tables, uid: string, id: string, size: number, at: string): Promise<void> {
  await transact(tables, [
    update(tables.service, serviceKey.group(uid, id), { set: { size } }, { present: ['keys'] }),
    owe(tables, { about: 'group', uid, group: id }, at),
  ])
}

/** Makes the email about a group owed again, with all its members. `at` is an ISO time. */
export async function oweGroupAgain(tables: Tables, uid: string, id: string, at: string): Promise<void> {
  await transact(tables, [
    update(tables.service, serviceKey.group(uid, id), { remove: ['emailed', 'told'] }, { present: ['keys'] }),
    owe(tables, { about: 'group', uid, group: id }, at),
  ])
}

/** Epoch milliseconds after which no further member is expected; 0 if all have joined. */
export function groupDueAt({ members, retried, before, size, last_at }: Group): number {
  return members.length - retried.size - before >= size ? 0 : Date.parse(last_at) + AWAITED_MS
}

/** Whether an entry may start, and what to write with its start: nothing, or its claim to be the first of a series. */
export type Claim = { mayStart: false } | { mayStart: true; writes: Write[] }

/**
 * Checks whether its group lets an entry start. The first member of a series starts alone, because the others continue
 * its brief. If it fails or is deleted, another one becomes the first.
 */
export async function claimStart(
  tables: Tables,
  { uid, key, group: id }: Pick<ArchiveEntry, 'uid' | 'key' | 'group'>,
): Promise<Claim> {
  const group = id === undefined ? undefined : await readGroup(tables, uid, id)
  if (id === undefined || !group?.series) return { mayStart: true, writes: [] }
  const { first } = group
  const leader = first === undefined || first === key ? undefined : await readEntry(tables, { uid, key: first })
  if (leader?.status === 'done') return { mayStart: true, writes: [] }
  if (leader && isOpen(leader.status)) return { mayStart: false }
  const unclaimed = first === undefined ? { absent: ['first'] } : { equals: { first } }
  return {
    mayStart: true,
    writes: [update(tables.service, serviceKey.group(uid, id), { set: { first: key } }, unclaimed)],
  }
}
