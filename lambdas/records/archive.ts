import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { type ArchiveEntry, archiveEntry, type EntryStatus } from '../contract/archive-entry.ts'
import type { NotifyKind } from '../contract/workflow.ts'
import { untilAnswered } from './retry.ts'
import { INDEXES, MAIL_DUE, OPEN, type Tables } from './tables.ts'
import { update, write } from './transaction.ts'

/** Which entry: its owner and its 14 digits. */
export interface EntryRef {
  uid: string
  key: string
}

/** The entry as last written (consistent read), or `undefined`. */
export async function readEntry(tables: Tables, { uid, key }: EntryRef): Promise<ArchiveEntry | undefined> {
  // What a person typed into an address may be too long to ask the table for.
  if (!archiveEntry.shape.key.safeParse(key).success) return undefined
  const { Item } = await tables.client.send(
    new GetCommand({ TableName: tables.archive, Key: { uid, key }, ConsistentRead: true }),
  )
  return Item && archiveEntry.parse(Item)
}

/** Delivery and refund close an entry; every other change of status is a move. */
export type OpenStatus = Exclude<EntryStatus, 'done' | 'failed'>

export interface Move {
  /** The move happens only from one of these. */
  from: readonly OpenStatus[]
  to: OpenStatus
  /** ISO time. */
  at: string
  set?: Partial<Omit<ArchiveEntry, 'uid' | 'key' | 'status' | 'used_token' | 'open_since'>>
}

/** Moves an open entry on; false where it is not in one of the statuses that the move comes from. */
export async function moveEntry(tables: Tables, { uid, key }: EntryRef, move: Move): Promise<boolean> {
  const set = { ...move.set, status: move.to, changed_at: move.at }
  return write(tables, update(tables.archive, { uid, key }, { set }, { oneOf: { status: move.from } }))
}

/** Keeps the id of the upload in parts; false where one is kept already or the entry waits for no upload. */
export async function keepUploadId(tables: Tables, { uid, key }: EntryRef, uploadId: string): Promise<boolean> {
  const when = { equals: { status: 'uploading' }, absent: ['upload_id'] }
  return write(tables, update(tables.archive, { uid, key }, { set: { upload_id: uploadId } }, when))
}

/** True only for the first who asks: that one sends the mail, and the sweeper asks for it no more. */
export async function markMail(tables: Tables, { uid, key }: EntryRef, kind: NotifyKind): Promise<boolean> {
  const isOwed = kind === 'failed'
  const change = { append: { mails: [kind] }, remove: isOwed ? ['open', 'open_since'] : [] }
  const when = { present: ['mails'], lacks: { mails: kind }, equals: isOwed ? { status: 'failed' } : {} }
  return write(tables, update(tables.archive, { uid, key }, change, when))
}

/** Takes the mark back where the mail could not be sent after all. */
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

/** The sweeper stops asking for the mail about a failure. */
export async function forgetDueMail(tables: Tables, { uid, key }: EntryRef): Promise<void> {
  const when = { equals: { open: MAIL_DUE } }
  await write(tables, update(tables.archive, { uid, key }, { remove: ['open', 'open_since'] }, when))
}

const indexKey = z.object({ uid: z.string(), key: z.string(), open_since: z.string() })

/** Entries that are open (or whose mail is due) since before an ISO time, oldest first. The index is a hint: read each before acting. */
export async function* listOpen(
  tables: Tables,
  before: string,
  partition: typeof OPEN | typeof MAIL_DUE = OPEN,
): AsyncGenerator<EntryRef & { open_since: string }> {
  let from: Record<string, unknown> | undefined
  do {
    const { Items = [], LastEvaluatedKey } = await tables.client.send(
      new QueryCommand({
        TableName: tables.archive,
        IndexName: INDEXES.openEntries,
        KeyConditionExpression: '#open = :open AND #open_since < :before',
        ExpressionAttributeNames: { '#open': 'open', '#open_since': 'open_since' },
        ExpressionAttributeValues: { ':open': partition, ':before': before },
        ExclusiveStartKey: from,
      }),
    )
    for (const item of Items) yield indexKey.parse(item)
    from = LastEvaluatedKey
  } while (from)
}
