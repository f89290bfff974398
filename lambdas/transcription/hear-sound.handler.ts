import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hearInput } from '../contract/workflow.ts'
import { baseDeps } from '../records/base-deps.ts'
import { readEnvironment } from '../runtime/environment.ts'
import { step } from '../runtime/step.ts'
import { type HearDeps, hearSound } from './hear-sound.ts'

const { RECOGNIZER_PATH } = readEnvironment('RECOGNIZER_PATH')

const deps: HearDeps = {
  ...baseDeps(),
  folder: join(tmpdir(), 'jamak-hearing'),
  openRecognizer(weights) {
    // The recognizer has native code, so it is in a layer and not in this bundle.
    const { openRecognizer }: Pick<HearDeps, 'openRecognizer'> = createRequire(RECOGNIZER_PATH)(RECOGNIZER_PATH)
    return openRecognizer(weights)
  },
}

export const handler = step(hearInput, input => hearSound(deps, input))
