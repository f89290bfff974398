import { stepInput } from '../contract/workflow.ts'
import { step } from '../runtime/step.ts'
import { recognitionRoomFromEnvironment, startTranscription } from './recognition.ts'

const room = recognitionRoomFromEnvironment()

export const handler = step(stepInput, ref => startTranscription(room, ref))
