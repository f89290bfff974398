import { type TableDeps, tableDeps } from '../records/table-deps.ts'
import type { Email } from '../runtime/email.ts'
import { readEnvironment } from '../runtime/environment.ts'
import { once } from '../runtime/once.ts'

/** Dependencies of every function that sends email. */
export interface EmailDeps extends TableDeps {
  /** Sends an email from the service's address. */
  sendEmail: (email: Omit<Email, 'from'>) => Promise<void>
  /** Without a trailing slash. */
  siteUrl: string
  operatorEmail: string
}

/** The dependencies of a deployed function. SES's client is loaded when the first email is sent. */
export function emailDepsFromEnvironment(): EmailDeps {
  const { EMAIL_SENDER, OPERATOR_EMAIL, SITE_URL } = readEnvironment('EMAIL_SENDER', 'OPERATOR_EMAIL', 'SITE_URL')
  const ses = once(async () => {
    const { sendEmail, sesClient } = await import('../runtime/ses.ts')
    const client = sesClient()
    return (email: Email) => sendEmail(client, email)
  })
  return {
    ...tableDeps(),
    sendEmail: async email => (await ses())({ from: EMAIL_SENDER, ...email }),
    siteUrl: SITE_URL,
    operatorEmail: OPERATOR_EMAIL,
  }
}
