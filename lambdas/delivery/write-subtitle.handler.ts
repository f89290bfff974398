import { stepInput } from '../contract/workflow.ts'
import { step } from '../runtime/step.ts'
import { deliveryDepsFromEnvironment, writeSubtitle } from './write-subtitle.ts'

const deps = deliveryDepsFromEnvironment()

export const handler = step(stepInput, ref => writeSubtitle(deps, ref))
