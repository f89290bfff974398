import { stepInput } from '../contract/workflow.ts'
import { step } from '../runtime/step.ts'
import { checkDepsFromEnvironment, checkTranslations } from './check-translations.ts'

const deps = checkDepsFromEnvironment()

export const handler = step(stepInput, ref => checkTranslations(deps, ref))
