import { SFNClient } from '@aws-sdk/client-sfn'
import { baseDeps } from '../records/base-deps.ts'
import { readEnvironment } from '../runtime/environment.ts'
import { step } from '../runtime/step.ts'
import { objectCreated, startUploaded } from './start-workflow.ts'

const { STATE_MACHINE_ARN } = readEnvironment('STATE_MACHINE_ARN')
const deps = { ...baseDeps(), machine: { client: new SFNClient(), arn: STATE_MACHINE_ARN } }

export const handler = step(objectCreated, ({ detail }) => startUploaded(deps, detail.object.key))
