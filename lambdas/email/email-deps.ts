import type { SESClient } from '@aws-sdk/client-ses'
import { type TableDeps, tableDeps } from '../records/base-deps.ts'
import { sesClient } from '../runtime/clients.ts'
import { readEnvironment } from '../runtime/environment.ts'

/** Dependencies of the functions that send emails about entries. */
export interface EmailDeps extends TableDeps {
  ses: SESClient
  from: string
  siteUrl: string
}

export function emailDepsFromEnvironment(): EmailDeps {
  const { MAIL_SENDER, SITE_URL } = readEnvironment('MAIL_SENDER', 'SITE_URL')
  return { ...tableDeps(), ses: sesClient(), from: MAIL_SENDER, siteUrl: SITE_URL }
}
