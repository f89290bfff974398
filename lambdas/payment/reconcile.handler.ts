import * as z from 'zod'
import { step } from '../runtime/step.ts'
import { paymentDepsFromEnvironment } from './payment-deps.ts'
import { reconcile } from './reconcile.ts'

const deps = paymentDepsFromEnvironment()

export const handler = step(z.unknown(), () => reconcile(deps))
