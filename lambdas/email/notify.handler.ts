import { notifyInput } from '../contract/workflow.ts'
import { step } from '../runtime/step.ts'
import { emailDepsFromEnvironment } from './email-deps.ts'
import { notify } from './notify.ts'

const deps = emailDepsFromEnvironment()

export const handler = step(notifyInput, input => notify(deps, input))
