import { DynamoDBServiceException } from '@aws-sdk/client-dynamodb'
import { type SESClient, SESServiceException } from '@aws-sdk/client-ses'
import type * as z from 'zod'
import { type ArchiveEntry, isOpen } from '../contract/archive-entry.ts'
import { type NotifyKind, type notifyInput, RETRIED_ERRORS } from '../contract/workflow.ts'
import { type EntryRef, readEntry } from '../records/archive.ts'
import { forgetDueMail, markMail, unmarkMail } from '../records/entry-mails.ts'
import type { Tables } from '../records/tables.ts'
import { readUser } from '../records/users.ts'
import { aboutEntry, log } from '../runtime/log.ts'
import { sendMail } from '../runtime/mail.ts'
import { messageOf } from './messages.ts'

/** Dependencies of the mail step. */
export interface MailRoom {
  tables: Tables
  ses: SESClient
  from: string
  siteUrl: string
}

const RETRIED: ReadonlySet<string> = new Set(RETRIED_ERRORS)

/**
 * Sends one kind of mail about an entry, once, if the entry is in the matching state and its owner has an address. Errors
 * are logged and swallowed, because a mail must not fail the work that it reports.
 *
 * The mail is marked as sent before it is sent: an interrupted step sends nothing (at most once), because the archive shows
 * the same and two mails annoy. Only if SES itself refuses is the mark removed, so that the next attempt sends it; without
 * an answer the mail may have been sent, and the mark stays.
 * @throws transient errors of SES and DynamoDB, so that the workflow retries; it continues whatever the outcome
 */
export async function notify(room: MailRoom, { kind, ...ref }: z.infer<typeof notifyInput>): Promise<void> {
  try {
    await send(room, kind, ref)
  } catch (error) {
    log('error', 'mail', 'a mail was not sent', { kind, ...aboutEntry(ref) }, error)
    const isAnswered = error instanceof SESServiceException || error instanceof DynamoDBServiceException
    if (isAnswered && RETRIED.has(error.name)) throw error
  }
}

async function send({ tables, ses, from, siteUrl }: MailRoom, kind: NotifyKind, ref: EntryRef): Promise<void> {
  const entry = await readEntry(tables, ref)
  if (!entry || !isDue(kind, entry)) return
  const to = (await readUser(tables, ref.uid))?.email
  if (to === undefined) {
    // Otherwise the sweeper would send it to this step again and again.
    if (kind === 'failed') await forgetDueMail(tables, ref)
    return
  }
  if (!(await markMail(tables, ref, kind))) return
  try {
    await sendMail(ses, { from, to, ...messageOf(kind, entry, siteUrl) })
  } catch (error) {
    if (error instanceof SESServiceException) await unmarkMail(tables, ref, kind)
    throw error
  }
}

function isDue(kind: NotifyKind, { status }: ArchiveEntry): boolean {
  return kind === 'received' ? isOpen(status) : status === kind
}
