import { stepInput } from '../contract/workflow.ts'
import { step } from '../runtime/step.ts'
import { startTranscription, transcriptionDepsFromEnvironment } from './transcription.ts'

const deps = transcriptionDepsFromEnvironment()

export const handler = step(stepInput, ref => startTranscription(deps, ref))
