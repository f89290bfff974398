import * as z from 'zod'
import { type ArchiveEntry, entryStatus, isOpen } from '../contract/archive-entry.ts'
import { INDEXES } from '../contract/tables.ts'
import type { NotifyKind } from '../contract/workflow.ts'
import type { OwedEmail } from '../runtime/owed-email.ts'
import { type EntryRef, readEntry } from './archive.ts'
import type { Change, Condition } from './expression.ts'
import { readGroup, readReported } from './groups.ts'
import { MAIL_DUE, openRows, type Tables } from './tables.ts'
import { check, transact, untilAnswered, update, type Write, write } from './transaction.ts'

const leaseOf = (kind: NotifyKind) => `sending_${kind}`

const unsent = (kind: NotifyKind): Condition => ({ present: ['mails'], lacks: { mails: kind } })

/** An email about an entry, owed until its kind is listed among the sent emails. */
export function owedEntryEmail(tables: Tables, ref: EntryRef, kind: NotifyKind): OwedEmail {
  const { uid, key } = ref
  const lease = leaseOf(kind)
  const row = (change: Change, when: Condition) =>
    write(tables, update(tables.archive, { uid, key }, change, { ...unsent(kind), ...when }))
  return {
    lease: (now, until) => row({ set: { [lease]: until } }, { belowOrAbsent: { [lease]: now } }),
    settle: async () => void (await write(tables, settlement(tables, ref, kind))),
    postpone: async until => void (await row(until > 0 ? { set: { [lease]: until } } : { remove: [lease] }, {})),
  }
}

function settlement(tables: Tables, { uid, key }: EntryRef, kind: NotifyKind): Write {
  const lease = leaseOf(kind)
  // A closed entry is in the index only because of its email.
  const struck = kind === 'received' ? [lease] : [lease, 'open', 'open_since']
  return update(tables.archive, { uid, key }, { append: { mails: [kind] }, remove: struck }, unsent(kind))
}

/**
 * Settles a member's email in favor of a member that is still open, whose own end brings the email about the group.
 * In one transaction: if the open member has ended or been deleted since it was read, the email stays owed.
 */
export async function leaveEmailTo(tables: Tables, open: EntryRef, member: EntryRef, kind: NotifyKind): Promise<void> {
  const isStillOpen = { oneOf: { status: entryStatus.options.filter(isOpen) } }
  const { uid, key } = open
  await transact(tables, [settlement(tables, member, kind), check(tables.archive, { uid, key }, isStillOpen)])
}

/** Clears the "sent" mark so an operator can resend the email. */
export async function unmarkEmail(tables: Tables, { uid, key }: EntryRef, kind: NotifyKind): Promise<void> {
  // An email that SES rejected waits for its next turn, but an operator should not have to.
  await owedEntryEmail(tables, { uid, key }, kind).postpone(0)
  await untilAnswered(async () => {
    const entry = await readEntry(tables, { uid, key })
    const index = entry?.mails.indexOf(kind) ?? -1
    if (!entry || index < 0) return { unmarked: true }
    const due = entry.status === kind
    const removed = await write(tables, {
      Update: {
        TableName: tables.archive,
        Key: { uid, key },
        UpdateExpression: `REMOVE #mails[${index}]${due ? ' SET #open = :due, #open_since = :since' : ''}`,
        ConditionExpression: `#mails[${index}] = :kind`,
        ExpressionAttributeNames: { '#mails': 'mails', ...(due && { '#open': 'open', '#open_since': 'open_since' }) },
        ExpressionAttributeValues: {
          ':kind': kind,
          ...(due && { ':due': MAIL_DUE, ':since': entry.changed_at ?? entry.video_upload_time }),
        },
      },
    })
    return removed ? { unmarked: true } : undefined
  })
}

/**
 * Marks the email about a group as owed by another member than the one that is deleted. If that one was the last to end,
 * it alone owes the email: the others ended while it was open, so none of their senders sent it. Call it before the
 * deletion, which may be interrupted, and after it, because the member that owes the email may be deleted at once.
 */
export async function oweGroupEmail(
  tables: Tables,
  { uid, key, group: id }: Pick<ArchiveEntry, 'uid' | 'key' | 'group'>,
): Promise<void> {
  const group = id === undefined ? undefined : await readGroup(tables, uid, id)
  if (!group || group.mailed) return
  const members = (await readReported(tables, uid, group)).filter(member => member.key !== key)
  if (members.some(({ status }) => isOpen(status))) return
  for (const member of members)
    if (member.status === 'done' || member.status === 'failed') return unmarkEmail(tables, member, member.status)
}

/** Drops the email about a closed entry. */
export async function forgetDueEmail(tables: Tables, { uid, key }: EntryRef): Promise<void> {
  const when = { equals: { open: MAIL_DUE } }
  await write(tables, update(tables.archive, { uid, key }, { remove: ['open', 'open_since'] }, when))
}

/** A user's welcome email, owed as long as the row contains the tokens granted at sign-up. */
export function owedWelcomeMail(tables: Tables, uid: string): OwedEmail {
  const lease = 'sending_welcome'
  const unsent = { present: ['welcome_tokens'] }
  const row = (change: Change, when: Condition) => write(tables, update(tables.users, { uid }, change, when))
  return {
    lease: (now, until) => row({ set: { [lease]: until } }, { ...unsent, belowOrAbsent: { [lease]: now } }),
    settle: () => forgetWelcomeMail(tables, uid),
    postpone: async until => void (await row(until > 0 ? { set: { [lease]: until } } : { remove: [lease] }, unsent)),
  }
}

/** Settles the welcome email, because it was sent or dropped. */
export async function forgetWelcomeMail(tables: Tables, uid: string): Promise<void> {
  const change = { remove: ['welcome_tokens', 'sending_welcome', 'open', 'open_since'] }
  await write(tables, update(tables.users, { uid }, change, { present: ['welcome_tokens'] }))
}

const userKey = z.object({ uid: z.string() })

/** Ids of the users whose welcome email has been owed since before an ISO time. The index lags: read each user. */
export async function* listOwedWelcomes(tables: Tables, before: string): AsyncGenerator<string> {
  const index = { table: tables.users, index: INDEXES.owedWelcomes, open: MAIL_DUE } as const
  for await (const row of openRows(tables, index, before)) yield userKey.parse(row).uid
}
