import { SESServiceException } from '@aws-sdk/client-ses'
import { RETRIED_ERRORS } from '../contract/retried-errors.ts'

/**
 * Milliseconds during which only one sender may send an email. It is longer than any call of SES (`sesClient`), so that
 * a live sender is not overtaken; after a kill, the next sender takes over when it ends.
 */
export const MAIL_LEASE_MS = 2 * 60 * 1000

/** Milliseconds until the next attempt after SES rejected an email for a lasting reason. */
export const MAIL_PAUSE_MS = 6 * 60 * 60 * 1000

/** An email is dropped after this many milliseconds: by then it is no longer news, and the page shows the same. */
export const MAIL_PATIENCE_MS = 72 * 60 * 60 * 1000

/** An email that a row owes. Times are epoch milliseconds. */
export interface OwedEmail {
  /** Takes the lease. Returns false if the email is no longer owed, or another sender holds the lease at `now`. */
  lease(now: number, until: number): Promise<boolean>
  /** Records that SES accepted the email. */
  settle(): Promise<void>
  /** Releases the lease; nobody sends the email before `until`. */
  postpone(until: number): Promise<void>
}

/**
 * Sends an owed email at least once: it stays owed until SES has responded. If a sender is killed in between, the email
 * is sent twice, because SES has no idempotency key; none is lost. Returns false if there is nothing to send.
 * @throws what `send` throws, after releasing the lease.
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

/**
 * True if SES rejected the email itself. Without a response from SES, the email may have been sent, so it is retried
 * soon.
 */
const isLasting = (error: unknown): boolean => error instanceof SESServiceException && !RETRIED.has(error.name)
