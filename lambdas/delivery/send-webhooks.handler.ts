import * as z from 'zod'
import { tableDeps } from '../records/table-deps.ts'
import { readEnvironment } from '../runtime/environment.ts'
import { step } from '../runtime/step.ts'
import { sendAllWebhooks } from './send-webhooks.ts'
import { resolveHost } from './webhook-request.ts'

const { WEBHOOK_RECEIVERS } = readEnvironment('WEBHOOK_RECEIVERS')
const deps = { ...tableDeps(), resolve: resolveHost, isLocal: WEBHOOK_RECEIVERS === 'local' }

export const handler = step(z.unknown(), () => sendAllWebhooks(deps))
