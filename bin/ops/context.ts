import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { SESClient } from '@aws-sdk/client-ses'
import { SFNClient } from '@aws-sdk/client-sfn'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { EmailDeps } from '../../lambdas/email/email-deps.ts'
import type { Machine } from '../../lambdas/runtime/executions.ts'
import { sendEmail } from '../../lambdas/runtime/ses.ts'
import type { ServiceFile } from './service-file.ts'

/** The service that a command works on. */
export interface Context extends EmailDeps {
  machine: Machine
  closing: Machine
}

export interface ContextOptions {
  service: ServiceFile
  /** Name of a profile of the AWS configuration; the usual chain of credentials without one. */
  profile?: string
  /** Settings of the deployment: EMAIL_SENDER, OPERATOR_EMAIL. */
  settings: Record<string, string | undefined>
  now: () => number
}

export function createContext({ service, profile, settings, now }: ContextOptions): Context {
  const { awsUrl: endpoint, credentials, region, tables, machines, siteUrl } = service
  const client = { region, endpoint, credentials, ...(profile !== undefined && { profile }) }
  const sfn = new SFNClient(client)
  const ses = new SESClient(client)
  const documents = DynamoDBDocumentClient.from(new DynamoDBClient({ ...client, maxAttempts: 5 }), {
    marshallOptions: { removeUndefinedValues: true },
  })
  return {
    tables: { client: documents, ...tables },
    machine: { client: sfn, arn: machines.main },
    closing: { client: sfn, arn: machines.closing },
    sendEmail: email => sendEmail(ses, { from: settings.EMAIL_SENDER ?? '', ...email }),
    siteUrl,
    operatorEmail: settings.OPERATOR_EMAIL ?? '',
    now,
  }
}

export const isoNow = ({ now }: Pick<Context, 'now'>): string => new Date(now()).toISOString()
