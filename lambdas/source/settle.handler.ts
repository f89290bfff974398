import { stepInput } from '../contract/workflow.ts'
import { baseDeps } from '../records/base-deps.ts'
import { readEnvironment } from '../runtime/environment.ts'
import { step } from '../runtime/step.ts'
import { settleSource } from './settle.ts'

const { PARTS_FROM_MINUTES, MOST_PARTS } = readEnvironment('PARTS_FROM_MINUTES', 'MOST_PARTS')
const division = { fromSeconds: Number(PARTS_FROM_MINUTES) * 60, mostParts: Number(MOST_PARTS) }
const deps = { ...baseDeps(), division }

export const handler = step(stepInput, ref => settleSource(deps, ref))
