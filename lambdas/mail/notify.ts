import { DynamoDBServiceException } from '@aws-sdk/client-dynamodb'
import { type SESClient, SESServiceException } from '@aws-sdk/client-ses'
import type * as z from 'zod'
import { type ArchiveEntry, isOpen } from '../contract/archive-entry.ts'
import { type NotifyKind, type notifyInput, RETRIED_ERRORS } from '../contract/workflow.ts'
import { type EntryRef, readEntry } from '../records/archive.ts'
import { forgetDueMail, markMail, unmarkMail } from '../records/entry-mails.ts'
import type { Tables } from '../records/tables.ts'
import { readUser } from '../records/users.ts'
import { log } from '../runtime/log.ts'
import { sendMail } from '../runtime/mail.ts'
import { messageOf } from './messages.ts'

export interface Notification {
  tables: Tables
  ses: SESClient
  from: string
  siteUrl: string
}

const PASSING: ReadonlySet<string> = new Set(RETRIED_ERRORS)

/**
 * Sends the mail of a kind about an entry, once, where the entry is in the state that it tells of and its owner has an
 * address. Trouble is logged and swallowed: a mail is no part of the work it tells of.
 *
 * The mark is set before the mail goes: a step that is cut off in between sends nothing (at most once), for the archive
 * tells the same and two mails annoy. Only where SES itself says no is the mark taken back, so that the next try sends
 * it; where no answer came, the mail may have gone, and the mark stays.
 * @throws what SES or DynamoDB call passing, so that the workflow tries again; its work goes on whatever comes of it
 */
export async function notify(room: Notification, { kind, ...ref }: z.infer<typeof notifyInput>): Promise<void> {
  try {
    await send(room, kind, ref)
  } catch (error) {
    log('error', 'a mail was not sent', { kind, key: ref.key }, error)
    const isAnswered = error instanceof SESServiceException || error instanceof DynamoDBServiceException
    if (isAnswered && PASSING.has(error.name)) throw error
  }
}

async function send({ tables, ses, from, siteUrl }: Notification, kind: NotifyKind, ref: EntryRef): Promise<void> {
  const entry = await readEntry(tables, ref)
  if (!entry || !tellsOf(kind, entry)) return
  const to = (await readUser(tables, ref.uid))?.email
  if (to === undefined) {
    // The sweeper would ask for it again and again.
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

function tellsOf(kind: NotifyKind, { status }: ArchiveEntry): boolean {
  return kind === 'received' ? isOpen(status) : status === kind
}
