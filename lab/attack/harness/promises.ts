import type { StoredEmail } from '#local-aws/ses/index.ts'
import { type ArchiveEntry, archiveEntry, isOpen } from '../../../lambdas/contract/archive-entry.ts'
import { type Movement, movement } from '../../../lambdas/contract/movement.ts'
import { type Order, order } from '../../../lambdas/contract/order.ts'
import { nameOfTitle } from '../../../lambdas/contract/title.ts'
import { emailId, type OwedEmail, owedEmail } from '../../../lambdas/records/outbox.ts'
import type { Tables } from '../../../lambdas/records/tables.ts'
import { type User, user } from '../../../lambdas/records/users.ts'
import { scanned } from './pass-time.ts'

/** The contents of the tables and the mailbox. */
export interface Holdings {
  users: User[]
  movements: Movement[]
  entries: ArchiveEntry[]
  orders: Order[]
  outbox: OwedEmail[]
  emails: Pick<StoredEmail, 'to' | 'subject' | 'text'>[]
}

export async function holdingsOf(tables: Tables, emails: Holdings['emails']): Promise<Holdings> {
  const [users, movements, entries, orders, outbox] = await Promise.all(
    [tables.users, tables.ledger, tables.archive, tables.payments, tables.outbox].map(table => scanned(tables, table)),
  )
  return {
    users: (users ?? []).map(row => user.parse(row)),
    movements: (movements ?? []).map(row => movement.parse(row)),
    entries: (entries ?? []).map(row => archiveEntry.parse(row)),
    orders: (orders ?? []).map(row => order.parse(row)),
    outbox: (outbox ?? []).map(row => owedEmail.parse(row.email)),
    emails,
  }
}

const sum = (movements: readonly Movement[]): number => movements.reduce((total, { amount }) => total + amount, 0)

function grouped<Thing>(things: readonly Thing[], keyOf: (thing: Thing) => string): Map<string, Thing[]> {
  const groups = new Map<string, Thing[]>()
  for (const thing of things) {
    const key = keyOf(thing)
    const group = groups.get(key)
    if (group) group.push(thing)
    else groups.set(key, [thing])
  }
  return groups
}

/**
 * Violations of the promises that hold at any moment: each balance is the sum of its movements and never negative, and
 * a hold is settled or refunded once. Each text names the promise and the user.
 */
export function brokenSums({ users, movements, orders }: Holdings): string[] {
  const broken: string[] = []
  const byPerson = grouped(movements, ({ uid }) => uid)
  for (const { uid, token, owed } of users) {
    const own = sum(byPerson.get(uid) ?? [])
    if (token !== own) broken.push(`balance ${token} of ${uid} is not the sum ${own} of its movements`)
    if (token < 0) broken.push(`balance ${token} of ${uid} is negative`)
    const due = orders.flatMap(({ uid: owner, order_id, unrecovered_tokens = 0 }) =>
      owner === uid && unrecovered_tokens > 0 ? [[order_id, unrecovered_tokens] as const] : [],
    )
    const sorted = (pairs: readonly (readonly [string, number])[]) => JSON.stringify([...pairs].sort())
    if (sorted(due) !== sorted(Object.entries(owed))) broken.push(`${uid} owes something else than the orders say`)
  }
  const present = new Set(users.map(({ uid }) => uid))
  for (const [uid, own] of byPerson)
    if (!present.has(uid) && sum(own) !== 0) broken.push(`movements of ${uid}, who left, sum up to ${sum(own)}`)
  for (const { uid, movement: name, balance } of movements)
    if (balance < 0) broken.push(`balance ${balance} of ${uid} after ${name} is negative`)
  for (const [cause, own] of grouped(movements.filter(isOfEntry), causeOf)) {
    const kinds = own.map(kindOf)
    if (new Set(kinds).size !== kinds.length) broken.push(`${cause} moved twice: ${kinds.join(', ')}`)
    if (!kinds.includes('hold')) broken.push(`${cause} has no hold`)
    if (kinds.includes('refund') && sum(own) !== 0) broken.push(`${cause} was refunded and still cost ${-sum(own)}`)
  }
  return broken
}

const kindOf = ({ movement: name }: Movement): string => name.split('#')[0] ?? ''
const causeOf = ({ uid, movement: name }: Movement): string => `${uid} ${name.split('#')[1]}`
const isOfEntry = (one: Movement): boolean => ['hold', 'settle', 'refund'].includes(kindOf(one))

/** Violations once no work is left: an entry is open or does not match its movements, or an order is not credited. */
export function brokenEnds({ users, movements, entries, orders }: Holdings): string[] {
  const broken: string[] = []
  const byEntry = grouped(movements.filter(isOfEntry), causeOf)
  for (const { uid, key, status, used_token } of entries) {
    const where = `${uid} ${key}`
    const own = byEntry.get(where) ?? []
    if (isOpen(status)) broken.push(`${where} is still ${status}`)
    if (used_token + sum(own) !== 0) broken.push(`${where} records ${used_token} tokens and moved ${-sum(own)}`)
    if (status === 'failed' && used_token !== 0) broken.push(`${where} failed and kept ${used_token} tokens`)
    if (status === 'failed' && !own.some(one => kindOf(one) === 'refund')) broken.push(`${where} has no refund`)
    if (status === 'done' && !own.some(one => kindOf(one) === 'settle')) broken.push(`${where} was never settled`)
  }
  for (const { uid, open_submissions, running } of users) {
    const open = entries.filter(entry => entry.uid === uid && isOpen(entry.status))
    const started = open.filter(({ started_at }) => started_at !== undefined).length
    if (open.length !== open_submissions)
      broken.push(`${uid} counts ${open_submissions} open submissions of ${open.length}`)
    if (started !== running) broken.push(`${uid} counts ${running} turns of ${started}`)
  }
  const purchases = new Set(movements.filter(one => kindOf(one) === 'purchase').map(one => one.movement.split('#')[1]))
  for (const { order_id, paid_at } of orders)
    if ((paid_at !== undefined) !== purchases.has(order_id)) broken.push(`order ${order_id} is credited wrongly`)
  return broken
}

/** Number of emails owed, and how many of them were never sent. */
export interface EmailCount {
  owed: number
  /** Emails beyond those owed. */
  twice: number
  lost: string[]
  /**
   * "Received" emails about videos that were closed before the email could be sent. The email about the end replaces
   * them.
   */
  overtaken: number
}

/** Rows and emails to count from. */
export interface EmailHoldings {
  users: Pick<User, 'uid' | 'email' | 'created_at'>[]
  entries: Pick<ArchiveEntry, 'uid' | 'key' | 'title' | 'status' | 'failure' | 'group'>[]
  orders: Pick<Order, 'uid' | 'order_id' | 'paid_at'>[]
  /** Emails still owed. */
  outbox: OwedEmail[]
  emails: Holdings['emails']
}

const DONE = '자막이 완성됐어요'
const FAILED = '자막을 만들지 못했어요'
const RECEIVED = ['영상을 받았어요', 'YouTube 링크를 받았어요', '영어 자막을 받았어요'] as const
const WELCOME = '반가워요, 토큰 200개를 넣어 드렸어요'

/**
 * Counts the emails owed to users who still exist. The email about a finished video links to it. Those about a received
 * or a failed video contain only its name, which a retried video keeps, so they are counted together. A canceled video is
 * owed none. A group of submissions is owed one email about its end and none about its members.
 */
export function countEmails({ users, entries, orders, outbox, emails }: EmailHoldings): EmailCount {
  const count: EmailCount = { owed: 0, twice: 0, lost: [], overtaken: 0 }
  const owe = (whats: readonly string[], sent: number): void => {
    count.owed += whats.length
    count.twice += Math.max(0, sent - whats.length)
    count.lost.push(...whats.slice(sent))
  }
  const bySubject = grouped(emails, ({ to, subject }) => `${to.join()} ${subject}`)
  const sentTo = (to: string, subject: string): EmailHoldings['emails'] => bySubject.get(`${to} ${subject}`) ?? []
  const addresses = new Map(users.map(({ uid, email }) => [uid, email]))
  for (const { email, created_at } of users)
    if (email !== undefined) owe([`welcome of ${created_at}`], sentTo(email, WELCOME).length)

  const ended = entries.filter(({ status }) => status === 'done' || status === 'failed')
  for (const [id, members] of grouped(ended, ({ group = '' }) => group)) {
    const email = addresses.get(members[0]?.uid ?? '')
    if (id === '' || email === undefined) continue
    const own = emails.filter(({ to }) => to.includes(email))
    owe([`end of group ${id}`], own.filter(({ text }) => text.includes(`/user?group=${id}`)).length)
    count.twice += members.filter(({ key }) => own.some(({ text }) => text.includes(`/user/${key}`))).length
  }
  const alone = ended.filter(({ group }) => group === undefined)
  for (const namesakes of grouped(alone, ({ uid, title }) => `${uid} ${nameOfTitle(title)}`).values()) {
    const [{ uid = '', title = '' } = {}] = namesakes
    const email = addresses.get(uid)
    if (email === undefined) continue
    const name = nameOfTitle(title)
    const done = sentTo(email, `${DONE}: ${name}`)
    for (const { key, status } of namesakes)
      if (status === 'done') owe([`done of ${key}`], done.filter(({ text }) => text.includes(`/user/${key}`)).length)
    const failed = namesakes.filter(({ status, failure }) => status === 'failed' && failure !== 'CANCELED')
    owe(
      failed.map(({ key }) => `failed of ${key}`),
      sentTo(email, `${FAILED}: ${name}`).length,
    )
    const received = RECEIVED.reduce((sum, subject) => sum + sentTo(email, `${subject}: ${name}`).length, 0)
    count.owed += Math.min(received, namesakes.length)
    count.twice += Math.max(0, received - namesakes.length)
    const never = namesakes.filter(({ failure }) => failure === 'UPLOAD_NEVER_CAME')
    count.overtaken += Math.max(0, namesakes.length - received - never.length)
  }
  for (const { uid, order_id, paid_at } of orders) {
    const email = addresses.get(uid)
    if (email === undefined) continue
    const about = emails.filter(({ to, text }) => to.includes(email) && text.includes(order_id))
    if (paid_at !== undefined)
      owe([`paid of ${order_id}`], about.filter(({ subject }) => subject.includes('충전했어요')).length)
  }
  count.lost.push(...outbox.map(email => `${emailId(email)} is still owed`))
  return count
}

/** Traces of users who left: rows with their name or address, and objects. */
export async function tracesOf(
  tables: Tables,
  objects: readonly string[],
  left: readonly { uid: string; marks: readonly string[] }[],
): Promise<string[]> {
  const { client: _client, ...names } = tables
  const rows = await Promise.all(
    Object.entries(names).map(async ([name, table]) => ({ name, rows: await scanned(tables, table) })),
  )
  return left.flatMap(({ uid, marks }) => [
    ...rows.flatMap(({ name, rows }) =>
      rows
        .filter(row => marks.some(mark => JSON.stringify(row).includes(mark)))
        .map(() => `${name} still names ${uid}`),
    ),
    ...objects.filter(key => key.includes(`/${uid}/`)).map(key => `${key} of somebody who left`),
  ])
}
