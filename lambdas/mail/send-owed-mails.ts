import type { ArchiveEntry } from '../contract/archive-entry.ts'
import type { NotifyKind } from '../contract/workflow.ts'
import { type EntryRef, listOpen, readEntry } from '../records/archive.ts'
import { forgetDueMail, forgetWelcomeMail, listOwedWelcomes, owedWelcomeMail } from '../records/entry-mails.ts'
import { MAIL_DUE, OPEN } from '../records/tables.ts'
import { readUser, type User } from '../records/users.ts'
import { aboutEntry, log } from '../runtime/log.ts'
import { sendMail } from '../runtime/mail.ts'
import { MAIL_PATIENCE_MS, sendOwed } from '../runtime/owed-mail.ts'
import { welcomeMail } from '../runtime/welcome-mail.ts'
import { type MailRoom, sendEntryMail } from './notify.ts'

/** Younger debts are left to the function that is about to pay them. */
const UNTOUCHED_MS = 2 * 60 * 1000

/**
 * Sends the mails that are still owed because SES refused them or their sender was killed: about entries and to new
 * people, for three days. Safe to run at any time and twice at once; a mail that fails does not hold up the others.
 */
export async function sendOwedMails(room: MailRoom): Promise<{ seen: number }> {
  const { tables, now } = room
  const before = new Date(now() - UNTOUCHED_MS).toISOString()
  let seen = 0
  const each = async (about: Record<string, string>, send: () => Promise<void>): Promise<void> => {
    seen += 1
    try {
      await send()
    } catch (error) {
      log('error', 'mail', 'an owed mail was not sent', about, error)
    }
  }
  for (const partition of [OPEN, MAIL_DUE] as const)
    for await (const { uid, key } of listOpen(tables, before, partition))
      await each(aboutEntry({ uid, key }), () => payEntry(room, { uid, key }))
  for await (const uid of listOwedWelcomes(tables, before)) await each({ uid }, () => payWelcome(room, uid))
  return { seen }
}

/** Acts on the entry as it is now: the index that named it lags behind. */
async function payEntry(room: MailRoom, ref: EntryRef): Promise<void> {
  const entry = await readEntry(room.tables, ref)
  const kind = entry && owedKind(entry)
  if (!entry || kind === undefined) return
  const isNews = room.now() - Date.parse(entry.changed_at ?? entry.video_upload_time) <= MAIL_PATIENCE_MS
  if (isNews && !entry.mails.includes(kind)) await sendEntryMail(room, kind, ref)
  else if (kind !== 'received') await forgetDueMail(room.tables, ref)
}

/** An upload that has not arrived owes nothing; of an entry that is closed, only the mail about its end is news. */
function owedKind({ status }: ArchiveEntry): NotifyKind | undefined {
  if (status === 'uploading') return undefined
  return status === 'done' || status === 'failed' ? status : 'received'
}

async function payWelcome(room: MailRoom, uid: string): Promise<void> {
  const user = await readUser(room.tables, uid)
  if (user?.welcome_tokens === undefined) return
  if (user.email === undefined || room.now() - Date.parse(user.created_at) > MAIL_PATIENCE_MS)
    return forgetWelcomeMail(room.tables, uid)
  await sendWelcome(room, user, user.email, user.welcome_tokens)
}

async function sendWelcome(room: MailRoom, { uid, name }: User, to: string, granted: number): Promise<void> {
  const { ses, from, siteUrl, now } = room
  const message = welcomeMail({ name, granted, siteUrl })
  await sendOwed(owedWelcomeMail(room.tables, uid), now, () => sendMail(ses, { from, to, ...message }))
}
