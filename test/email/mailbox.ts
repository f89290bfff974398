import { SESServiceException } from '@aws-sdk/client-ses'
import type { EmailDeps } from '../../lambdas/email/email-deps.ts'
import type { Tables } from '../../lambdas/records/tables.ts'
import type { Email } from '../../lambdas/runtime/email.ts'
import { NOW } from '../support/users.ts'

type Outgoing = Omit<Email, 'from'>

/** Emails that a simulated SES accepts or refuses. */
export interface Mailbox {
  sent: Outgoing[]
  /** Name of the error with which SES refuses every email, if any. */
  refusal: string | undefined
  /** Runs while SES handles the next email. */
  meanwhile: (() => Promise<unknown>) | undefined
  clock: number
  deps: EmailDeps
  /** Subjects of the emails to an address, without the welcome. */
  subjects(address: string): string[]
}

export function openMailbox(tables: Tables): Mailbox {
  const mailbox: Mailbox = {
    sent: [],
    refusal: undefined,
    meanwhile: undefined,
    clock: NOW,
    deps: {
      tables,
      siteUrl: 'https://jamak.example',
      operatorEmail: 'operator@jamak.example',
      now: () => mailbox.clock,
      async sendEmail(email) {
        if (mailbox.refusal !== undefined)
          throw new SESServiceException({ name: mailbox.refusal, $fault: 'client', $metadata: {}, message: 'no' })
        const before = mailbox.meanwhile
        mailbox.meanwhile = undefined
        await before?.()
        mailbox.sent.push(email)
      },
    },
    subjects: address =>
      mailbox.sent.flatMap(({ to, subject }) => (to === address && !subject.includes('반가워요') ? [subject] : [])),
  }
  return mailbox
}
