import { translateBatchInput } from '../contract/workflow.ts'
import { step } from '../runtime/step.ts'
import { translateBatch, translationRoomFromEnvironment } from './translate-batch.ts'

const room = translationRoomFromEnvironment()

export const handler = step(translateBatchInput, input => translateBatch(room, input))
