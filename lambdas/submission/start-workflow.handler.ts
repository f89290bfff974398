import { SFNClient } from '@aws-sdk/client-sfn'
import * as z from 'zod'
import { baseDeps } from '../records/base-deps.ts'
import { readEnvironment } from '../runtime/environment.ts'
import { step } from '../runtime/step.ts'
import { executionEnded, objectCreated, startNext, startUploaded } from './start-workflow.ts'

const { STATE_MACHINE_ARN } = readEnvironment('STATE_MACHINE_ARN')
const deps = { ...baseDeps(), machine: { client: new SFNClient(), arn: STATE_MACHINE_ARN } }

export const handler = step(
  z.union([objectCreated, executionEnded]),
  async ({ detail }): Promise<{ started: boolean | number }> =>
    'object' in detail ? startUploaded(deps, detail.object.key) : startNext(deps, detail.input),
)
