import { stepInput } from '../contract/workflow.ts'
import { step } from '../runtime/step.ts'
import { checkTranscription, recognitionRoomFromEnvironment } from './recognition.ts'

const room = recognitionRoomFromEnvironment()

export const handler = step(stepInput, ref => checkTranscription(room, ref))
