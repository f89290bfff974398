import { SFNClient } from '@aws-sdk/client-sfn'
import * as z from 'zod'
import { baseDeps } from '../records/base-deps.ts'
import { readEnvironment } from '../runtime/environment.ts'
import { step } from '../runtime/step.ts'
import { type SweepDeps, sweep } from './sweep.ts'

function sweepDepsFromEnvironment(): SweepDeps {
  const environment = readEnvironment('STATE_MACHINE_ARN', 'CLOSING_MACHINE_ARN')
  const client = new SFNClient({ retryMode: 'adaptive', maxAttempts: 8 })
  return {
    ...baseDeps(),
    machine: { client, arn: environment.STATE_MACHINE_ARN },
    closing: { client, arn: environment.CLOSING_MACHINE_ARN },
  }
}

const deps = sweepDepsFromEnvironment()

export const handler = step(z.unknown(), () => sweep(deps))
