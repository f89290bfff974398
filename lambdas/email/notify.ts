import type * as z from 'zod'
import { RETRIED_ERRORS } from '../contract/retried-errors.ts'
import type { notifyInput } from '../contract/workflow.ts'
import { emailId } from '../records/outbox.ts'
import { aboutEntry, log } from '../runtime/log.ts'
import type { EmailDeps } from './email-deps.ts'
import { sendOwed } from './send-owed.ts'

const RETRIED: ReadonlySet<string> = new Set(RETRIED_ERRORS)

/**
 * Sends one kind of email about an entry if it is owed. Errors are logged and swallowed: an email must not fail the work
 * that it reports, and `sendAllOwed` sends it later.
 * @throws transient errors of SES and DynamoDB, so that the workflow retries; it continues whatever the outcome
 */
export async function notify(deps: EmailDeps, { kind, uid, key }: z.infer<typeof notifyInput>): Promise<void> {
  try {
    await sendOwed(deps, emailId({ about: 'entry', uid, key, kind }))
  } catch (error) {
    log('error', 'email', 'an email was not sent', { kind, ...aboutEntry({ uid, key }) }, error)
    if (error instanceof Error && RETRIED.has(error.name)) throw error
  }
}
