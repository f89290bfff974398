import { stepInput } from '../contract/workflow.ts'
import { step } from '../runtime/step.ts'
import { briefDepsFromEnvironment, writeBrief } from './write-brief.ts'

const deps = briefDepsFromEnvironment()

export const handler = step(stepInput, ref => writeBrief(deps, ref))
