import * as z from 'zod'
import { step } from '../runtime/step.ts'
import { emailDepsFromEnvironment } from './email-deps.ts'
import { sendAllOwed } from './send-owed.ts'

const deps = emailDepsFromEnvironment()

export const handler = step(z.unknown(), () => sendAllOwed(deps))
