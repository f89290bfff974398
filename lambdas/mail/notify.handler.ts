import { SESClient } from '@aws-sdk/client-ses'
import { notifyInput } from '../contract/workflow.ts'
import { tablesFromEnvironment } from '../records/tables.ts'
import { dynamoClient } from '../runtime/clients.ts'
import { readEnvironment } from '../runtime/environment.ts'
import { step } from '../runtime/step.ts'
import { notify } from './notify.ts'

const { MAIL_SENDER, SITE_URL } = readEnvironment('MAIL_SENDER', 'SITE_URL')
const room = {
  tables: tablesFromEnvironment(dynamoClient()),
  ses: new SESClient({}),
  from: MAIL_SENDER,
  siteUrl: SITE_URL,
}

export const handler = step(notifyInput, input => notify(room, input))
