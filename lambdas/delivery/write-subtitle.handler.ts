import { stepInput } from '../contract/workflow.ts'
import { baseDeps } from '../records/base-deps.ts'
import { step } from '../runtime/step.ts'
import { writeSubtitle } from './write-subtitle.ts'

const deps = baseDeps()

export const handler = step(stepInput, ref => writeSubtitle(deps, ref))
