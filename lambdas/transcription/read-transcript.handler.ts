import { stepInput } from '../contract/workflow.ts'
import { step } from '../runtime/step.ts'
import { readTranscript, transcriptDepsFromEnvironment } from './read-transcript.ts'

const deps = transcriptDepsFromEnvironment()

export const handler = step(stepInput, ref => readTranscript(deps, ref))
