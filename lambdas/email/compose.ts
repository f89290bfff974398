import { type ArchiveEntry, isOpen } from '../contract/archive-entry.ts'
import { readEntry } from '../records/archive.ts'
import { dayOf, readComments } from '../records/comments.ts'
import { fixReported, groupDueAt, isToldByGroup, markEmailed, readGroup, readReported } from '../records/groups.ts'
import { readMovement, recoveryName, reversalName } from '../records/ledger/index.ts'
import { emailClosing, type LeasedEmail, type OwedEmail, owe } from '../records/outbox.ts'
import { readOrder } from '../records/payments.ts'
import { transact } from '../records/transaction.ts'
import { readUser } from '../records/users.ts'
import type { Email } from '../runtime/email.ts'
import { buildCommentsMessage, buildProofreadMessage } from './comments-message.ts'
import type { EmailDeps } from './email-deps.ts'
import { buildEntryMessage } from './entry-message.ts'
import { buildGroupMessage } from './group-message.ts'
import { buildInquiryMessage } from './inquiry-message.ts'
import {
  buildCanceledMessage,
  buildDifferingMessage,
  buildPaidMessage,
  buildRecoveredMessage,
  buildUncreditedMessage,
  buildUnrecoveredMessage,
  buildWaitingMessage,
} from './order-messages.ts'
import {
  buildAmendInvoiceMessage,
  buildInvoiceMessage,
  buildStuckTaxDocumentMessage,
  buildTaxDocumentMessage,
} from './tax-document-messages.ts'
import { buildWelcomeMessage } from './welcome-message.ts'

type Outgoing = Omit<Email, 'from'>
type About<Kind extends OwedEmail['about']> = Extract<OwedEmail, { about: Kind }>

/** What to do with an owed email. */
export type Composed =
  /** `noteSent` records in other rows that it was sent. */
  | { step: 'send'; email: Outgoing; noteSent?: () => Promise<void> }
  /** It no longer applies, or there is no address to send it to. */
  | { step: 'drop' }
  /** Compose it again at `due`, in epoch milliseconds. */
  | { step: 'later'; due: number }
  /** Another email is owed in its place. */
  | { step: 'other'; email: OwedEmail }

const DROP: Composed = { step: 'drop' }

/** Writes an owed email from the current rows. */
export async function compose(deps: EmailDeps, leased: LeasedEmail): Promise<Composed> {
  const { email } = leased
  switch (email.about) {
    case 'entry':
      return composeAboutEntry(deps, leased, email)
    case 'group':
      return composeAboutGroup(deps, email)
    case 'comments':
      return composeAboutComments(deps, email)
    case 'proofread': {
      const { uid, key, link, by } = email
      const [entry, comments, user] = await Promise.all([
        readEntry(deps.tables, { uid, key }),
        readComments(deps.tables, { uid, key }),
        readUser(deps.tables, uid),
      ])
      const open = comments.filter(each => each.link === link && each.doneAt === undefined).length
      return entry ? to(user?.email, buildProofreadMessage(entry, { by, open }, deps.siteUrl)) : DROP
    }
    case 'order':
      return composeAboutOrder(deps, email)
    case 'welcome': {
      const user = await readUser(deps.tables, email.uid)
      const { granted } = email
      return user ? to(user.email, buildWelcomeMessage({ name: user.name, granted, siteUrl: deps.siteUrl })) : DROP
    }
    case 'inquiry': {
      const { uid, key } = email
      const entry = key === undefined ? undefined : await readEntry(deps.tables, { uid, key })
      return to(deps.operatorEmail, { ...buildInquiryMessage({ ...email, entry }), replyTo: email.email })
    }
  }
}

function to(address: string | undefined, message: Omit<Outgoing, 'to'>): Composed {
  return address === undefined ? DROP : { step: 'send', email: { to: address, ...message } }
}

/** A member of a group gets no email of its own: when it ends, the email about the group is owed. */
async function composeAboutEntry(
  { tables, siteUrl, now }: EmailDeps,
  leased: LeasedEmail,
  { uid, key, kind }: About<'entry'>,
): Promise<Composed> {
  const entry = await readEntry(tables, { uid, key })
  if (!entry || !isDue(kind, entry)) return DROP
  const group = entry.group === undefined ? undefined : await readGroup(tables, uid, entry.group)
  if (entry.group === undefined || !group || !isToldByGroup(group, key))
    return to((await readUser(tables, uid))?.email, buildEntryMessage(kind, entry, siteUrl))
  if (kind === 'received') return DROP
  const email = { about: 'group', uid, group: entry.group } as const
  await transact(tables, [emailClosing(tables, leased), owe(tables, email, new Date(now()).toISOString())])
  return { step: 'other', email }
}

function isDue(kind: About<'entry'>['kind'], { status }: ArchiveEntry): boolean {
  return kind === 'received' ? isOpen(status) : status === kind
}

/** One email reports on all members of a group, once the last of them has ended and no other is expected. */
async function composeAboutGroup(
  { tables, siteUrl, now }: EmailDeps,
  { uid, group: id }: About<'group'>,
): Promise<Composed> {
  const group = await readGroup(tables, uid, id)
  if (!group || group.emailed) return DROP
  const members = (await readReported(tables, uid, group)).filter(({ key }) => isToldByGroup(group, key))
  // A user who canceled all members needs no email about it. An open member owes this email again when it ends.
  if (members.every(({ failure }) => failure === 'CANCELED')) return DROP
  if (members.some(({ status }) => isOpen(status))) return DROP
  const due = groupDueAt(group)
  if (due > now()) return { step: 'later', due }
  // Another member has joined since: compose the email again with it.
  if (!(await fixReported(tables, uid, id, group))) return { step: 'later', due: now() }
  const composed = to((await readUser(tables, uid))?.email, buildGroupMessage(id, members, siteUrl))
  return composed.step === 'send' ? { ...composed, noteSent: () => markEmailed(tables, uid, id) } : composed
}

/** Counts the comments that are open when the email is sent; none if the owner was faster. */
async function composeAboutComments(
  { tables, siteUrl }: EmailDeps,
  { uid, key, link, day }: About<'comments'>,
): Promise<Composed> {
  const [entry, comments] = await Promise.all([readEntry(tables, { uid, key }), readComments(tables, { uid, key })])
  const open = comments.filter(each => each.link === link && each.doneAt === undefined && dayOf(each.at) === day)
  if (!entry || open.length === 0) return DROP
  return to((await readUser(tables, uid))?.email, buildCommentsMessage(entry, open, siteUrl))
}

/** After a `#`, `kind` may state the cause: the cancellation at Toss, or what returned the recovered tokens. */
async function composeAboutOrder(deps: EmailDeps, { uid, orderId, kind }: About<'order'>): Promise<Composed> {
  const { tables, operatorEmail, siteUrl } = deps
  const [order, user] = await Promise.all([readOrder(tables, orderId), readUser(tables, uid)])
  if (!order) return DROP
  const [name = '', ...rest] = kind.split('#')
  const cause = rest.join('#')
  const takenBy = async (movement: string) => 0 - ((await readMovement(tables, uid, movement))?.amount ?? 0)
  switch (name) {
    case 'paid':
      return to(user?.email, buildPaidMessage(order, { balance: user?.token ?? 0, siteUrl }))
    case 'waiting':
      return to(user?.email, buildWaitingMessage(order, siteUrl))
    case 'canceled':
      return to(
        user?.email,
        buildCanceledMessage(order, { taken: await takenBy(reversalName(orderId, cause)), siteUrl }),
      )
    case 'unrecovered':
      return to(operatorEmail, buildUnrecoveredMessage(order, user?.open_submissions ?? 0))
    case 'recovered':
      return to(
        operatorEmail,
        buildRecoveredMessage(order, { taken: await takenBy(recoveryName(orderId, cause)), cause }),
      )
    case 'uncredited':
      return to(operatorEmail, buildUncreditedMessage(order))
    case 'differing':
      return to(operatorEmail, buildDifferingMessage(order))
    case 'tax_document':
      return to(user?.email, buildTaxDocumentMessage(order, siteUrl))
    case 'invoice':
      return order.tax_document?.status === 'requested' ? to(operatorEmail, buildInvoiceMessage(order)) : DROP
    case 'tax_document_stuck':
      return to(operatorEmail, buildStuckTaxDocumentMessage(order))
    case 'amend_invoice':
      return to(operatorEmail, buildAmendInvoiceMessage(order))
    default:
      return DROP
  }
}
