import { stepInput } from '../contract/workflow.ts'
import { step } from '../runtime/step.ts'
import { readTranscript, transcriptRoomFromEnvironment } from './read-transcript.ts'

const room = transcriptRoomFromEnvironment()

export const handler = step(stepInput, ref => readTranscript(room, ref))
