import { stepInput } from '../contract/workflow.ts'
import { baseDeps } from '../records/base-deps.ts'
import { step } from '../runtime/step.ts'
import { hearingFromEnvironment } from './heard.ts'
import { readTranscript } from './read-transcript.ts'

const deps = { ...baseDeps(), hearing: hearingFromEnvironment() }

export const handler = step(stepInput, ref => readTranscript(deps, ref))
