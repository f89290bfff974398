import { stepInput } from '../contract/workflow.ts'
import { baseDeps } from '../records/base-deps.ts'
import { readEnvironment } from '../runtime/environment.ts'
import { step } from '../runtime/step.ts'
import { settleSource } from './settle.ts'

const { PARTS_FROM_MINUTES } = readEnvironment('PARTS_FROM_MINUTES')
const deps = { ...baseDeps(), partsFromSeconds: Number(PARTS_FROM_MINUTES) * 60 }

export const handler = step(stepInput, ref => settleSource(deps, ref))
