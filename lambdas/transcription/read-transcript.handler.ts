import { stepInput } from '../contract/workflow.ts'
import { baseDeps } from '../records/base-deps.ts'
import { readEnvironment } from '../runtime/environment.ts'
import { step } from '../runtime/step.ts'
import { batchingFor } from './batches.ts'
import { hearingFromEnvironment } from './heard.ts'
import { readTranscript } from './read-transcript.ts'

const { BEDROCK_MODEL_ID } = readEnvironment('BEDROCK_MODEL_ID')
const deps = { ...baseDeps(), hearing: hearingFromEnvironment(), batching: batchingFor(BEDROCK_MODEL_ID) }

export const handler = step(stepInput, ref => readTranscript(deps, ref))
