import { SESServiceException } from '@aws-sdk/client-ses'
import { RETRIED_ERRORS } from '../contract/retried-errors.ts'

/**
 * Milliseconds for which one sender alone may send a mail. Longer than SES can keep a sender waiting (`sesClient`), so that
 * a sender that lives is not overtaken; if it was killed, the next one sends the mail after this time.
 */
export const MAIL_LEASE_MS = 2 * 60 * 1000

/** Milliseconds until the next attempt after SES refused a mail for a reason that does not pass by itself. */
export const MAIL_PAUSE_MS = 6 * 60 * 60 * 1000

/** A mail is given up after this many milliseconds: it would no longer be news, and the page shows the same. */
export const MAIL_PATIENCE_MS = 72 * 60 * 60 * 1000

/** One mail that a row owes to somebody. Times are epoch milliseconds. */
export interface OwedEmail {
  /** Takes the lease; false where the mail is not owed (any more), or another sender holds the lease at `now`. */
  lease(now: number, until: number): Promise<boolean>
  /** Notes that SES took the mail. */
  settle(): Promise<void>
  /** Gives the lease back; nobody sends the mail before `until`. */
  postpone(until: number): Promise<void>
}

/**
 * Sends a mail that is owed, at least once: the debt is struck only after SES answered. A sender that is killed between the
 * two leaves a mail that is sent twice, because SES has no idempotency key; none is lost. False where there is nothing to
 * send.
 * @throws what `send` throws, after the lease was given back.
 */
export async function sendOwed(owed: OwedEmail, now: () => number, send: () => Promise<void>): Promise<boolean> {
  if (!(await owed.lease(now(), now() + MAIL_LEASE_MS))) return false
  try {
    await send()
  } catch (error) {
    await owed.postpone(isLasting(error) ? now() + MAIL_PAUSE_MS : 0)
    throw error
  }
  await owed.settle()
  return true
}

const RETRIED: ReadonlySet<string> = new Set(RETRIED_ERRORS)

/** True where SES refused the mail itself. Without an answer of SES the mail may have gone; it is sent again soon. */
const isLasting = (error: unknown): boolean => error instanceof SESServiceException && !RETRIED.has(error.name)
