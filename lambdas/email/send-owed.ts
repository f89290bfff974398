import { closeEmail, emailId, leaseEmail, listDueEmails, type OwedEmail, postponeEmail } from '../records/outbox.ts'
import { log } from '../runtime/log.ts'
import { inParallel } from '../runtime/parallel.ts'
import { compose } from './compose.ts'
import type { EmailDeps } from './email-deps.ts'

/** Milliseconds until the next attempt after SES rejected an email for a lasting reason. */
export const EMAIL_PAUSE_MS = 6 * 60 * 60 * 1000

/** Concurrent sends. SES allows 14 emails a second to an account that has just left the sandbox. */
const SENT_AT_ONCE = 4

/**
 * Sends an owed email at least once, however often this is called: the email stays owed until SES has responded. If a sender
 * is killed in between, the email is sent twice, because SES has no idempotency key; none is lost. Does nothing if the
 * email is not owed, not due yet or being sent. An email that was owed anew meanwhile is composed again. Returns whether it
 * was sent.
 * @throws what SES or DynamoDB throws, after releasing the lease.
 */
export async function sendOwed(deps: EmailDeps, id: string): Promise<boolean> {
  const { tables, now } = deps
  const leased = await leaseEmail(tables, id, now())
  if (!leased) return false
  try {
    const composed = await compose(deps, leased)
    if (composed.step === 'later') {
      await postponeEmail(tables, leased, composed.due)
      return false
    }
    if (composed.step === 'other') return sendOwed(deps, emailId(composed.email))
    if (composed.step === 'send') {
      await deps.sendEmail(composed.email)
      await composed.noteSent?.()
    }
    if (!(await closeEmail(tables, leased))) return (await sendOwed(deps, id)) || composed.step === 'send'
    return composed.step === 'send'
  } catch (error) {
    const { isLasting } = await import('../runtime/ses.ts')
    await postponeEmail(tables, leased, isLasting(error) ? now() + EMAIL_PAUSE_MS : now())
    throw error
  }
}

/** Sends an email that was owed just now. A failure is logged: it must not fail the work that the email reports. */
export async function sendNow(deps: EmailDeps, email: OwedEmail): Promise<boolean> {
  try {
    return await sendOwed(deps, emailId(email))
  } catch (error) {
    logUnsent(emailId(email), error)
    return false
  }
}

/**
 * Sends every email that is due: the function that owed it was killed, or SES refused it. Safe to run at any time, also
 * concurrently. A failing email does not block the others.
 */
export async function sendAllOwed(deps: EmailDeps): Promise<{ seen: number }> {
  let seen = 0
  await inParallel(listDueEmails(deps.tables, deps.now()), SENT_AT_ONCE, async id => {
    seen += 1
    try {
      await sendOwed(deps, id)
    } catch (error) {
      logUnsent(id, error)
    }
  })
  return { seen }
}

const logUnsent = (id: string, error: unknown): void =>
  log('error', 'email', 'an owed email was not sent', { email: id }, error)
