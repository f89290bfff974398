import type { NotifyKind } from '../contract/workflow.ts'
import { type EntryRef, readEntry } from './archive.ts'
import { MAIL_DUE, type Tables } from './tables.ts'
import { untilAnswered, update, write } from './transaction.ts'

/**
 * Marks a kind of mail as sent; true only for the first caller, who then sends it. The sweeper no longer asks for the
 * mail about a failure after that.
 */
export async function markMail(tables: Tables, { uid, key }: EntryRef, kind: NotifyKind): Promise<boolean> {
  const isOwed = kind === 'failed'
  const change = { append: { mails: [kind] }, remove: isOwed ? ['open', 'open_since'] : [] }
  const when = { present: ['mails'], lacks: { mails: kind }, equals: isOwed ? { status: 'failed' } : {} }
  return write(tables, update(tables.archive, { uid, key }, change, when))
}

/** Takes the mark back where the mail could not be sent; the mail about a failure is due again. */
export async function unmarkMail(tables: Tables, { uid, key }: EntryRef, kind: NotifyKind): Promise<void> {
  await untilAnswered(async () => {
    const entry = await readEntry(tables, { uid, key })
    const index = entry?.mails.indexOf(kind) ?? -1
    if (!entry || index < 0) return { unmarked: true }
    const due = kind === 'failed' && entry.status === 'failed'
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

/** Stops the sweeper from asking for the mail about a failure. */
export async function forgetDueMail(tables: Tables, { uid, key }: EntryRef): Promise<void> {
  const when = { equals: { open: MAIL_DUE } }
  await write(tables, update(tables.archive, { uid, key }, { remove: ['open', 'open_since'] }, when))
}
