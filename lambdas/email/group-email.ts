import { type ArchiveEntry, isOpen } from '../contract/archive-entry.ts'
import type { NotifyKind } from '../contract/workflow.ts'
import { leaveEmailTo, owedEntryEmail } from '../records/entry-emails.ts'
import { type Group, isComplete, owedGroupEmail, readReported } from '../records/groups.ts'
import { sendEmail } from '../runtime/email.ts'
import { sendOwed } from '../runtime/owed-email.ts'
import type { EmailDeps } from './email-deps.ts'
import { buildGroupMessage } from './group-message.ts'

/**
 * Handles the email that is due about a member of a group. Members get no emails of their own: when the last one has
 * ended, one email about the group is sent. While further members are expected, the member's email stays owed, so that
 * `sendOwedMails` tries again.
 */
export async function sendGroupEmail(
  deps: EmailDeps,
  kind: NotifyKind,
  entry: ArchiveEntry,
  { id, group, to }: { id: string; group: Group; to: string },
): Promise<void> {
  const { tables, ses, from, siteUrl, now } = deps
  const { uid } = entry
  const settle = () => owedEntryEmail(tables, entry, kind).settle()
  if (group.mailed || kind === 'received') return settle()
  // Read after this member has ended, so the last one to end finds all of them closed.
  const members = await readReported(tables, uid, group)
  // A user who canceled all members needs no email about it.
  if (members.every(({ failure }) => failure === 'CANCELED')) return settle()
  const open = members.find(({ status }) => isOpen(status))
  if (open) return leaveEmailTo(tables, open, entry, kind)
  if (!isComplete(group, now())) return
  const message = buildGroupMessage(id, members, siteUrl)
  const wasSent = await sendOwed(owedGroupEmail(tables, uid, id, group), now, () =>
    sendEmail(ses, { from, to, ...message }),
  )
  // Otherwise another member's sender holds the lease, and this email stays owed in case that sender is killed.
  if (wasSent) await settle()
}
