import { translateBatchInput } from '../contract/workflow.ts'
import { step } from '../runtime/step.ts'
import { translateBatch, translationDepsFromEnvironment } from './translate-batch.ts'

const deps = translationDepsFromEnvironment()

export const handler = step(translateBatchInput, input => translateBatch(deps, input))
