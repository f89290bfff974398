import * as z from 'zod'
import { step } from '../runtime/step.ts'
import { emailDepsFromEnvironment } from './email-deps.ts'
import { sendOwedMails } from './send-owed-emails.ts'

const deps = emailDepsFromEnvironment()

export const handler = step(z.unknown(), () => sendOwedMails(deps))
