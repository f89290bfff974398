import * as z from 'zod'
import { type ArchiveEntry, entryKey } from '../contract/archive-entry.ts'
import { ApiError } from '../contract/errors.ts'
import { ALLOWANCES } from '../contract/limits.ts'
import { MOST_PROOF_LINKS, type newProofLink, type ProofLinkView, proofRight } from '../contract/proofreading.ts'
import { koreanDay } from '../contract/time.ts'
import { cleanUserName } from '../contract/title.ts'
import type { Guard, LinkCaller } from '../runtime/http.ts'
import { logRow, writeLog } from './activity-log.ts'
import { type EntryRef, readEntry } from './archive.ts'
import { bearerId, createBearer, isOver, noteUse, shortId } from './bearers.ts'
import { owe } from './outbox.ts'
import { readServiceRow, serviceKey, spendAllowance } from './service-rows.ts'
import type { TableDeps } from './table-deps.ts'
import type { Tables } from './tables.ts'
import { remove, transact, untilAnswered, update, write } from './transaction.ts'
import { readUser } from './users.ts'

/** A link's row. `expires_at` is in epoch seconds, other times are ISO. */
const linkRow = z.object({
  uid: z.string(),
  key: entryKey,
  name: z.string(),
  right: proofRight,
  /** Uses so far, and the number at which the link can no longer be opened. */
  opens: z.int(),
  most_opens: z.int(),
  created_at: z.string(),
  expires_at: z.int(),
  used_at: z.string().optional(),
  finished_at: z.string().optional(),
})
type LinkRow = z.infer<typeof linkRow>

/** The row as last written (consistent read). Expired rows stay until DynamoDB deletes them. */
async function readLink(tables: Tables, id: string): Promise<LinkRow | undefined> {
  return linkRow.optional().parse(await readServiceRow(tables, serviceKey.proofLink(id)))
}

/** The links of an entry that have not expired by the ISO time `at`, oldest first. */
export async function listProofLinks(
  tables: Tables,
  ids: readonly string[] = [],
  at: string,
): Promise<ProofLinkView[]> {
  const rows = await Promise.all(ids.map(async id => ({ id, row: await readLink(tables, id) })))
  return rows.flatMap(({ id, row }) => (row && !isOver(row.expires_at, at) ? [view(id, row)] : []))
}

function view(id: string, row: LinkRow): ProofLinkView {
  const { name, right, opens, most_opens, created_at, expires_at, used_at, finished_at } = row
  return {
    ...{ id, name, right, opens, mostOpens: most_opens, createdAt: created_at },
    expiresAt: new Date(expires_at * 1000).toISOString(),
    ...(used_at !== undefined && { usedAt: used_at }),
    ...(finished_at !== undefined && { finishedAt: finished_at }),
  }
}

const DAY_SECONDS = 24 * 60 * 60

/**
 * Creates a link to a finished subtitle. Only its hash is stored, so the returned secret cannot be shown again. `at` is
 * an ISO time.
 * @throws ApiError NO_VIDEO, NO_SUBTITLE, TOO_MANY_LINKS, TOO_MANY_REQUESTS.
 */
export async function createProofLink(
  tables: Tables,
  ref: EntryRef,
  { wish, at }: { wish: z.output<typeof newProofLink>; at: string },
): Promise<{ link: ProofLinkView; secret: string }> {
  const { uid, key } = ref
  await spendAllowance(tables, uid, ALLOWANCES.key, at)
  const { id, secret } = createBearer()
  const row: LinkRow = {
    ...{ uid, key, name: cleanUserName(wish.name) ?? '-', right: wish.right },
    ...{ opens: 0, most_opens: wish.opens, created_at: at },
    expires_at: Math.floor(Date.parse(at) / 1000) + wish.days * DAY_SECONDS,
  }
  return untilAnswered(async () => {
    const entry = await readEntry(tables, ref)
    if (!entry) throw new ApiError('NO_VIDEO')
    if (entry.status !== 'done') throw new ApiError('NO_SUBTITLE')
    const live = (await listProofLinks(tables, entry.links, at)).map(link => link.id)
    if (live.length >= MOST_PROOF_LINKS) throw new ApiError('TOO_MANY_LINKS')
    const { done } = await transact(tables, [
      setLinks(tables, entry, [...live, id]),
      update(tables.service, serviceKey.proofLink(id), { set: row }, { absent: ['id'] }),
      logRow(tables, { uid, action: 'link_create', details: { key, link: shortId(id), right: wish.right }, at }),
    ])
    return done ? { link: view(id, row), secret } : undefined
  })
}

/** Replaces the link ids of a finished entry, unless they have changed since it was read. */
function setLinks(tables: Tables, { uid, key, links_version }: ArchiveEntry, links: readonly string[]) {
  const same = links_version === undefined ? { absent: ['links_version'] } : { equals: { links_version } }
  const set = { links, links_version: (links_version ?? 0) + 1 }
  return update(tables.archive, { uid, key }, { set }, { ...same, oneOf: { status: ['done'] } })
}

/**
 * Revokes a link of the entry: the next request with it is refused. `at` is an ISO time.
 * @throws ApiError NO_VIDEO, or NOT_FOUND if the entry has no such link.
 */
export async function revokeProofLink(
  tables: Tables,
  ref: EntryRef,
  { id, at }: { id: string; at: string },
): Promise<Record<string, never>> {
  return untilAnswered(async () => {
    const entry = await readEntry(tables, ref)
    if (!entry) throw new ApiError('NO_VIDEO')
    const { uid, key, links = [] } = entry
    const others = links.filter(each => each !== id)
    if (others.length === links.length) throw new ApiError('NOT_FOUND')
    const { done } = await transact(tables, [
      setLinks(tables, entry, others),
      remove(tables.service, serviceKey.proofLink(id)),
      logRow(tables, { uid, action: 'link_revoke', details: { key, link: shortId(id) }, at }),
    ])
    return done ? {} : undefined
  })
}

/**
 * Admits requests with a link: checks its secret, expiry and right, that its entry still exists and its owner is not
 * suspended, and counts the request against the link's own allowance.
 */
export function linkGuard({ tables, now }: TableDeps): Guard<LinkCaller> {
  return async (authorization, { scope }) => {
    const id = bearerId(authorization)
    const row = id === undefined ? undefined : await readLink(tables, id)
    if (id === undefined || !row) throw new ApiError('LINK_INVALID')
    const { uid, key, name, right, expires_at, used_at } = row
    const at = new Date(now()).toISOString()
    if (isOver(expires_at, at)) throw new ApiError('LINK_OVER')
    await spendAllowance(tables, id, ALLOWANCES.proofCall, at)
    const [owner, entry] = await Promise.all([readUser(tables, uid), readEntry(tables, { uid, key })])
    // The holder must not learn whether the owner is suspended.
    if (!owner || owner.suspended !== undefined || !entry?.links?.includes(id)) throw new ApiError('LINK_INVALID')
    if (scope === 'edit' && right !== 'edit') throw new ApiError('LINK_COMMENTS_ONLY')
    if (!(await noteUse(tables, serviceKey.proofLink(id), used_at, at))) throw new ApiError('LINK_INVALID')
    return { uid, key, link: id, by: name }
  }
}

/**
 * Counts an opening and returns the link as it was before. `at` is an ISO time.
 * @throws ApiError LINK_OVER, or LINK_INVALID if it has been revoked.
 */
export async function recordOpening(
  tables: Tables,
  { uid, key, link }: LinkCaller,
  at: string,
): Promise<ProofLinkView> {
  const row = await readLink(tables, link)
  if (!row) throw new ApiError('LINK_INVALID')
  const when = { present: ['uid'], below: { opens: row.most_opens } }
  const count = update(tables.service, serviceKey.proofLink(link), { add: { opens: 1 } }, when)
  if (!(await write(tables, count))) throw new ApiError('LINK_OVER')
  await writeLog(tables, { uid, action: 'link_open', details: { key, link: shortId(link) }, at })
  return view(link, row)
}

/**
 * Records that a link's holder has finished the review, and owes the owner an email about it, at most one a day. `at` is
 * an ISO time.
 * @throws ApiError LINK_INVALID if the link has been revoked.
 */
export function finishProof(
  tables: Tables,
  { uid, key, link, by }: LinkCaller,
  at: string,
): Promise<{ finishedAt: string }> {
  const day = koreanDay(Date.parse(at))
  return untilAnswered(async () => {
    const row = await readLink(tables, link)
    if (!row) throw new ApiError('LINK_INVALID')
    const { finished_at } = row
    const isTold = finished_at !== undefined && koreanDay(Date.parse(finished_at)) === day
    const same = finished_at === undefined ? { absent: ['finished_at'] } : { equals: { finished_at } }
    const { done } = await transact(tables, [
      update(tables.service, serviceKey.proofLink(link), { set: { finished_at: at } }, { ...same, present: ['uid'] }),
      logRow(tables, { uid, action: 'link_finish', details: { key, link: shortId(link) }, at }),
      ...(isTold ? [] : [owe(tables, { about: 'proofread', uid, key, link: shortId(link), by, day }, at)]),
    ])
    return done ? { finishedAt: at } : undefined
  })
}
