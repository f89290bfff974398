import { SFNClient } from '@aws-sdk/client-sfn'
import { checkInput } from '../contract/workflow.ts'
import { ANSWERED_SOON } from '../runtime/clients.ts'
import { step } from '../runtime/step.ts'
import { awaitTranscription } from './await-transcription.ts'
import { transcriptionDepsFromEnvironment } from './transcription.ts'

const deps = {
  ...transcriptionDepsFromEnvironment(),
  stepFunctions: new SFNClient({ requestHandler: ANSWERED_SOON }),
}

export const handler = step(checkInput, input => awaitTranscription(deps, input))
