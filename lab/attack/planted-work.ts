import { refundEntry } from '../../lambdas/closing/refund-entry.ts'
import { order } from '../../lambdas/contract/order.ts'
import type { EmailDeps } from '../../lambdas/email/email-deps.ts'
import { notify } from '../../lambdas/email/notify.ts'
import { sendNow } from '../../lambdas/email/send-owed.ts'
import { bookOrder, deliver, settle } from '../../lambdas/records/ledger/index.ts'
import { EMAIL_LEASE_MS } from '../../lambdas/records/outbox.ts'
import { newOrderRow } from '../../lambdas/records/payments.ts'
import type { Tables } from '../../lambdas/records/tables.ts'
import { transact } from '../../lambdas/records/transaction.ts'
import { AT, heldEntry, NOW, newUser } from '../../test/support/users.ts'
import type { BugName } from './harness/planted-bugs.ts'

type Emails = { to: string[]; subject: string; text: string }[]

/**
 * Work that each planted bug spoils. `planted-bugs.test.ts` bundles this file once unchanged and once with each bug.
 * Each function returns the emails that were sent.
 */
export const WORK = {
  async 'a refund left out'(tables) {
    const { uid, emails } = await newcomer(tables)
    const { key } = await heldEntry(tables, uid, { durationSeconds: 18 })
    await refundEntry(tables, NOW, { uid, key, failure: 'INTERNAL' })
    await tell(emails, tables, NOW, { uid, key, kind: 'failed' })
    return emails
  },

  /** The sender of the email is killed before SES responds; the next sender arrives after the lease has expired. */
  async 'a mark set before its email'(tables) {
    const { uid, emails } = await newcomer(tables)
    const { key } = await heldEntry(tables, uid, { durationSeconds: 18 })
    await settle(tables, { uid, key }, { durationSeconds: 18, at: AT })
    const certificate = { cues: 1, kept: 1, flags: {}, source: 'recognition' as const, rehearsal: false }
    await deliver(tables, { uid, key }, { srt_title: 'a.srt', certificate, first_cues: ['안녕하세요'], at: AT })
    await tell('killed', tables, NOW, { uid, key, kind: 'done' })
    await tell(emails, tables, NOW + EMAIL_LEASE_MS + 1000, { uid, key, kind: 'done' })
    return emails
  },

  async 'a credit without its movement'(tables) {
    const { uid, email, emails } = await newcomer(tables)
    const order_id = '20260314140926-planted'
    const row = { order_id, uid, package: 'tokens-20', tokens: 20, amount: 2000, status: 'ready', created_at: AT }
    const made = order.parse(row)
    await transact(tables, [newOrderRow(tables, made)])
    await bookOrder(tables, made, { at: AT, cancels: [] }, () => ({
      step: { change: { status: 'paid', paid_at: AT }, moves: [{ kind: 'purchase' }], emails: [] },
    }))
    return [...emails, { to: [email], subject: '토큰 20개를 충전했어요', text: order_id }]
  },
} as const satisfies Record<BugName, (tables: Tables) => Promise<Emails>>

async function newcomer(tables: Tables): Promise<{ uid: string; email: string; emails: Emails }> {
  const { uid, email = '' } = await newUser(tables)
  const emails: Emails = []
  await sendNow(depsOf(emails, tables, NOW), { about: 'welcome', uid, granted: 200 })
  return { uid, email, emails }
}

function depsOf(emails: Emails, tables: Tables, now: number): EmailDeps {
  return {
    tables,
    siteUrl: 'https://jamak.example',
    operatorEmail: 'operator@jamak.example',
    now: () => now,
    async sendEmail({ to, subject, text }) {
      emails.push({ to: [to], subject, text })
    },
  }
}

/** Sends an email about an entry to the mailbox, or is killed while SES processes the request and never responds. */
async function tell(
  ending: 'killed' | Emails,
  tables: Tables,
  now: number,
  { uid, key, kind }: { uid: string; key: string; kind: 'done' | 'failed' },
): Promise<void> {
  if (ending !== 'killed') return notify(depsOf(ending, tables, now), { uid, key, kind })
  const killed = Promise.withResolvers<void>()
  const sendEmail = () => {
    killed.resolve()
    return new Promise<void>(() => {})
  }
  await Promise.race([notify({ ...depsOf([], tables, now), sendEmail }, { uid, key, kind }), killed.promise])
}
