import { GetCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { orderId } from '../contract/order.ts'
import { INDEXES } from '../contract/tables.ts'
import { notifyKind } from '../contract/workflow.ts'
import { OPEN, openRows, type Tables } from './tables.ts'
import { remove, update, type Write, write } from './transaction.ts'

/**
 * Milliseconds during which only one sender may send an email. It is longer than any call of SES (`sesClient`), so that
 * a live sender is not overtaken; after a kill, the next sender takes over when it ends.
 */
export const EMAIL_LEASE_MS = 2 * 60 * 1000

/** An email is dropped after this many milliseconds: by then it is no longer news, and the page shows the same. */
export const EMAIL_PATIENCE_MS = 72 * 60 * 60 * 1000

/** What an owed email is about. Its text is written from the current rows when it is sent. */
export const owedEmail = z.discriminatedUnion('about', [
  z.object({ about: z.literal('entry'), uid: z.string(), key: z.string(), kind: notifyKind }),
  z.object({ about: z.literal('group'), uid: z.string(), group: z.string() }),
  /** The comments that a proofreader's link left on a day (`YYYYMMDD` in Korea); `link` is the beginning of its id. */
  z.object({ about: z.literal('comments'), uid: z.string(), key: z.string(), link: z.string(), day: z.string() }),
  /** A proofreader, `by`, finished the review on a day; `link` is the beginning of the link's id. */
  z.object({
    about: z.literal('proofread'),
    ...{ uid: z.string(), key: z.string(), link: z.string(), by: z.string(), day: z.string() },
  }),
  z.object({ about: z.literal('order'), uid: z.string(), orderId, kind: z.string() }),
  z.object({ about: z.literal('welcome'), uid: z.string(), granted: z.int() }),
  /** A question to the operator, with the UUID of the request that asked it. */
  z.object({
    about: z.literal('inquiry'),
    uid: z.string(),
    request: z.string(),
    name: z.string(),
    email: z.string().optional(),
    text: z.string(),
    key: z.string().optional(),
    orderId: z.string().optional(),
  }),
])
export type OwedEmail = z.infer<typeof owedEmail>

/** Key of an email's row: what owes the same email twice owes it once. */
export function emailId(email: OwedEmail): string {
  switch (email.about) {
    case 'entry':
      return `entry#${email.uid}#${email.key}#${email.kind}`
    case 'group':
      return `group#${email.uid}#${email.group}`
    case 'comments':
      return `comments#${email.uid}#${email.key}#${email.link}#${email.day}`
    case 'proofread':
      return `proofread#${email.uid}#${email.key}#${email.link}#${email.day}`
    case 'order':
      return `order#${email.orderId}#${email.kind}`
    case 'welcome':
      return `welcome#${email.uid}`
    case 'inquiry':
      return `inquiry#${email.uid}#${email.request}`
  }
}

const outboxRow = z.object({
  email: owedEmail,
  /** Epoch milliseconds before which nobody sends it. */
  due: z.int(),
  /** Epoch milliseconds until which a sender is at work. */
  lease: z.int().default(0),
  /** ISO time since which it is owed. */
  since: z.string(),
})

/**
 * Builds the write of an owed email for the transaction that causes it. It is due at once, also if it was owed before; a
 * sender at work keeps its lease. `at` is an ISO time.
 */
export function owe(tables: Tables, email: OwedEmail, at: string): Write {
  const due = Date.parse(at)
  const expires_at = Math.ceil((due + EMAIL_PATIENCE_MS) / 1000)
  return update(tables.outbox, { id: emailId(email) }, { set: { email, open: OPEN, due, since: at, expires_at } })
}

/** An owed email that this process alone may send until `lease`, in epoch milliseconds. */
export interface LeasedEmail {
  email: OwedEmail
  lease: number
}

/**
 * Takes the lease of an owed email. Returns `undefined` if it is not owed, not due yet or being sent; `now` in epoch
 * milliseconds.
 */
export async function leaseEmail(tables: Tables, id: string, now: number): Promise<LeasedEmail | undefined> {
  const { Item } = await tables.client.send(
    new GetCommand({ TableName: tables.outbox, Key: { id }, ConsistentRead: true }),
  )
  const row = outboxRow.optional().parse(Item)
  if (!row || row.due > now || row.lease > now) return undefined
  const { email, due } = row
  if (now - Date.parse(row.since) > EMAIL_PATIENCE_MS) {
    await write(tables, remove(tables.outbox, { id }, { equals: { due } }))
    return undefined
  }
  const lease = now + EMAIL_LEASE_MS
  const when = { equals: { due }, belowOrAbsent: { lease: now + 1 } }
  return (await write(tables, update(tables.outbox, { id }, { set: { lease, due: lease } }, when)))
    ? { email, lease }
    : undefined
}

/** Removes an email that was sent or is to be dropped. False if it has been owed anew since it was leased: it stays. */
export async function closeEmail(tables: Tables, leased: LeasedEmail): Promise<boolean> {
  return (await write(tables, emailClosing(tables, leased))) || (await release(tables, leased))
}

/** The write of `closeEmail`, for a transaction. It is refused if the email has been owed anew. */
export function emailClosing(tables: Tables, { email, lease }: LeasedEmail): Write {
  return remove(tables.outbox, { id: emailId(email) }, { equals: { due: lease } })
}

/** Ends a lease: nobody sends the email before `due`, in epoch milliseconds, unless it has been owed anew. */
export async function postponeEmail(tables: Tables, leased: LeasedEmail, due: number): Promise<void> {
  const { email, lease } = leased
  const change = { set: { due }, remove: ['lease'] }
  if (!(await write(tables, update(tables.outbox, { id: emailId(email) }, change, { equals: { due: lease } }))))
    await release(tables, leased)
}

async function release(tables: Tables, { email, lease }: LeasedEmail): Promise<false> {
  await write(tables, update(tables.outbox, { id: emailId(email) }, { remove: ['lease'] }, { equals: { lease } }))
  return false
}

const rowKey = z.object({ id: z.string() })

/** Keys of the emails that are due at `now` (epoch milliseconds), longest first. */
export async function* listDueEmails(tables: Tables, now: number): AsyncGenerator<string> {
  const index = { table: tables.outbox, index: INDEXES.dueEmails, by: 'due' }
  for await (const row of openRows(tables, index, now)) yield rowKey.parse(row).id
}
