import type { ArchiveEntry } from '../contract/archive-entry.ts'
import type { NotifyKind } from '../contract/workflow.ts'
import { type EntryRef, listOpen, readEntry } from '../records/archive.ts'
import { forgetDueEmail, forgetWelcomeMail, listOwedWelcomes, owedWelcomeMail } from '../records/entry-emails.ts'
import { MAIL_DUE, OPEN } from '../records/tables.ts'
import { readUser, type User } from '../records/users.ts'
import { sendEmail } from '../runtime/email.ts'
import { aboutEntry, log } from '../runtime/log.ts'
import { MAIL_PATIENCE_MS, sendOwed } from '../runtime/owed-email.ts'
import { welcomeEmail } from '../runtime/welcome-email.ts'
import type { EmailDeps } from './email-deps.ts'
import { sendEntryEmail } from './notify.ts'

/** Younger emails are skipped: the function that owes them is about to send them. */
const UNTOUCHED_MS = 2 * 60 * 1000

/**
 * Sends emails that are still owed because SES refused them or their sender was killed: about entries and to new users,
 * for three days. Safe to run at any time, also concurrently. A failing email does not block the others.
 */
export async function sendOwedMails(deps: EmailDeps): Promise<{ seen: number }> {
  const { tables, now } = deps
  const before = new Date(now() - UNTOUCHED_MS).toISOString()
  let seen = 0
  const each = async (about: Record<string, string>, send: () => Promise<void>): Promise<void> => {
    seen += 1
    try {
      await send()
    } catch (error) {
      log('error', 'mail', 'an owed email was not sent', about, error)
    }
  }
  for (const partition of [OPEN, MAIL_DUE] as const)
    for await (const { uid, key } of listOpen(tables, before, partition))
      await each(aboutEntry({ uid, key }), () => payEntry(deps, { uid, key }))
  for await (const uid of listOwedWelcomes(tables, before)) await each({ uid }, () => payWelcome(deps, uid))
  return { seen }
}

/** Reads the entry first, because the index lags behind the table. */
async function payEntry(deps: EmailDeps, ref: EntryRef): Promise<void> {
  const entry = await readEntry(deps.tables, ref)
  const kind = entry && owedKind(entry)
  if (!entry || kind === undefined) return
  const isNews = deps.now() - Date.parse(entry.changed_at ?? entry.video_upload_time) <= MAIL_PATIENCE_MS
  if (isNews && !entry.mails.includes(kind)) await sendEntryEmail(deps, kind, ref)
  else if (kind !== 'received') await forgetDueEmail(deps.tables, ref)
}

/** An unfinished upload owes no email. For a closed entry, only the email about the outcome is still due. */
function owedKind({ status }: ArchiveEntry): NotifyKind | undefined {
  if (status === 'uploading') return undefined
  return status === 'done' || status === 'failed' ? status : 'received'
}

async function payWelcome(deps: EmailDeps, uid: string): Promise<void> {
  const user = await readUser(deps.tables, uid)
  if (user?.welcome_tokens === undefined) return
  if (user.email === undefined || deps.now() - Date.parse(user.created_at) > MAIL_PATIENCE_MS)
    return forgetWelcomeMail(deps.tables, uid)
  await sendWelcome(deps, user, user.email, user.welcome_tokens)
}

async function sendWelcome(deps: EmailDeps, { uid, name }: User, to: string, granted: number): Promise<void> {
  const { ses, from, siteUrl, now } = deps
  const message = welcomeEmail({ name, granted, siteUrl })
  await sendOwed(owedWelcomeMail(deps.tables, uid), now, () => sendEmail(ses, { from, to, ...message }))
}
