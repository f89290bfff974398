import type * as z from 'zod'
import { type ArchiveEntry, isOpen } from '../contract/archive-entry.ts'
import { RETRIED_ERRORS } from '../contract/retried-errors.ts'
import type { NotifyKind, notifyInput } from '../contract/workflow.ts'
import { type EntryRef, readEntry } from '../records/archive.ts'
import { forgetDueEmail, owedEntryEmail } from '../records/entry-emails.ts'
import { isToldByGroup, readGroup } from '../records/groups.ts'
import { readUser } from '../records/users.ts'
import { sendEmail } from '../runtime/email.ts'
import { aboutEntry, log } from '../runtime/log.ts'
import { sendOwed } from '../runtime/owed-email.ts'
import type { EmailDeps } from './email-deps.ts'
import { sendGroupEmail } from './group-email.ts'
import { buildMessage } from './messages.ts'

const RETRIED: ReadonlySet<string> = new Set(RETRIED_ERRORS)

/**
 * Sends one kind of email about an entry if the entry is in the matching state and its owner has an address. Errors are
 * logged and swallowed: an email must not fail the work that it reports, and `sendOwedEmails` retries it.
 * @throws transient errors of SES and DynamoDB, so that the workflow retries; it continues whatever the outcome
 */
export async function notify(deps: EmailDeps, { kind, ...ref }: z.infer<typeof notifyInput>): Promise<void> {
  try {
    await sendEntryEmail(deps, kind, ref)
  } catch (error) {
    log('error', 'mail', 'an email was not sent', { kind, ...aboutEntry(ref) }, error)
    if (error instanceof Error && RETRIED.has(error.name)) throw error
  }
}

/** Sends the email unless it was sent, another sender holds the lease, or the owner has no address. */
export async function sendEntryEmail(deps: EmailDeps, kind: NotifyKind, ref: EntryRef): Promise<void> {
  const { tables, ses, from, siteUrl, now } = deps
  const entry = await readEntry(tables, ref)
  if (!entry || !isDue(kind, entry)) return
  const to = (await readUser(tables, ref.uid))?.email
  if (to === undefined) return forgetDueEmail(tables, ref)
  const { group: id } = entry
  const group = id === undefined ? undefined : await readGroup(tables, ref.uid, id)
  if (id !== undefined && group && isToldByGroup(group, ref.key))
    return sendGroupEmail(deps, kind, entry, { id, group, to })
  const send = () => sendEmail(ses, { from, to, ...buildMessage(kind, entry, siteUrl) })
  await sendOwed(owedEntryEmail(tables, ref, kind), now, send)
}

function isDue(kind: NotifyKind, { status }: ArchiveEntry): boolean {
  return kind === 'received' ? isOpen(status) : status === kind
}
