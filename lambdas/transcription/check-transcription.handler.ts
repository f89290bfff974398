import { stepInput } from '../contract/workflow.ts'
import { step } from '../runtime/step.ts'
import { checkTranscription, transcriptionDepsFromEnvironment } from './transcription.ts'

const deps = transcriptionDepsFromEnvironment()

export const handler = step(stepInput, ref => checkTranscription(deps, ref))
