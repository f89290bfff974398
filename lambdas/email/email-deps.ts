import { type TableDeps, tableDeps } from '../records/base-deps.ts'
import { sesClient } from '../runtime/clients.ts'
import { type Email, sendEmail } from '../runtime/email.ts'
import { readEnvironment } from '../runtime/environment.ts'

/** Dependencies of every function that sends email. */
export interface EmailDeps extends TableDeps {
  /** Sends an email from the service's address. */
  sendEmail: (email: Omit<Email, 'from'>) => Promise<void>
  /** Without a trailing slash. */
  siteUrl: string
  operatorEmail: string
}

export function emailDepsFromEnvironment(): EmailDeps {
  const { EMAIL_SENDER, OPERATOR_EMAIL, SITE_URL } = readEnvironment('EMAIL_SENDER', 'OPERATOR_EMAIL', 'SITE_URL')
  const ses = sesClient()
  return {
    ...tableDeps(),
    sendEmail: email => sendEmail(ses, { from: EMAIL_SENDER, ...email }),
    siteUrl: SITE_URL,
    operatorEmail: OPERATOR_EMAIL,
  }
}
