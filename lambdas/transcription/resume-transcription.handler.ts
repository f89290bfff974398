import { SFNClient } from '@aws-sdk/client-sfn'
import { tableDeps } from '../records/table-deps.ts'
import { step } from '../runtime/step.ts'
import { jobEnded, resumeTranscription } from './await-transcription.ts'

const deps = { ...tableDeps(), stepFunctions: new SFNClient() }

export const handler = step(jobEnded, ({ detail }) => resumeTranscription(deps, detail.TranscriptionJobName))
